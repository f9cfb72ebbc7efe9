/** The tracking page as a recipient sees it: on a phone, in Debian's Chromium. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, get } from '../e2e/api.ts'
import { advance, bookShipment } from '../e2e/journeys.ts'

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.WAYBILL_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'], // root in a container has no other way
  })
})
afterAll(() => browser?.close())

/** Opens a page and records the browser's complaints: policy violations, failures, exceptions. */
async function visit(url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...PHONE, colorScheme: 'light', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(url)
  return { page, complaints, close: () => context.close() }
}

const headline = (page: Page) => page.locator('h1')
const picture = async (page: Page, name: string) => {
  const directory = process.env.WAYBILL_TEST_SCREENSHOTS
  if (directory) await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true })
}

test('the page follows the courier to the delivery without a reload', async () => {
  const { shipment } = await bookShipment()
  const { page, complaints, close } = await visit(shipment.tracking_url)
  await page.evaluate('window.loadedOnce = true')
  expect(await headline(page).textContent()).toBe('Getting ready')
  expect(await page.locator('.city').textContent()).toBe(`To ${shipment.dropoff_address.city}`)
  await picture(page, 'ready')

  dataOf(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  await page.locator('h1', { hasText: 'On its way' }).waitFor()
  dataOf(await advance(shipment.shipment_id, { incident: 'weather' }), 200)
  await page.locator('.trouble', { hasText: 'Held up by the weather' }).waitFor()
  await picture(page, 'held')
  dataOf(await advance(shipment.shipment_id, { status: 'arrived_at_dropoff' }), 200)
  await page.locator('h1', { hasText: 'Out for delivery' }).waitFor()
  await picture(page, 'out-for-delivery')
  dataOf(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  await page.locator('h1', { hasText: 'Delivered' }).waitFor()
  expect(await page.title()).toBe('Delivered')
  expect(await page.locator('.steps .done').count()).toBe(4)
  expect(await page.locator('.moments li').first().textContent()).toContain('Delivered')
  await picture(page, 'delivered')

  expect(await page.evaluate('window.loadedOnce')).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('the page fits a phone, also in dark mode', async () => {
  const { shipment } = await bookShipment()
  const { page, close } = await visit(shipment.tracking_url, { colorScheme: 'dark' })
  const root = 'document.documentElement'
  expect(await page.evaluate(`${root}.scrollWidth`)).toBe(PHONE.viewport.width)
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(14, 19, 24)')
  await picture(page, 'dark')
  await close()
})

test('a reader elsewhere sees the times at the drop-off, with and without JavaScript', async () => {
  const { shipment } = await bookShipment()
  dataOf(await advance(shipment.shipment_id, { status: 'arrived_at_dropoff' }), 200)
  const live: string[] = []
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await visit(shipment.tracking_url, { javaScriptEnabled, timezoneId: 'Asia/Tokyo' })
    await page.locator('h1', { hasText: 'Out for delivery' }).waitFor()
    live.push(await page.locator('#live').innerText())
    await picture(page, javaScriptEnabled ? 'elsewhere' : 'without-script')
    await close()
  }
  expect(live[0]).toContain('Times are London time.')
  expect(live[0]).toBe(live[1])
})

test("neither the page nor its stream contains the recipient's name or street", async () => {
  const { shipment, booking } = await bookShipment()
  dataOf(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  const { page, close } = await visit(shipment.tracking_url)
  await page.locator('h1', { hasText: 'Delivered' }).waitFor()
  const stream = await get(`${new URL(shipment.tracking_url).pathname}/stream`, { token: null })
  const told = (await page.content()) + stream.text
  const { name, address_line_1, post_code } = shipment.dropoff_address
  for (const personal of [name, address_line_1, post_code, booking.driver.name, shipment.shipment_id]) {
    expect(told).not.toContain(personal)
  }
  await close()
})
