/** Texts of a shipment or of a merchant that look like code are shown as texts, on every page that shows them. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin, getData, post } from '../../e2e/api.ts'
import { createShipment, quoteShipment, untilAnswered } from '../../e2e/journeys.ts'
import { agreeToSignIn, type ConsolePage, openConsole, useBrowser, visit } from './console.ts'

useBrowser()

/** Each part sets `window.ran` if a page takes it for code: as an element, in an attribute, a URL, a template or a script. */
const CORPUS = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of an attack
  'javascript:window.ran=1 ${window.ran=1} {{constructor.constructor("window.ran=1")()}}',
  '"><svg onload=window.ran=1> <img src=x onerror=window.ran=1> <script>window.ran=1</script>',
  `' autofocus onfocus=window.ran=1 x='</title></textarea><a href="javascript:window.ran=1">x</a>`,
]

/** Short enough for a tag, and without a comma. */
const TAG = '<img src=x onerror=window.ran=1>'

/** A shipment with the text in every field of free text. */
async function register(text: string) {
  const address = { name: text, company: text, address_line_1: text, address_line_2: text, city: text, country: 'GB' }
  return await createShipment({
    merchant_order_ref: `${text} ${crypto.randomUUID().slice(0, 8)}`,
    pickup_address: { ...address, post_code: 'NW1 8AB' },
    dropoff_address: { ...address, post_code: 'N1 9GU' },
    pickup_instructions: text,
    dropoff_instructions: text,
    parcels: [{ title: text, weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }],
    metadata: { note: text },
    tags: [TAG],
  })
}

async function expectHarmless({ page, complaints }: ConsolePage): Promise<void> {
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(
    await page.locator('main :is(script, iframe, [onload], [onerror], [onfocus], [href^="javascript:"])').count(),
  ).toBe(0)
  expect(complaints).toEqual([])
}

const show = async (page: Page, path: string) => {
  await page.goto(new URL(`/console${path}`, page.url()).href)
  await page.locator('[data-connection=live]').waitFor()
}

test('on no page of the console and not on the tracking page is a text of a shipment taken for code', async () => {
  const shipments = []
  for (const text of CORPUS) shipments.push({ text, ...(await register(text)) })
  const opened = await openConsole('/shipments')
  const { page } = opened
  const newest = shipments.at(-1)?.merchant_order_ref
  await page.getByText(newest, { exact: true }).first().waitFor()
  await expectHarmless(opened)
  // These begin with the oldest, which can be those of other tests.
  for (const path of ['/', '/print?tab=book']) {
    await show(page, path)
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    await expectHarmless(opened)
  }
  for (const { text, shipment_id: id, tracking_url: trackingUrl } of shipments) {
    const path = `/api/v1/shipments/${id}`
    getData(await post(`${path}/notes`, { text }), 201)
    getData(await post(`${path}/hold`, { reason: text }), 200)
    await show(page, `/shipments/${id}`)
    await page.getByText(`note: ${text}`).waitFor()
    await page.getByText(TAG, { exact: true }).first().waitFor()
    await expect.poll(() => page.locator('main').getByText(text, { exact: true }).count()).toBeGreaterThan(1)
    await expectHarmless(opened)
    getData(await post(`${path}/release`), 200)
    await page.keyboard.press('e')
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(text)
    await expectHarmless(opened)
    await show(page, `/ship?shipment=${id}`)
    await page.getByText('Cheapest', { exact: true }).waitFor()
    await expectHarmless(opened)
    const { options } = await quoteShipment(id)
    getData(await post(`${path}/book`, { quote_option_id: options[0].quote_option_id }), 201)
    await page.goto(trackingUrl)
    await page.locator('h1').waitFor()
    await expectHarmless(opened)
    await page.goBack()
  }
  await opened.close()
})

/** Pages that show a name which the merchant chose, beside those of a shipment. */
const PAGES = [
  '/ship',
  '/carriers/own-fleet',
  '/developers?tab=keys',
  '/settings/team',
  '/settings/pickup-locations',
  '/settings/parcel-presets',
  '/settings/audit-log',
  '/account',
]

/** Short enough for every name. */
const NAME = `"><img src=x onerror=window.ran=1>{{window.ran=1}}`

/** A merchant with one of each, and everything named so. Returns the hash of its owner's link. */
async function nameEverything(): Promise<string> {
  const merchant = getData(await admin('POST', '/admin/merchants', { name: NAME }), 201)
  const within = `/admin/merchants/${merchant.merchant_id}`
  const environment = getData(await admin('POST', `${within}/environments`, { mode: 'test', name: NAME }), 201)
  const key = { name: NAME }
  const { access_token: token } = getData(
    await admin('POST', `/admin/environments/${environment.environment_id}/keys`, key),
    201,
  )
  const create = async (path: string, body: object) => {
    const send = (headers: Record<string, string>) => post(`/api/v1${path}`, body, { token, headers })
    return getData(await untilAnswered(send, true), 201)
  }
  const address = { name: NAME, company: NAME, address_line_1: NAME, city: NAME, post_code: 'NW1 8AB', country: 'GB' }
  await create('/parcel-presets', { name: NAME, length_cm: 30, width_cm: 20, height_cm: 10 })
  await create('/pickup-locations', { name: NAME, address })
  const card = { name: NAME, service_code: 'fleet_now', currency: 'GBP', pickup_country: 'GB' }
  await create('/rate-cards', { ...card, zones: [{ country: 'GB', amount: '7.50' }] })
  await create('/drivers', { name: NAME, telephone: '+44 20 7946 0000' })
  const owner = { email: `markup-${crypto.randomUUID()}@example.com`, name: NAME }
  return new URL(getData(await admin('POST', `${within}/owners`, owner), 201).sign_in_url).hash
}

test('on no page of the console is a text of the merchant taken for code', async () => {
  const link = await nameEverything()
  const opened = await visit(`/sign-in?next=/carriers/own-fleet${link}`)
  const { page } = opened
  await agreeToSignIn(page)
  await page.locator('[data-connection=live]').waitFor()
  for (const path of PAGES) {
    await page.evaluate(`history.pushState(null, '', '/console${path}')`)
    await expect.poll(() => page.locator('main').getByText(NAME).count()).toBeGreaterThan(0)
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    await expectHarmless(opened)
  }
  await opened.close()
})
