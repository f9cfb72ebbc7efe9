import { screen, waitFor, within } from '@testing-library/react'
import type { Totp } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { type Answers, failure, gone, invalid, list } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { AT, anOwnSession, aTotp } from '../../../testing/session.ts'

const ON = aTotp({ enabled: true, enabled_at: AT, recovery_codes_left: 10 })
const CODES = Array.from({ length: 10 }, (_, index) => `code-${index}`)

const accountWith = (totp: () => Totp): Answers => ({
  'GET /sessions': list([anOwnSession()]),
  'GET /session/totp': totp,
  'GET /session/passkeys': list([]),
})
const card = async () => within(await screen.findByRole('region', { name: 'Two-step sign-in' }))

test('an authenticator app is set up with its key, a code of it, and recovery codes that are shown once', async () => {
  let totp = aTotp()
  const page = await openScreen('/account', {
    answers: {
      ...accountWith(() => totp),
      'POST /session/totp': { secret: 'ABCDEFGHIJKLMNOP', url: 'otpauth://totp/Waybill?secret=ABCDEFGHIJKLMNOP' },
      'POST /session/totp/enable': ({ body }) => {
        if (body.code !== '123456') return invalid({ '/code': 'is not a valid code' })
        totp = ON
        return { recovery_codes: CODES }
      },
    },
  })
  await page.user.click(await (await card()).findByRole('button', { name: 'Set up an authenticator app' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }))
  expect(dialog.getByTestId('totp-secret').textContent).toBe('ABCD EFGH IJKL MNOP')
  await dialog.findByRole('img', { name: 'QR code for your authenticator app' })
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Code from the app')))
  await page.user.keyboard('000000{Enter}')
  await dialog.findByText('Is not a valid code.')
  await page.fill(dialog.getByLabelText('Code from the app'), '123456')
  await page.user.keyboard('{Enter}')
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES)
  await page.user.click(screen.getByRole('button', { name: 'I have kept them' }))
  await (await card()).findByText('10 recovery codes left')
  expect(document.body.textContent).not.toContain('code-0')
})

test('who has to confirm first is asked for the password, and the set-up goes on', async () => {
  let confirmed = false
  const page = await openScreen('/account', {
    answers: {
      ...accountWith(() => aTotp()),
      'POST /session/totp': () =>
        confirmed ? { secret: 'ABCD', url: 'otpauth://totp/x' } : failure(403, { code: 'confirmation_required' }),
      'POST /session/confirmation': () => {
        confirmed = true
        return gone()
      },
    },
  })
  await page.user.click(await (await card()).findByRole('button', { name: 'Set up an authenticator app' }))
  const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await page.user.type(question.getByLabelText('Password'), 'correct horse{Enter}')
  await screen.findByRole('dialog', { name: 'Set up an authenticator app' })
  expect(page.api.sentTo('POST /session/confirmation')).toEqual([{ password: 'correct horse' }])
})

test('recovery codes are made anew after a question', async () => {
  const page = await openScreen('/account', {
    answers: {
      ...accountWith(() => ({ ...ON, recovery_codes_left: 1 })),
      'POST /session/totp/recovery-codes': { recovery_codes: CODES },
    },
  })
  await (await card()).findByText('1 recovery code left')
  await page.user.click((await card()).getByRole('button', { name: 'New recovery codes' }))
  const question = within(await screen.findByRole('alertdialog'))
  question.getByText('The codes that you have now stop working.')
  await page.user.click(question.getByRole('button', { name: 'Make new codes' }))
  await screen.findByText('code-9')
})

test('the second step is turned off with a last code', async () => {
  let totp = ON
  const page = await openScreen('/account', {
    answers: {
      ...accountWith(() => totp),
      'POST /session/totp/disable': ({ body }) => {
        if (body.code !== '123456') return invalid({ '/code': 'is not a valid code' })
        totp = aTotp()
        return gone()
      },
    },
  })
  await page.user.click(await (await card()).findByRole('button', { name: /^Turn off/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-step sign-in' }))
  const code = dialog.getByLabelText('Code of your authenticator app')
  await page.user.type(code, '1{Enter}')
  await dialog.findByText('Is not a valid code.')
  await page.fill(code, '123456')
  await page.user.click(dialog.getByRole('button', { name: 'Turn off' }))
  await screen.findAllByText('Two-step sign-in is off.')
  await (await card()).findByRole('button', { name: 'Set up an authenticator app' })
})

test('who closes the question for the password by Escape is back on the page, and is asked again next time', async () => {
  const page = await openScreen('/account', {
    answers: { ...accountWith(() => aTotp()), 'POST /session/totp': failure(403, { code: 'confirmation_required' }) },
  })
  const setUp = async () =>
    (await card()).findByRole<HTMLButtonElement>('button', { name: 'Set up an authenticator app' })
  for (const calls of [1, 2]) {
    await page.user.click(await setUp())
    const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    expect(question.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    await page.user.type(question.getByLabelText('Password'), 'half')
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await setUp()).disabled).toBe(false)
    expect(page.api.callsTo('POST /session/totp')).toHaveLength(calls)
  }
  expect(page.api.callsTo('POST /session/confirmation')).toEqual([])
})
