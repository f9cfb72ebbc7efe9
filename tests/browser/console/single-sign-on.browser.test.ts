/** Single sign-on, as an owner who sets it up and the people of the team see it. */
import { type IdentityProvider, startIdentityProvider } from '@waybill/testing/identity-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, getData, sandbox } from '../../e2e/api.ts'
import { agreeToSignIn, type ConsolePage, expectSound, picture, useBrowser, visit } from './console.ts'

useBrowser()

const baseUrl = sandbox.base_url.replace(/\/+$/, '')
/** The provider sends people back to the public URL. */
const NAMED = baseUrl.replace('//127.0.0.1', '//localhost')
const SETTINGS = '/settings/single-sign-on'
let provider: IdentityProvider
let merchants = 0
beforeAll(async () => {
  provider = await startIdentityProvider()
})
afterAll(() => provider?.stop())

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).first()

/** The owner of a new merchant, on the page of the settings: the provider is that of the whole team. */
async function onSettings(options = {}): Promise<ConsolePage> {
  merchants += 1
  const { merchant_id } = getData(await admin('POST', '/admin/merchants', { name: `Single sign-on ${merchants}` }), 201)
  getData(await admin('POST', `/admin/merchants/${merchant_id}/environments`, { mode: 'test' }), 201)
  const body = { email: `owner-of-${merchant_id}@example.com`, name: 'Ada Miller' }
  const { sign_in_url } = getData(await admin('POST', `/admin/merchants/${merchant_id}/owners`, body), 201)
  const opened = await visit('/sign-in', options)
  await opened.page.goto('about:blank')
  await opened.page.goto(`${NAMED}/console/sign-in?next=${SETTINGS}${new URL(sign_in_url).hash}`)
  await agreeToSignIn(opened.page)
  await opened.page.getByLabel('Issuer').waitFor()
  return opened
}

/** Fills the form by keyboard, and returns the link to hand out. */
async function setUp(page: Page): Promise<string> {
  provider.redirectUris.add(await page.getByText(`${NAMED}/console/sign-in/callback/mer_`).innerText())
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill(provider.clientId)
  await page.getByLabel('Client secret').fill(provider.clientSecret)
  await page.getByLabel('E-mail domains').fill('example.com, example.net')
  await page.getByLabel('New people of these domains').selectOption('support')
  await page.getByLabel('New people of these domains').press('Enter')
  await page.getByRole('button', { name: 'Set up' }).click()
  await region(page, 'Link to sign in').getByText('It answers').waitFor()
  return page.getByTestId('sign-in-url').innerText()
}

test('an owner sets it up, and somebody of the team signs in with it, comes back, and finds it remembered', async () => {
  const owner = await onSettings()
  await owner.page.getByRole('button', { name: 'Set up' }).click()
  await owner.page.getByRole('alert').first().waitFor()
  // Typed values survive a reload, but for the secret.
  await owner.page.getByLabel('Client ID').fill('a client of before')
  await owner.page.getByLabel('Client secret').fill('a secret of before')
  await owner.page.reload()
  await expect.poll(() => owner.page.getByLabel('Client ID').inputValue()).toBe('a client of before')
  expect(await owner.page.getByLabel('Client secret').inputValue()).toBe('')
  expect(await owner.page.evaluate('JSON.stringify([sessionStorage, localStorage])')).not.toContain('secret of before')
  const link = await setUp(owner.page)

  provider.person = { sub: crypto.randomUUID(), email: 'sam@example.net', email_verified: true, name: 'Sam Reader' }
  const member = await visit('/sign-in')
  const { page } = member
  await page.goto('about:blank')
  await page.goto(`${link}&next=/shipments`)
  await page.getByRole('button', { name: 'Sign in with your identity provider' }).press('Enter')
  await page.getByRole('button', { name: /^Go on to / }).press('Enter')
  await navigation(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/shipments')
  await page.goto(`${NAMED}/console/account`)
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('button', { name: 'Sign in with your identity provider' }).waitFor()
  await expectSound(member)
  await picture(page, 'sign-in-with-provider')

  await owner.page.goto(`${NAMED}/console/settings/team`)
  const row = owner.page.getByRole('row').filter({ hasText: 'sam@example.net' })
  await row.getByText('single sign-on').waitFor()
  await row.getByRole('button', { name: 'Unlink' }).click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await owner.page.getByText('The member is unlinked.').first().waitFor()
  await expect.poll(() => row.getByText('single sign-on').count()).toBe(0)

  await member.close()
  await owner.close()
})

test('somebody whom the provider does not let in reads why, and can go back', async () => {
  const owner = await onSettings()
  const link = await setUp(owner.page)
  const stranger = await visit('/sign-in')
  const { page } = stranger
  for (const [person, message] of [
    [null, 'did not sign you in'],
    [{ sub: crypto.randomUUID(), email: 'eve@example.org', email_verified: true }, 'did not sign you in'],
  ] as const) {
    provider.person = person
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in with your identity provider' }).click()
    await page.getByRole('button', { name: /^Go on to / }).click()
    await page.getByText(message).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('link', { name: 'Back to the sign-in' }).click()
    await page.getByLabel('E-mail').waitFor()
  }
  await stranger.close()
  await owner.close()
})

test('removing it signs out those who came by it', async () => {
  const owner = await onSettings()
  const link = await setUp(owner.page)
  provider.person = { sub: crypto.randomUUID(), email: `pat-${crypto.randomUUID()}@example.com`, email_verified: true }
  const member = await visit('/sign-in')
  await member.page.goto('about:blank')
  await member.page.goto(link)
  await member.page.getByRole('button', { name: 'Sign in with your identity provider' }).click()
  await member.page.getByRole('button', { name: /^Go on to / }).click()
  await navigation(member.page).waitFor()
  await owner.page.getByRole('button', { name: 'Remove the identity provider' }).click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await owner.page.getByText('The identity provider is removed.').first().waitFor()
  await owner.page.getByRole('button', { name: 'Set up' }).waitFor()
  await member.page.reload()
  await member.page.getByLabel('E-mail').waitFor()
  await member.close()
  await owner.close()
})
