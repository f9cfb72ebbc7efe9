/** From an address to a label, by keyboard alone, and with answers that get lost. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { call, get, getData, post } from '../../e2e/api.ts'
import {
  callAsUser,
  expectSound,
  LOOKS,
  LOOKS_OF_FLOWS,
  openConsole,
  openScreen,
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

/** A busy machine takes its time. */
const SOON = { timeout: 60_000 }

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

/** Fills in the whole form without a mouse. Sizes and pickup can be there already. */
async function fillIn(page: Page, { sizes = true, pickup = true } = {}): Promise<void> {
  await page.getByLabel('Paste a whole address').focus()
  await paste(page, ADDRESS)
  if (sizes) await fillInSizes(page)
  await type(page, 'Order reference', reference)
  if (pickup) await fillInPickup(page)
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

/** A preset that is gone after the test: the other tests begin with an empty form. */
async function aPreset(values: object) {
  const preset = getData(await post('/api/v1/parcel-presets', values), 201)
  onTestFinished(() => void call('DELETE', `/api/v1/parcel-presets/${preset.preset_id}`))
  return preset
}

/** A pickup location that is open every morning, until the end of the test. */
async function aLocation(name: string, address_line_1: string) {
  const address = { name: 'Corner Bakery', address_line_1, post_code: 'NW1 8AB', city: 'London', country: 'GB' }
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const hours = Object.fromEntries(days.map((day) => [day, [{ from: '08:00', to: '12:00' }]]))
  const location = getData(
    await post('/api/v1/pickup-locations', { name: `${name} ${reference}`, address, hours }),
    201,
  )
  onTestFinished(() => void call('DELETE', `/api/v1/pickup-locations/${location.pickup_location_id}`))
  return location
}

const PASSWORD = 'correct horse battery staple'

const bookings = async () => getData(await get(`/api/v1/bookings?merchant_order_ref=${reference}`), 200)

test.each(LOOKS_OF_FLOWS)(
  'ships by keyboard alone, from a pasted address to the printed label: $name',
  async ({ name, options }) => {
    const opened = await openConsole('/ship', options)
    const { page } = opened
    await until(page, isFocused('Paste a whole address'))
    await fillIn(page)
    await page.getByLabel('Flat, floor, building').first().waitFor()
    expect(await page.getByLabel('Flat, floor, building').first().inputValue()).toBe('Flat 3')
    await askForOffers(page)
    await page.getByText('Cheapest', { exact: true }).waitFor()
    await picture(page, `ship-offers-${name}`)
    await expectSound(opened)
    await page.keyboard.press('Enter')
    await page.getByText('Booked', { exact: true }).waitFor()
    await until(page, `document.activeElement?.textContent?.includes('Print the label')`)
    await picture(page, `ship-booked-${name}`)
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Booked' }).waitFor()
    await expect.poll(async () => (await bookings())[0]?.print_count, { timeout: 60_000 }).toBe(1)
    await page.keyboard.press('n')
    await until(page, isFocused('Paste a whole address'))
    // The address of the last pickup is remembered.
    await page.getByText('12 Market Street').waitFor()
    await opened.close()
  },
)

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

test('a second pasted address replaces the first, and is what is quoted', async () => {
  const { page, close } = await openConsole('/ship')
  await fillIn(page)
  await page.getByLabel('Paste a whole address').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await paste(page, 'Ada Byron\n12 St James Square\nLondon\nSW1Y 4JH\nUnited Kingdom')
  await askForOffers(page)
  expect(await page.getByLabel('Street and number').first().inputValue()).toBe('12 St James Square')
  // A scanner ends each code with Enter: its Enter is no decision to book.
  await page.keyboard.type('5012345678900')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Booked', { exact: true }).waitFor()
  const [shipment, ...others] = getData(await get(`/api/v1/shipments?merchant_order_ref=${reference}`), 200)
  expect(others).toEqual([])
  expect(shipment.dropoff_address).toMatchObject({ name: 'Ada Byron', address_line_1: '12 St James Square' })
  await close()
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

test('a preset is chosen by keyboard, a size is kept as one, and the last one is there for the next parcel', async () => {
  const preset = await aPreset({
    name: `Box ${reference}`,
    weight_kg: '1.25',
    length_cm: 30,
    width_cm: 20,
    height_cm: 15,
  })
  const opened = await openConsole('/ship')
  const { page } = opened
  const weight = page.getByLabel('Weight')
  await page.getByLabel('Preset').waitFor()
  await page.getByLabel('Preset').focus()
  await page.keyboard.type(`Box ${reference}`)
  await expect.poll(() => weight.inputValue(), SOON).toBe('1.25')
  expect(await page.getByLabel('Height').inputValue()).toBe('15')
  await type(page, 'Height', '17,5')
  expect(await page.getByLabel('Preset').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Save as preset' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save as preset' })
  await dialog.getByLabel('Name').fill(`Tall ${reference}`)
  await picture(page, 'ship-preset')
  await expectSound(opened)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const presets = getData(await get('/api/v1/parcel-presets?limit=100'), 200)
  const tall = presets.find(({ name }: { name: string }) => name === `Tall ${reference}`)
  onTestFinished(() => void call('DELETE', `/api/v1/parcel-presets/${tall.preset_id}`))
  expect(tall).toMatchObject({ weight_kg: null, height_cm: '17.50', is_default: false })
  expect(preset.preset_id).not.toBe(tall.preset_id)
  await expect.poll(() => page.getByLabel('Preset').inputValue(), SOON).toBe(tall.preset_id)
  await page.getByRole('button', { name: 'Add a parcel' }).click()
  await expect.poll(() => page.getByLabel('Height').nth(1).inputValue(), SOON).toBe('17.5')
  await page.getByRole('button', { name: 'Remove parcel 2' }).click()
  await fillIn(page, { sizes: false })
  await askForOffers(page)
  await page.evaluate('sessionStorage.clear()')
  await page.reload()
  await expect.poll(() => page.getByLabel('Preset').inputValue(), SOON).toBe(tall.preset_id)
  await opened.close()
})

test('one of several pickup locations is chosen, with its hours, and remembered', async () => {
  const [bakery, mill] = [await aLocation('Bakery', '12 Market Street'), await aLocation('Mill', '3 Mill Lane')]
  const opened = await openConsole('/ship')
  const { page } = opened
  const choice = page.getByLabel('Pickup location')
  await choice.waitFor()
  await choice.focus()
  await page.keyboard.type(mill.name)
  await page.getByText('3 Mill Lane').waitFor()
  await page.getByText('Open 08:00–12:00 on the collection date').waitFor()
  await picture(page, 'ship-pickup')
  await expectSound(opened)
  await fillIn(page, { pickup: false })
  await askForOffers(page)
  await page.evaluate('sessionStorage.clear()')
  await page.reload()
  await expect.poll(() => choice.inputValue(), SOON).toBe(mill.pickup_location_id)
  const [shipment] = getData(await get(`/api/v1/shipments?merchant_order_ref=${reference}`), 200)
  expect(shipment.pickup_address.address_line_1).toBe('3 Mill Lane')
  await choice.selectOption(bakery.pickup_location_id)
  await page.getByText('12 Market Street').waitFor()
  await opened.close()
})

test('a courier is sent at once within limits, and wrong limits are named', async () => {
  const opened = await openConsole('/ship')
  const { page } = opened
  await fillIn(page)
  await page.getByLabel('Send a courier at once').press('Space')
  await type(page, 'At most', 'much')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^Courier · At most/ }).press('Enter')
  await until(page, isFocused('At most'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('90,00')
  await picture(page, 'ship-courier')
  await expectSound({ ...opened, complaints: [] })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Booked', { exact: true }).waitFor()
  const [shipment, ...others] = getData(await get(`/api/v1/shipments?merchant_order_ref=${reference}`), 200)
  expect(others).toEqual([])
  expect(shipment.dispatch).toMatchObject({ max_total_amount: '90.00', currency: 'GBP', deliver_by: null })
  // The summary shows what was sent: no second courier can be sent for it.
  expect(await page.getByLabel('Order reference').count()).toBe(0)
  await page.getByText(reference).waitFor()
  await page.reload()
  await page.getByText('Booked', { exact: true }).waitFor()
  expect(await bookings()).toHaveLength(1)
  await opened.close()
})

test('wrong fields are named where they are, and nothing typed is lost on reload', async () => {
  const { page, close } = await openConsole('/ship')
  await page.getByLabel('Order reference').fill(reference)
  await page.getByLabel('Weight').fill('heavy')
  await page.getByLabel('Street and number').first().fill('<img src=x onerror=alert(1)>')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^Parcels · 1 · Weight/ }).click()
  await until(page, isFocused('Weight'))
  await picture(page, 'ship-wrong')
  await page.reload()
  await page.getByLabel('Order reference').waitFor()
  expect(await page.getByLabel('Order reference').inputValue()).toBe(reference)
  expect(await page.getByLabel('Street and number').first().inputValue()).toBe('<img src=x onerror=alert(1)>')
  expect(await bookings()).toEqual([])
  await close()
})

test.each(LOOKS)('the form fits and is accessible: $name', async ({ name, options }) => {
  const opened = await openScreen('/ship', options)
  await opened.page.getByLabel('Order reference').waitFor()
  await picture(opened.page, `ship-${name}`)
  await expectSound(opened)
  await opened.close()
})
