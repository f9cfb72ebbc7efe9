/** Authenticator apps and passkeys, as the person sees them: by keyboard, and with Chromium's own authenticator. */
import { Secret, TOTP } from 'otpauth'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin, getData, sandbox } from '../../e2e/api.ts'
import {
  agreeToSignIn,
  type ConsolePage,
  expectSound,
  openConsole,
  picture,
  tabTo,
  useBrowser,
  visit,
} from './console.ts'

useBrowser()

const PASSWORD = 'correct horse battery staple'
const baseUrl = sandbox.base_url.replace(/\/+$/, '')
/** Passkeys belong to the host name of the public URL. */
const NAMED = baseUrl.replace('//127.0.0.1', '//localhost')

interface Person {
  email: string
  opened: ConsolePage
}

/** A new owner with a password, on the page of the account. */
async function onAccountPage(options = {}): Promise<Person> {
  const email = `factors-${crypto.randomUUID().slice(0, 8)}@example.com`
  const path = `/admin/merchants/${sandbox.merchant_id}/owners`
  const { sign_in_url } = getData(await admin('POST', path, { email, name: 'Ada Miller' }), 201)
  const opened = await visit('/sign-in', options)
  const search = new URLSearchParams({ next: `/account?env=${sandbox.environment_id}` })
  await opened.page.goto('about:blank')
  await opened.page.goto(`${NAMED}/console/sign-in?${search}${new URL(sign_in_url).hash}`)
  await agreeToSignIn(opened.page)
  await opened.page.getByLabel('New password').fill(PASSWORD)
  await opened.page.getByRole('button', { name: 'Set the password' }).click()
  await opened.page.getByText('The password is changed.').first().waitFor()
  return { email, opened }
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function setUpApp(page: Page): Promise<{ totp: TOTP; codes: string[] }> {
  await region(page, 'Two-step sign-in').getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = (await page.getByTestId('totp-secret').innerText()).replaceAll(/\s/g, '')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Code from the app').fill(totp.generate())
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  return { totp, codes }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByLabel('E-mail').waitFor()
}

test('a person signs in with password and recovery code, by keyboard alone', async () => {
  const { email, opened } = await onAccountPage()
  const { page } = opened
  const { codes } = await setUpApp(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await signOut(page)

  await page.getByLabel('E-mail').press('ControlOrMeta+a')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code of your authenticator app')
  await code.waitFor()
  await expect.poll(() => code.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  await expectSound(opened)
  await picture(page, 'sign-in-second-step')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await page.getByText('Is not a valid code').waitFor()
  // The browser reports the refused code.
  opened.complaints.length = 0
  await tabTo(page, 'Use a recovery code')
  await page.keyboard.press('Enter')
  const recovery = page.getByLabel('Recovery code')
  await recovery.waitFor()
  await expect.poll(() => recovery.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  await page.keyboard.type(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Screens' }).first().waitFor()
  await page.goto(`${NAMED}/console/account?env=${sandbox.environment_id}`)
  await region(page, 'Two-step sign-in').getByText('9 recovery codes left').waitFor()
  await expectSound(opened)
  await opened.close()
})

test('a session that ends under a page asks for the code over it', async () => {
  const { opened } = await onAccountPage()
  const { page } = opened
  const { codes } = await setUpApp(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByLabel('Current password').fill('half typed')
  await page.context().clearCookies({ name: 'waybill_session' })
  await region(page, 'Two-step sign-in').getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByLabel('Code of your authenticator app').fill('123456')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Current password').inputValue()).toBe('half typed')
  await opened.close()
})

/** Chromium plays a phone with a fingerprint reader. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

test('a person adds a passkey, signs in with it, renames and removes it', async () => {
  const { opened } = await onAccountPage()
  const { page } = opened
  const { cdp, authenticatorId } = await addAuthenticator(page)
  const passkeys = region(page, 'Passkeys')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Work phone')
  await page.keyboard.press('Enter')
  await passkeys.getByText('Work phone').waitFor()
  await passkeys.getByText('not used yet').waitFor()
  await expectSound(opened)
  await picture(page, 'account-passkey')
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  // A finger that the reader does not know: the offer in the field comes to nothing, and the button asks again.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await signOut(page)
  await expectSound(opened)
  await picture(page, 'sign-in-passkey')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await tabTo(page, 'Sign in with a passkey')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Screens' }).first().waitFor()
  await page.goto(`${NAMED}/console/account?env=${sandbox.environment_id}`)
  await passkeys.getByText('last used').waitFor()

  await passkeys.getByRole('button', { name: 'Rename Work phone' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Old phone')
  await page.keyboard.press('Enter')
  await passkeys.getByText('Old phone').waitFor()
  await passkeys.getByRole('button', { name: 'Remove Old phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the passkey' }).click()
  await passkeys.getByText('Sign in with your fingerprint').waitFor()
  await expectSound(opened)
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').getByText('the passkey is wrong').waitFor()
  await opened.close()
})

test('an owner resets the second factor of another member, who is signed out and signs in with the password alone', async () => {
  const { email, opened } = await onAccountPage()
  await setUpApp(opened.page)
  const owner = await openConsole('/settings/team')
  const row = owner.page.getByRole('row').filter({ hasText: email })
  await row.getByText('second factor', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Reset second factor' }).click()
  await picture(owner.page, 'reset-second-factor')
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await owner.page.getByText('The second factor is reset.').first().waitFor()
  await expect.poll(() => row.getByText('second factor', { exact: true }).count()).toBe(0)
  await expectSound(owner)
  await opened.page.reload()
  await opened.page.getByLabel('E-mail').fill(email)
  await opened.page.getByLabel('Password').fill(PASSWORD)
  await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await region(opened.page, 'Two-step sign-in').waitFor()
  await owner.close()
  await opened.close()
})
