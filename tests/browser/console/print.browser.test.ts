/** Labels that wait: many in one document, one by its barcode. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { get, getData } from '../../e2e/api.ts'
import { aReference, bookShipment, createShipment } from '../../e2e/journeys.ts'
import { expectSoundInAllLooks, openConsole, until, useBrowser } from './console.ts'
import { importByKeyboard } from './import-by-keyboard.ts'

useBrowser()

const printCount = async (bookingId: string) => getData(await get(`/api/v1/bookings/${bookingId}`), 200).print_count

test('prints the chosen labels in one document, and they wait no more', async () => {
  const booked = [await bookShipment(), await bookShipment()]
  const opened = await openConsole('/print')
  const { page } = opened
  const rows = booked.map(({ shipment }) => page.getByLabel(`Print the label of ${shipment.merchant_order_ref}`))
  for (const row of rows) await row.waitFor()
  await expectSoundInAllLooks(opened, 'print')
  await page.getByLabel('All', { exact: true }).press('Space')
  for (const row of rows) await row.press('Space')
  await page.getByRole('button', { name: 'Print 2 labels' }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('status').filter({ hasText: '2 labels printed' }).waitFor()
  for (const row of rows) await row.waitFor({ state: 'detached' })
  expect(await Promise.all(booked.map(({ booking }) => printCount(booking.booking_id)))).toEqual([1, 1])
  await opened.close()
})

const readBookings = async (shipmentId: string) => getData(await get(`/api/v1/bookings?shipment_id=${shipmentId}`), 200)

/** Scans or pastes the references and starts, all by keyboard. */
async function bookAll(page: Page, references: readonly string[]): Promise<void> {
  await page.getByLabel('Scan or paste order references').waitFor()
  await until(page, `document.activeElement?.tagName === 'INPUT'`)
  for (const reference of references) {
    await page.getByLabel(`Book ${reference}`).waitFor()
    await page.keyboard.type(`${reference.toLowerCase()}\n`)
  }
  const name = references.length === 1 ? 'Book and print 1 shipment' : `Book and print ${references.length} shipments`
  await page.getByRole('button', { name }).press('Enter')
}

test('books many and prints their labels; who comes back sees what has become of them', async () => {
  const shipments = [await createShipment(), await createShipment()]
  const opened = await openConsole('/print?tab=book')
  const { page } = opened
  await page.getByLabel('Scan or paste order references').waitFor()
  await page.keyboard.type('NO-SUCH-ORDER\n')
  await page.getByText('Not ready to be booked, or unknown: NO-SUCH-ORDER').waitFor()
  await expectSoundInAllLooks(opened, 'print-choose')
  await bookAll(
    page,
    shipments.map(({ merchant_order_ref }) => merchant_order_ref),
  )
  // As soon as the batch is in the address, it can be left.
  await page.waitForURL(/batch=bch_/)
  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)
  const table = page.getByRole('table', { name: 'Shipments of this run' })
  for (const { merchant_order_ref } of shipments) await table.getByText(merchant_order_ref).waitFor()
  await page.getByRole('status').filter({ hasText: '2 booked, 0 failed' }).waitFor()
  await until(page, `document.activeElement?.textContent?.startsWith('Print 2 labels')`)
  await expectSoundInAllLooks(opened, 'print-run')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: '2 labels printed' }).waitFor()
  await page.getByRole('button', { name: 'Print 2 labels again' }).waitFor()
  expect(await table.getByText(/^Printed /).count()).toBe(2)
  for (const { shipment_id } of shipments) {
    const bookings = await readBookings(shipment_id)
    expect(bookings.map(({ print_count }: { print_count: number }) => print_count)).toEqual([1])
  }
  await opened.close()
})

test('ten orders of a file become ten labels by keyboard alone', async () => {
  const prefix = aReference()
  const { page, close } = await openConsole('/shipments')
  expect(await importByKeyboard(page, prefix, 10)).toBeLessThanOrEqual(20)
  const shipments = getData(await get(`/api/v1/shipments?q=${prefix}`), 200)
  expect(shipments).toHaveLength(10)
  const bookings = await Promise.all(
    shipments.map(({ shipment_id }: { shipment_id: string }) => readBookings(shipment_id)),
  )
  expect(bookings.flat().map(({ print_count }) => print_count)).toEqual(Array(10).fill(1))
  await close()
})
