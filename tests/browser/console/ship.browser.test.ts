/** From an address to a label, by keyboard alone, and with answers that get lost. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { dataOf, get } from '../../e2e/api.ts'
import { expectSound, LOOKS, openConsole, picture, until, useBrowser } from './console.ts'

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

/** Presses Tab until the control with the label has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(isFocused(label))) return
  }
  throw new Error(`"${label}" did not get the focus`)
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

/** Fills in the whole form without a mouse. */
async function fillIn(page: Page): Promise<void> {
  await until(page, isFocused('Paste a whole address'))
  await paste(page, ADDRESS)
  await type(page, 'Weight', '1.25')
  await type(page, 'Length', '30')
  await type(page, 'Width', '20')
  await type(page, 'Height', '15')
  await type(page, 'Order reference', reference)
  await type(page, 'Street and number', '12 Market Street')
  await type(page, 'Post code', 'NW1 8AB')
  await type(page, 'City', 'London')
  await tabTo(page, 'Country')
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Search').waitFor()
  await page.keyboard.type('United Kingdom')
  await page.getByRole('option', { name: 'United Kingdom' }).waitFor()
  await page.keyboard.press('Enter')
}

/** The stored quote is there: its cheapest offer is chosen and has the focus. */
async function askForOffers(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await until(page, `document.activeElement?.name === 'quote_option'`)
}

const bookings = async () => dataOf(await get(`/api/v1/bookings?merchant_order_ref=${reference}`), 200)

test('ships by keyboard alone, from a pasted address to the printed label', async () => {
  const opened = await openConsole('/ship')
  const { page } = opened
  await fillIn(page)
  await page.getByLabel('Flat, floor, building').first().waitFor()
  expect(await page.getByLabel('Flat, floor, building').first().inputValue()).toBe('Flat 3')
  await askForOffers(page)
  await page.getByText('Cheapest').waitFor()
  await picture(page, 'ship-offers')
  await expectSound(opened)
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
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByText('Booked', { exact: true }).waitFor()
  expect(await bookings()).toHaveLength(1)
  await close()
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
  const opened = await openConsole('/ship', options)
  await opened.page.getByLabel('Order reference').waitFor()
  await picture(opened.page, `ship-${name}`)
  await expectSound(opened)
  await opened.close()
})
