/** Texts of a shipment that look like code are shown as texts, on every page that shows them. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getData, post } from '../../e2e/api.ts'
import { createShipment, quoteShipment } from '../../e2e/journeys.ts'
import { type ConsolePage, openConsole, useBrowser } from './console.ts'

useBrowser()

/** Each sets `window.ran` if a page takes it for code: as an element, in an attribute, a URL, a template or a script. */
const CORPUS = [
  '<script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '"><svg onload=window.ran=1>',
  "' autofocus onfocus=window.ran=1 x='",
  'javascript:window.ran=1',
  '{{constructor.constructor("window.ran=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of an attack
  '${window.ran=1}',
  '</title></textarea><script>window.ran=1</script>',
  '<a href="javascript:window.ran=1">x</a>',
]

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
    await show(page, `/shipments/${id}`)
    await page.getByText(`note: ${text}`).waitFor()
    await expectHarmless(opened)
    await page.keyboard.press('e')
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(text)
    await expectHarmless(opened)
    await show(page, `/ship?shipment=${id}`)
    await page.getByText('Cheapest', { exact: true }).waitFor()
    await expectHarmless(opened)
    const { options } = await quoteShipment(id)
    getData(await post(`/api/v1/shipments/${id}/book`, { quote_option_id: options[0].quote_option_id }), 201)
    await page.goto(trackingUrl)
    await page.locator('h1').waitFor()
    await expectHarmless(opened)
    await page.goBack()
  }
  await opened.close()
})
