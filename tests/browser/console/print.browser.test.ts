/** Labels that wait: many in one document, one by its barcode. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { get, getData } from '../../e2e/api.ts'
import { bookShipment, createShipment, quoteShipment } from '../../e2e/journeys.ts'
import { expectSound, LOOKS, LOOKS_OF_FLOWS, openConsole, openScreen, picture, until, useBrowser } from './console.ts'

useBrowser()

const printCount = async (bookingId: string) => getData(await get(`/api/v1/bookings/${bookingId}`), 200).print_count

test.each(LOOKS_OF_FLOWS)(
  'prints the chosen labels in one document, and they wait no more: $name',
  async ({ name, options }) => {
    const booked = [await bookShipment(), await bookShipment()]
    const opened = await openConsole('/print', options)
    const { page } = opened
    const rows = booked.map(({ shipment }) => page.getByLabel(`Print the label of ${shipment.merchant_order_ref}`))
    for (const row of rows) await row.waitFor()
    await picture(page, `print-${name}`)
    await expectSound(opened)
    await page.getByLabel('All', { exact: true }).press('Space')
    for (const row of rows) await row.press('Space')
    await page.getByRole('button', { name: 'Print 2 labels' }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('status').filter({ hasText: '2 labels printed' }).waitFor()
    for (const row of rows) await row.waitFor({ state: 'detached' })
    expect(await Promise.all(booked.map(({ booking }) => printCount(booking.booking_id)))).toEqual([1, 1])
    await opened.close()
  },
)

test('a scanned code prints its label, once more if it was printed, and an unknown one says so', async () => {
  const { shipment, booking } = await bookShipment()
  const { page, close } = await openConsole('/print')
  const scan = async (code: string) => {
    await page.getByLabel('Barcode, tracking number, order reference or ID').fill(code)
    await page.keyboard.press('Enter')
  }
  await scan(booking.tracking_number)
  const done = page.getByRole('status').filter({ hasText: `Printed: ${shipment.merchant_order_ref}` })
  await done.waitFor()
  await scan('NO-SUCH-CODE')
  await page.getByText('No booking has this code: NO-SUCH-CODE').waitFor()
  await scan(booking.booking_id)
  await done.waitFor()
  expect(await printCount(booking.booking_id)).toBe(2)
  await close()
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

test.each(LOOKS_OF_FLOWS)(
  'books many and prints their labels; who comes back sees what has become of them: $name',
  async ({ name, options }) => {
    const shipments = [await createShipment(), await createShipment()]
    const opened = await openConsole('/print?tab=book', options)
    const { page } = opened
    await page.getByLabel('Scan or paste order references').waitFor()
    await page.keyboard.type('NO-SUCH-ORDER\n')
    await page.getByText('Not ready to be booked, or unknown: NO-SUCH-ORDER').waitFor()
    await picture(page, `print-choose-${name}`)
    await expectSound(opened)
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
    await picture(page, `print-run-${name}`)
    await expectSound(opened)
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: '2 labels printed' }).waitFor()
    await page.getByRole('button', { name: 'Print 2 labels again' }).waitFor()
    expect(await table.getByText(/^Printed /).count()).toBe(2)
    for (const { shipment_id } of shipments) {
      const bookings = await readBookings(shipment_id)
      expect(bookings.map(({ print_count }: { print_count: number }) => print_count)).toEqual([1])
    }
    await opened.close()
  },
)

test('a shipment for which the rule allows no offer stays with the reason, and is booked with another rule', async () => {
  const shipment = await createShipment()
  const { options } = await quoteShipment(shipment.shipment_id)
  const offered = new Set(options.map(({ service_code }: { service_code: string }) => service_code))
  const carriers = getData(await get('/api/v1/carriers'), 200)
  const [rule] = carriers.flatMap((carrier: { carrier_code: string; services: { service_code: string }[] }) =>
    carrier.services
      .filter(({ service_code }) => !offered.has(service_code))
      .map(({ service_code }) => `${carrier.carrier_code}/${service_code}`),
  )
  const opened = await openConsole(`/print?tab=book&rule=${encodeURIComponent(rule)}`)
  const { page } = opened
  await bookAll(page, [shipment.merchant_order_ref])
  await page.getByText('No carrier makes an offer that the rule allows.').waitFor()
  await picture(page, 'print-failed')
  await expectSound(opened)
  expect(await readBookings(shipment.shipment_id)).toEqual([])
  await page.getByLabel('Which offer to book').selectOption('cheapest')
  await page.getByRole('button', { name: 'Try 1 again' }).press('Enter')
  await page.getByRole('status').filter({ hasText: '1 booked, 0 failed' }).waitFor()
  const [booking] = await readBookings(shipment.shipment_id)
  expect(booking.quote_option.total_amount).toBe(options[0].total_amount)
  await opened.close()
})

test.each(LOOKS)('the choice of shipments fits and is accessible: $name', async ({ name, options }) => {
  await createShipment()
  const opened = await openScreen('/print?tab=book', options)
  await opened.page.getByRole('table', { name: 'Shipments that are ready' }).waitFor()
  await picture(opened.page, `print-choose-${name}`)
  await expectSound(opened)
  await opened.close()
})

test.each(LOOKS)('the screen fits and is accessible: $name', async ({ name, options }) => {
  await bookShipment()
  const opened = await openScreen('/print', options)
  await opened.page.getByRole('table', { name: 'Labels to print' }).waitFor()
  await picture(opened.page, `print-${name}`)
  await expectSound(opened)
  await opened.close()
})
