import { screen, waitFor, within } from '@testing-library/react'
import type { Passkey } from '@waybill/sdk'
import { expect, test, vi } from 'vitest'
import { findViolations } from '../../../testing/accessibility.ts'
import { type Answers, failure, gone, invalid, list } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { AT, anOwnSession, aPasskey, aTotp } from '../../../testing/session.ts'

const makeAnswers = (passkeys: () => readonly Passkey[]): Answers => ({
  'GET /sessions': list([anOwnSession()]),
  'GET /session/totp': aTotp(),
  'GET /session/passkeys': () => list(passkeys()),
})
const card = async () => within(await screen.findByRole('region', { name: 'Passkeys' }))
const QUESTION = { name: 'Is it you?' }

test('each passkey says when it was used, and a browser without passkeys says what it needs', async () => {
  const both = [aPasskey(), aPasskey({ passkey_id: 'psk_2', name: 'Key ring', synced: false, last_used_at: AT })]
  const page = await openScreen('/account', { answers: makeAnswers(() => both) })
  const [phone, ring] = (await (await card()).findAllByRole('listitem')).map((row) => within(row))
  phone?.getByText('Synced')
  phone?.getByText(/not used yet/)
  ring?.getByText(/last used/)
  expect(ring?.queryByText('Synced')).toBeNull()
  expect((await card()).queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(await findViolations()).toEqual([])
  page.api.answer({ 'GET /session/passkeys': list([]) })
  await page.reload()
  await (await card()).findByText(/^Browsers keep passkeys for host names only\./)
})

test('a browser that keeps passkeys offers to add one', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  const page = await openScreen('/account', { answers: makeAnswers(() => []) })
  await (await card()).findByText(/^Sign in with your fingerprint, face or the PIN/)
  await page.user.click((await card()).getByRole('button', { name: 'Add a passkey' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
  page.api.answer({ 'POST /session/passkey-registration': failure(403, { message: 'Not for this account.' }) })
  await page.fill(dialog.getByLabelText('Name'), 'Work phone')
  await page.user.click(dialog.getByRole('button', { name: 'Continue' }))
  await dialog.findByText('Not for this account.')
})

test('a passkey is renamed, and a wrong name is named at its field', async () => {
  let name = 'Work phone'
  const page = await openScreen('/account', {
    answers: {
      ...makeAnswers(() => [aPasskey({ name })]),
      'PATCH /session/passkeys/:id': invalid({ '/name': 'is too long' }),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Rename Work phone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename the passkey' }))
  const field = dialog.getByLabelText<HTMLInputElement>('Name')
  expect(field.value).toBe('Work phone')
  await page.fill(field, 'Old phone')
  await page.user.click(dialog.getByRole('button', { name: 'Rename' }))
  await dialog.findByText('Is too long.')
  page.api.answer({
    'PATCH /session/passkeys/:id': ({ body }) => {
      name = body.name
      return aPasskey({ name })
    },
  })
  await page.user.click(dialog.getByRole('button', { name: 'Rename' }))
  await (await card()).findByText('Old phone')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a passkey is removed after a question, and once more after the password if that is asked for', async () => {
  let passkeys = [aPasskey()]
  let isConfirmed = false
  const page = await openScreen('/account', {
    answers: {
      ...makeAnswers(() => passkeys),
      'DELETE /session/passkeys/:id': () => {
        if (!isConfirmed) return failure(403, { code: 'confirmation_required' })
        passkeys = []
        return gone()
      },
      'POST /session/confirmation': ({ body }) => {
        if (body.password !== 'correct horse') return invalid({ '/password': 'is wrong' })
        isConfirmed = true
        return gone()
      },
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Remove Work phone' }))
  const remove = () => screen.findByRole('button', { name: 'Remove the passkey' })
  await page.user.click(await remove())
  const first = within(await screen.findByRole('dialog', QUESTION))
  await page.user.type(first.getByLabelText('Password'), 'half')
  // Escape closes the question for the password, removes nothing, and says nothing of an error.
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', QUESTION)).toBeNull())
  expect(page.api.callsTo('DELETE /session/passkeys/:id')).toHaveLength(1)

  await page.user.click(await remove())
  const question = within(await screen.findByRole('dialog', QUESTION))
  await page.user.type(question.getByLabelText('Password'), 'wrong{Enter}')
  await question.findByText('Is wrong.')
  await page.fill(question.getByLabelText('Password'), 'correct horse')
  await page.user.keyboard('{Enter}')
  await screen.findAllByText('The passkey is removed. Delete it on your device, too.')
  await waitFor(() => expect(screen.queryByText('Work phone')).toBeNull())
  expect(screen.queryByRole('dialog', QUESTION)).toBeNull()
})
