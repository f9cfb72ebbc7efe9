/** From an address to a label, by keyboard alone, and with answers that get lost. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { get, getData } from '../../e2e/api.ts'
import {
  callAsUser,
  expectSound,
  expectSoundInAllLooks,
  openConsole,
  picture,
  tabTo,
  until,
  useBrowser,
} from './console.ts'

useBrowser()
let reference = ''
beforeEach(() => {
  reference = `ORDER-${crypto.randomUUID().slice(0, 8)}`
})

const ADDRESS = 'Grace Miller\nFlat 3\n7 River Road\nLondon\nN1 9GU\nUnited Kingdom\n+44 20 7946 0018'

/** Pastes into what has the focus, as a person does. */
const paste = (page: Page, text: string) =>
  page.evaluate(
    `{ const clipboardData = new DataTransfer(); clipboardData.setData('text', ${JSON.stringify(text)});
       document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })) }`,
  )

const isFocused = (label: string) =>
  `document.activeElement?.labels?.[0]?.textContent?.trim() === ${JSON.stringify(label)}`

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

/** Fills in the whole form without a mouse. */
async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Paste a whole address').focus()
  await paste(page, ADDRESS)
  await fillInSizes(page)
  await type(page, 'Order reference', reference)
  await fillInPickup(page)
}

async function fillInSizes(page: Page): Promise<void> {
  await type(page, 'Weight', '1.25')
  await type(page, 'Length', '30')
  await type(page, 'Width', '20')
  await type(page, 'Height', '15')
}

async function fillInPickup(page: Page): Promise<void> {
  await type(page, 'Street and number', '12 Market Street')
  await type(page, 'Post code', 'NW1 8AB')
  await type(page, 'City', 'London')
  await tabTo(page, 'Country')
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Search').waitFor()
  await page.keyboard.type('United Kingdom')
  await page.getByRole('option', { name: 'United Kingdom' }).waitFor()
  await page.keyboard.press('Enter')
  // The list fades out, and gives the focus back at its end.
  await page.getByPlaceholder('Search').waitFor({ state: 'detached' })
  await until(page, isFocused('Country'))
}

/** The stored quote is there: its cheapest offer is chosen and has the focus. */
async function askForOffers(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await until(page, `document.activeElement?.name === 'quote_option'`)
}

const PASSWORD = 'correct horse battery staple'

const bookings = async () => getData(await get(`/api/v1/bookings?merchant_order_ref=${reference}`), 200)

test('ships by keyboard alone, from a pasted address to the printed label', async () => {
  const opened = await openConsole('/ship')
  const { page } = opened
  await until(page, isFocused('Paste a whole address'))
  await fillIn(page)
  await page.getByLabel('Flat, floor, building').first().waitFor()
  expect(await page.getByLabel('Flat, floor, building').first().inputValue()).toBe('Flat 3')
  await askForOffers(page)
  await page.getByText('Cheapest', { exact: true }).waitFor()
  await expectSoundInAllLooks(opened, 'ship-offers')
  await page.keyboard.press('Enter')
  await page.getByText('Booked', { exact: true }).waitFor()
  await until(page, `document.activeElement?.textContent?.includes('Print the label')`)
  await picture(page, 'ship-booked')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Booked' }).waitFor()
  await expect.poll(async () => (await bookings())[0]?.print_count, { timeout: 60_000 }).toBe(1)
  await page.keyboard.press('n')
  await until(page, isFocused('Paste a whole address'))
  // The address of the last pickup is remembered.
  await page.getByText('12 Market Street').waitFor()
  await opened.close()
})

test('offers are void after an edit, and what is booked afterwards is the corrected shipment', async () => {
  const opened = await openConsole('/ship')
  const { page } = opened
  await fillIn(page)
  await askForOffers(page)
  await page.getByLabel('Weight').fill('12')
  await page.getByLabel('Street and number').first().fill('9 River Road')
  await page.getByText('Changed. Get new offers.').waitFor()
  expect(await page.getByRole('button', { name: /^Book/ }).count()).toBe(0)
  await picture(page, 'ship-changed')
  await expectSound(opened)
  await page.getByLabel('Weight').focus()
  await askForOffers(page)
  await page.keyboard.press('Enter')
  await page.getByText('Booked', { exact: true }).waitFor()
  await page.getByText('12 kg').waitFor()
  const [shipment, ...others] = getData(await get(`/api/v1/shipments?merchant_order_ref=${reference}`), 200)
  expect(others).toEqual([])
  expect(shipment.parcels[0].weight_kg).toBe('12.000')
  expect(shipment.dropoff_address.address_line_1).toBe('9 River Road')
  await opened.close()
})

test('a booking whose answers get lost is made once, also after a reload', async () => {
  const { page, close } = await openConsole('/ship')
  await fillIn(page)
  await askForOffers(page)
  let lost = 0
  await page.route('**/book', async (route) => {
    await route.fetch()
    lost += 1
    await route.abort()
  })
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(lost).toBeGreaterThan(1)
  await page.unroute('**/book')
  await page.reload()
  await page.getByRole('button', { name: /^Book for/ }).click()
  await page.getByText('Booked', { exact: true }).waitFor()
  expect(await bookings()).toHaveLength(1)
  await close()
})

test('a network that is cut in the middle of a booking and restored books once', async () => {
  const { page, close } = await openConsole('/ship')
  await fillIn(page)
  await askForOffers(page)
  let sent = 0
  await page.route('**/book', async (route) => {
    sent += 1
    // The first request arrives, and the network is gone before its answer.
    if (sent === 1) await route.fetch()
    await page.context().setOffline(true)
    await route.abort('internetdisconnected')
  })
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(sent).toBeGreaterThan(0)
  expect(await bookings()).toHaveLength(1)
  await page.unroute('**/book')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /^Book for/ }).press('Enter')
  await page.getByText('Booked', { exact: true }).waitFor()
  expect(await bookings()).toHaveLength(1)
  await close()
})

test('a session that ends in the middle of the form keeps the form, and goes on with the same request', async () => {
  const { page, close } = await openConsole('/ship')
  await callAsUser(page, 'PATCH', '/api/v1/session/user', { password: PASSWORD })
  await fillIn(page)
  const keys: (string | null)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/quotes'))
      keys.push(request.headers()['idempotency-key'] ?? null)
  })
  const endSession = () => callAsUser(page, 'DELETE', '/api/v1/session')
  await page.route('**/api/v1/quotes', (route) => endSession().then(() => route.continue()), { times: 1 })
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Order reference').inputValue()).toBe(reference)
  expect(await page.getByLabel('Street and number').first().inputValue()).toBe('7 River Road')
  await page.getByLabel('Order reference').focus()
  await askForOffers(page)
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByText('Booked', { exact: true }).waitFor()
  expect(await bookings()).toHaveLength(1)
  await close()
})
