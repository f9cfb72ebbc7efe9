/** The tracking page as a recipient sees it: on a phone, in Debian's Chromium. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, get, getData } from '../e2e/api.ts'
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

  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  await page.locator('h1', { hasText: 'On its way' }).waitFor()
  getData(await advance(shipment.shipment_id, { incident: 'weather' }), 200)
  await page.locator('.trouble', { hasText: 'Held up by the weather' }).waitFor()
  await picture(page, 'held')
  getData(await advance(shipment.shipment_id, { status: 'arrived_at_dropoff' }), 200)
  await page.locator('h1', { hasText: 'Out for delivery' }).waitFor()
  await picture(page, 'out-for-delivery')
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
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

test('the page shows the branding of its environment, with and without JavaScript, and keeps to its policy', async () => {
  const look = { display_name: 'Corner Bakery', accent_color: '#7a0019', support_phone: '+44 20 7946 0000' }
  expect((await call('PATCH', '/api/v1/branding', { body: look })).status).toBe(200)
  const maker = await browser.newPage({ viewport: { width: 320, height: 96 } })
  await maker.setContent('<body style="background: #7a0019"></body>')
  const logo = await maker.screenshot()
  await maker.close()
  const headers = { 'content-type': 'image/png' }
  expect((await call('POST', '/api/v1/branding/logo', { raw: logo, headers })).status).toBe(200)
  const { shipment } = await bookShipment()
  try {
    for (const [colorScheme, color] of [
      ['light', 'rgb(122, 0, 25)'],
      ['dark', 'rgb(182, 115, 129)'],
    ] as const) {
      const { page, complaints, close } = await visit(shipment.tracking_url, { colorScheme })
      await page.locator('header', { hasText: look.display_name }).waitFor()
      await page.waitForFunction("document.querySelector('header img').naturalWidth === 320")
      expect(await page.evaluate("getComputedStyle(document.querySelector('footer a')).color")).toBe(color)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport.width)
      expect(complaints).toEqual([])
      await picture(page, `branded-${colorScheme}`)
      await close()
    }
    const { page, close } = await visit(shipment.tracking_url, { javaScriptEnabled: false })
    expect(await page.locator('header').textContent()).toBe(look.display_name)
    expect(await page.locator('footer a').getAttribute('href')).toBe('tel:+442079460000')
    await close()
  } finally {
    expect((await call('DELETE', '/api/v1/branding')).status).toBe(204)
  }
})

test('a reader elsewhere sees the times at the drop-off, with and without JavaScript', async () => {
  const { shipment } = await bookShipment()
  getData(await advance(shipment.shipment_id, { status: 'arrived_at_dropoff' }), 200)
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
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
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
