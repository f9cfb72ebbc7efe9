/** The list of shipments: filters in the address, views, selection, bulk actions, export, live rows. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { get, getData } from '../../e2e/api.ts'
import { aReference, bookShipment, createShipment, untilStatus } from '../../e2e/journeys.ts'
import { expectSound, expectSoundInAllLooks, openConsole, picture, useBrowser } from './console.ts'

useBrowser()

const grid = (page: Page) => page.getByRole('grid', { name: 'Shipments' })
const row = (page: Page, reference: string) => grid(page).getByRole('row').filter({ hasText: reference })
const toList = (reference: string, more = '') => `/shipments?q=${encodeURIComponent(reference)}${more}`

/** Shipments that no other test sees: their references begin with the same text. */
async function createSome(count: number) {
  const prefix = aReference()
  const shipments = []
  for (let index = 1; index <= count; index += 1)
    shipments.push(await createShipment({ merchant_order_ref: `${prefix}-${index}` }))
  return { prefix, shipments }
}

test('the labels of selected shipments are printed in one document', async () => {
  const prefix = aReference()
  const booked = [
    await bookShipment({ merchant_order_ref: `${prefix}-1` }),
    await bookShipment({ merchant_order_ref: `${prefix}-2` }),
  ]
  const opened = await openConsole(toList(prefix))
  const { page } = opened
  await row(page, `${prefix}-2`).waitFor()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Print 2 labels' }).waitFor()
  await picture(page, 'shipments-print')
  await expectSound(opened)
  await page.keyboard.press('p')
  await page.getByText('2 labels are printed.').first().waitFor()
  for (const { booking } of booked)
    expect(getData(await get(`/api/v1/bookings/${booking.booking_id}`), 200).print_count).toBe(1)
  await opened.close()
})

test('rows are selected, booked and cancelled by keyboard, with an outcome for each', async () => {
  const { prefix, shipments } = await createSome(3)
  const opened = await openConsole(toList(prefix))
  const { page } = opened
  await row(page, `${prefix}-3`).waitFor()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selected').first().waitFor()

  await page.keyboard.press('b')
  const booking = page.getByRole('dialog', { name: 'Book 2 shipments' })
  await booking.getByText('Together').waitFor()
  await expectSoundInAllLooks(opened, 'shipments-book')
  await booking.getByRole('button', { name: 'Book 2 shipments' }).press('Enter')
  await booking.getByText('2 done, 0 failed').waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Select all loaded rows').press('Space')
  await page.getByRole('button', { name: 'Cancel shipments' }).press('Enter')
  const cancelling = page.getByRole('dialog', { name: 'Cancel 3 shipments' })
  await cancelling.getByLabel('Reason').selectOption('duplicate')
  await cancelling.getByRole('button', { name: 'Cancel 3 shipments' }).press('Enter')
  await cancelling.getByText('3 done, 0 failed').waitFor()
  await picture(page, 'shipments-cancel')
  await page.keyboard.press('Escape')
  for (const { shipment_id } of shipments) {
    const shipment = await untilStatus(`/api/v1/shipments/${shipment_id}`, 'cancelled')
    expect(shipment.cancellation_reason_code).toBe('duplicate')
  }
  await row(page, `${prefix}-1`).getByText('Cancelled').waitFor()
  await expectSound(opened)
  await opened.close()
})

test('a new shipment waits above the list until it is asked for', async () => {
  const { prefix } = await createSome(1)
  const { page, complaints, close } = await openConsole(toList(prefix))
  await row(page, `${prefix}-1`).waitFor()
  await page.locator('[data-connection=live]').waitFor()
  await createShipment({ merchant_order_ref: `${prefix}-2` })
  const more = page.getByRole('button', { name: '1 new' })
  await more.waitFor()
  expect(await row(page, `${prefix}-2`).count()).toBe(0)
  await more.click()
  await expect.poll(() => grid(page).getByRole('row').nth(1).textContent()).toContain(`${prefix}-2`)
  expect(complaints).toEqual([])
  await close()
})

test('a file is imported: columns matched, wrong rows corrected, nothing registered before', async () => {
  const prefix = aReference()
  const head =
    'Order;Name;Straße;PLZ;Stadt;Land;Inhalt;Gewicht;Länge;Breite;Höhe;Colour;Pickup name;Pickup street;Pickup city;Pickup post code;Pickup country'
  const cells = (number: number, weight: string, country = 'GB') =>
    `${prefix}-${number};=Grace ${number};7 River Road;N1 9GU;London;${country};Bread;${weight};30;20;15;red;Bakery;12 Market Street;London;NW1 8AB;GB`
  const file = [head, cells(1, '1,25'), cells(2, 'heavy', 'XX'), cells(3, '2')].join('\r\n')
  const opened = await openConsole('/shipments')
  const { page } = opened
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await page.getByText('A CSV file with a row for each shipment').waitFor()
  await expectSoundInAllLooks(opened, 'import-file')
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  expect(await page.getByLabel('What Gewicht holds').inputValue()).toBe('parcels.0.weight_kg')
  expect(await page.getByLabel('What Colour holds').inputValue()).toBe('')
  await expectSoundInAllLooks(opened, 'import-columns')

  await page.getByRole('button', { name: 'Check the rows' }).press('Enter')
  await page.getByText('2 valid, 1 wrong, 0 registered').first().waitFor()
  const wrong = page.getByRole('form', { name: 'Row 3' })
  await expectSoundInAllLooks(opened, 'import-wrong')
  expect(getData(await get(`/api/v1/shipments?q=${prefix}`), 200)).toEqual([])

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the wrong rows' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text).toContain("'=Grace 2")
  expect(text).toMatch(/weight in kg: .*/)

  await wrong.getByLabel('Parcel: weight in kg').fill('0,8')
  await wrong.getByLabel('Recipient: country').fill('GB')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Check 1 row' }).press('Enter')
  await page.getByRole('button', { name: 'Register 3 shipments' }).press('Enter')
  await page.getByText('3 shipments are registered.').waitFor()
  await expectSound(opened)
  expect(getData(await get(`/api/v1/shipments?q=${prefix}`), 200)).toHaveLength(3)
  await page.getByRole('link', { name: 'Show the shipments' }).click()
  await grid(page).waitFor()
  await opened.close()
})
