import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, created, failure, gone, invalid, list } from '../testing/api.ts'
import { aKey } from '../testing/developers.ts'
import { openScreen } from '../testing/screen.tsx'
import { aSession, aUser } from '../testing/session.ts'

const PATH = '/developers?tab=keys'
const question = async () => within(await screen.findByRole('dialog', { name: 'Is it you?' }))

/** A key that is rotated after the confirmation with a password. */
function rotation(): Answers {
  let isConfirmed = false
  return {
    'GET /api-keys': list([aKey({ name: 'Shop' })]),
    'POST /api-keys/:id/rotate': () =>
      isConfirmed
        ? created({ ...aKey({ name: 'Shop' }), access_token: 'wb_test_1' })
        : failure(403, { code: 'confirmation_required' }),
    'POST /session/confirmation': ({ body }) => {
      isConfirmed = body.password === 'correct horse'
      return isConfirmed ? gone() : invalid({ '/password': 'is not your password' })
    },
  }
}

async function openRotation() {
  const page = await openScreen(PATH, { answers: rotation() })
  await page.user.click(await screen.findByRole('button', { name: /Rotate/ }))
  const rotate = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Rotate key' })
  await page.user.click(rotate)
  return page
}

test('a call that needs a confirmation asks for the password, and is sent again with the same key', async () => {
  const page = await openRotation()
  const password = (await question()).getByLabelText('Password')
  await page.user.type(password, 'wrong{Enter}')
  await (await question()).findByText('Is not your password.')
  await page.fill(password, 'correct horse')
  await page.user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Token of Shop' })
  expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull()
  const calls = page.api.callsTo('POST /api-keys/:id/rotate')
  expect(calls).toHaveLength(2)
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('who closes the question is back where it was asked, without an error, and can try again', async () => {
  const page = await openRotation()
  await page.user.type((await question()).getByLabelText('Password'), 'half')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  const rotate = within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Rotate key' })
  await waitFor(() => expect(rotate.matches(':disabled')).toBe(false))
  expect(screen.queryByText(/confirmation_required|Failed/)).toBeNull()
  await page.user.click(rotate)
  expect((await question()).getByLabelText<HTMLInputElement>('Password').value).toBe('')
  await page.user.keyboard('correct horse{Enter}')
  await screen.findByRole('dialog', { name: 'Token of Shop' })
})

test('who has no password confirms with the identity provider, which asks anew', async () => {
  const provider = 'oip_00000000000000000000000001'
  localStorage.setItem('waybill.provider', provider)
  const message = 'There is no such identity provider.'
  const page = await openScreen(PATH, {
    answers: { ...rotation(), 'POST /session/oidc': failure(404, { code: 'oidc_provider_not_found', message }) },
    session: aSession({ user: aUser({ has_password: false }) }),
  })
  await page.user.click(await screen.findByRole('button', { name: /Rotate/ }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Rotate key' }))
  expect((await question()).queryByLabelText('Password')).toBeNull()
  await page.user.click((await question()).getByRole('button', { name: 'Confirm with your identity provider' }))
  await screen.findAllByText(message)
  expect(page.api.sentTo('POST /session/oidc')).toEqual([{ provider_id: provider, confirm: true }])
})
