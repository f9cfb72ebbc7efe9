import { screen, waitFor } from '@testing-library/react'
import type { SignInChallenge } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { failure, invalid, list } from '../../testing/api.ts'
import { fullAccount } from '../../testing/full-account.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aSession, aUser } from '../../testing/session.ts'

const CHALLENGE: SignInChallenge = {
  challenge: 'chl_1',
  factors: ['totp', 'recovery_code'],
  expires_at: '2099-01-01T00:00:00.000Z',
}
const ACCOUNT = { purpose: 'sign_in', email: 'ada@example.com', merchant_name: 'Corner Bakery' }
const home = () => screen.findByRole('heading', { level: 1, name: 'Today' })

test('a screen without a session asks to sign in, and leads there afterwards', async () => {
  const page = await openScreen('/settings/printers', { answers: fullAccount(), session: null })
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(page.address()).toContain('next=%2Fsettings%2Fprinters')
  expect(await findViolations()).toEqual([])
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))

  page.api.answer({
    'POST /session': failure(401, { code: 'unauthenticated', message: 'E-mail or password is wrong.' }),
  })
  await page.user.keyboard('nobody@example.com{Tab}wrong{Enter}')
  await screen.findByText('E-mail or password is wrong.')
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('nobody@example.com')
  page.api.answer({ 'POST /session': aSession() })
  await page.fill(screen.getByLabelText('E-mail'), ' ada@example.com ')
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByLabelText('Print many labels on')
  expect(page.api.sentTo('POST /session').at(-1)).toEqual({ email: 'ada@example.com', password: 'wrong' })
})

test('a link says whose account it opens, and signs in after a question; its token does not stay in the address', async () => {
  const page = await openScreen('/sign-in#token=abc', {
    answers: { ...fullAccount(), 'POST /session/link/account': ACCOUNT, 'POST /session/link': aSession() },
    session: null,
  })
  await screen.findByText(/This link is for/)
  screen.getByText('Corner Bakery')
  expect(window.location.href).not.toContain('token')
  expect(page.api.callsTo('POST /session/link')).toEqual([])
  expect(await findViolations()).toEqual([])
  await page.user.keyboard('{Enter}')
  await home()
  expect(page.api.sentTo('POST /session/link')).toEqual([{ token: 'abc' }])
})

test('a link that was used before says so, beside the form', async () => {
  const message = 'The link was used before, or is too old.'
  await openScreen('/sign-in#token=abc', {
    answers: { 'POST /session/link/account': failure(410, { code: 'link_not_valid', message }) },
    session: null,
  })
  await screen.findByText(message)
  screen.getByLabelText('Password')
})

test('a link of another account leaves who is signed in as they are until they go on', async () => {
  const page = await openScreen('/', {
    answers: { ...fullAccount(), 'POST /session/link/account': { ...ACCOUNT, email: 'mallory@example.com' } },
    session: aSession({ user: aUser({ email: 'ada@example.com' }) }),
  })
  window.history.pushState(null, '', '/console/sign-in#token=abc')
  await page.reload()
  await screen.findByText(/You are signed in as ada@example\.com\./)
  await page.user.click(screen.getByRole('button', { name: 'Sign in to another account' }))
  await screen.findByLabelText('Password')
  expect(page.api.callsTo('POST /session/link')).toEqual([])
})

test('who has an authenticator app gives its code or a recovery code after the password', async () => {
  const page = await openScreen('/sign-in', {
    answers: {
      ...fullAccount(),
      'POST /session': CHALLENGE,
      'POST /session/second-factor': ({ body }) =>
        body.code === 'recovery-1' ? aSession() : invalid({ '/code': 'is not a valid code' }),
    },
    session: null,
  })
  await page.user.type(await screen.findByLabelText('E-mail'), 'ada@example.com{Tab}correct horse{Enter}')
  const code = await screen.findByLabelText('Code of your authenticator app')
  await waitFor(() => expect(document.activeElement).toBe(code))
  await page.user.keyboard('000000{Enter}')
  await screen.findByText('Is not a valid code.')
  expect(code.getAttribute('aria-invalid')).toBe('true')
  await page.user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')))
  await page.user.keyboard('recovery-1{Enter}')
  await home()
  expect(page.api.sentTo('POST /session/second-factor')).toEqual([
    { challenge: 'chl_1', code: '000000' },
    { challenge: 'chl_1', code: 'recovery-1' },
  ])
})

test('who works for several merchants with one password chooses one', async () => {
  const merchants = [
    { merchant_id: 'mer_1', name: 'Corner Bakery' },
    { merchant_id: 'mer_2', name: 'Florist' },
  ]
  const asks = failure(409, { code: 'merchant_choice_required', message: 'Send merchant_id.', meta: { merchants } })
  const page = await openScreen('/sign-in', {
    answers: { ...fullAccount(), 'POST /session': ({ body }) => (body.merchant_id ? aSession() : asks) },
    session: null,
  })
  const signIn = 'ada@example.com{Tab}correct horse{Enter}'
  await page.user.type(await screen.findByLabelText('E-mail'), signIn)
  const first = await screen.findByRole('button', { name: 'Corner Bakery' })
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(await findViolations()).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Start again' }))
  await page.user.type(await screen.findByLabelText('E-mail'), signIn)
  await page.user.click(await screen.findByRole('button', { name: 'Florist' }))
  await home()
  expect(page.api.sentTo('POST /session').at(-1)).toEqual({
    email: 'ada@example.com',
    password: 'correct horse',
    merchant_id: 'mer_2',
  })
})

test('a challenge that has ended leads back to the password, with the reason', async () => {
  const message = 'The sign-in took too long. Start again.'
  const page = await openScreen('/sign-in#token=abc', {
    answers: {
      'POST /session/link/account': ACCOUNT,
      'POST /session/link': CHALLENGE,
      'POST /session/second-factor': failure(401, { code: 'challenge_not_valid', message }),
    },
    session: null,
  })
  await page.user.click(await screen.findByRole('button', { name: 'Sign in as ada@example.com' }))
  await page.user.type(await screen.findByLabelText('Code of your authenticator app'), '123456{Enter}')
  await screen.findByText(message)
  screen.getByLabelText('Password')
})

test('an invitation makes an account, and wrong fields are named', async () => {
  const page = await openScreen('/accept-invitation#token=abc', {
    answers: {
      ...fullAccount(),
      'POST /session/link/account': { ...ACCOUNT, purpose: 'invitation' },
      'POST /session/invitation': invalid({ '/password': 'is too short' }),
    },
    session: null,
  })
  await screen.findByText('Corner Bakery')
  await page.fill(await screen.findByLabelText('Your name'), 'Sam Reader')
  await page.fill(screen.getByLabelText('New password'), 'short')
  await page.user.click(screen.getByRole('button', { name: 'Join' }))
  await screen.findByText('1 field is wrong')
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
  // The token stays until it has worked: a reload keeps it.
  expect(window.location.hash).toBe('#token=abc')
  page.api.answer({ 'POST /session/invitation': aSession() })
  await page.fill(screen.getByLabelText('New password'), 'correct horse battery staple')
  await page.user.click(screen.getByRole('button', { name: 'Join' }))
  await home()
  expect(page.api.sentTo('POST /session/invitation').at(-1)).toEqual({
    token: 'abc',
    name: 'Sam Reader',
    password: 'correct horse battery staple',
  })
})

test('a link for a new password sets it, and asks for the second factor of who has one', async () => {
  const page = await openScreen('/reset-password#token=abc', {
    answers: {
      ...fullAccount(),
      'POST /session/link/account': { ...ACCOUNT, purpose: 'password_reset' },
      'POST /session/password-reset': CHALLENGE,
      'POST /session/second-factor': aSession({ user: aUser({ has_totp: true }) }),
    },
    session: null,
  })
  await page.fill(await screen.findByLabelText('New password'), 'correct horse battery staple')
  await page.user.click(screen.getByRole('button', { name: 'Set the password' }))
  await screen.findByText('The password is set.')
  await page.user.type(screen.getByLabelText('Code of your authenticator app'), '123456{Enter}')
  await home()
})

test('a member of a merchant without an environment sees the reason, and can sign out', async () => {
  await openScreen('/no-environment', { session: null })
  await screen.findByText(/Your merchant has no environment yet\./)
  screen.getByRole('button', { name: 'Sign out' })
})

test('the identity provider of a link is offered first, and one that is gone is forgotten', async () => {
  const provider = 'oip_00000000000000000000000001'
  localStorage.setItem('waybill.provider', provider)
  const message = 'There is no such identity provider.'
  const page = await openScreen(`/sign-in?provider=${provider}`, {
    answers: { 'POST /session/oidc': failure(404, { code: 'oidc_provider_not_found', message }) },
    session: null,
  })
  await page.user.click(await screen.findByRole('button', { name: 'Sign in with your identity provider' }))
  await screen.findByText(message)
  expect(page.api.sentTo('POST /session/oidc')).toEqual([{ provider_id: provider, confirm: false }])
  expect(localStorage.getItem('waybill.provider')).toBeNull()
})

test('the identity provider of a link that this browser does not know is named before the page opens it', async () => {
  const page = await openScreen('/sign-in?provider=oip_00000000000000000000000001', {
    answers: {
      'POST /session/oidc': {
        authorization_url: 'https://login.example.net/auth?state=1',
        merchant_name: 'Mallory Ltd',
        expires_at: '2099-01-01T00:00:00.000Z',
      },
    },
    session: null,
  })
  await page.user.click(await screen.findByRole('button', { name: 'Sign in with your identity provider' }))
  await screen.findByRole('button', { name: 'Go on to login.example.net' })
  screen.getByText('Mallory Ltd')
  expect(window.location.pathname).toBe('/console/sign-in')
  expect(await findViolations()).toEqual([])
})

test('whom the provider lets in goes on where the person wanted to, and finds the provider remembered', async () => {
  sessionStorage.setItem('waybill.provider', 'oip_00000000000000000000000001')
  sessionStorage.setItem('waybill.sign-in.next', '/settings/printers')
  const page = await openScreen('/sign-in/callback/mer_1?code=abc&state=xyz', {
    answers: { ...fullAccount(), 'POST /session/oidc/callback': aSession(), 'GET /audit-log': list([]) },
    session: null,
  })
  await screen.findByLabelText('Print many labels on')
  expect(page.address()).toBe('/settings/printers')
  expect(page.api.sentTo('POST /session/oidc/callback')).toEqual([
    { merchant_id: 'mer_1', query: 'code=abc&state=xyz' },
  ])
  expect(localStorage.getItem('waybill.provider')).toBe('oip_00000000000000000000000001')
  expect(sessionStorage.getItem('waybill.sign-in.next')).toBeNull()
})

test('somebody whom the provider does not let in reads why, and can go back', async () => {
  const message = 'eve@example.org is in no domain of the team.'
  const page = await openScreen('/sign-in/callback/mer_1?error=access_denied&state=xyz', {
    answers: { 'POST /session/oidc/callback': failure(403, { message }) },
    session: null,
  })
  await screen.findByText(message)
  // The answer of the provider works once: it does not stay in the history.
  expect(window.location.search).toBe('')
  expect(localStorage.getItem('waybill.provider')).toBeNull()
  await page.user.click(screen.getByRole('link', { name: 'Back to the sign-in' }))
  await screen.findByLabelText('E-mail')
})
