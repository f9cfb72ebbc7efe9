/** Labels that wait: many in one document, one by its barcode. */
import { expect, test } from 'vitest'
import { dataOf, get } from '../../e2e/api.ts'
import { bookShipment } from '../../e2e/journeys.ts'
import { expectSound, LOOKS, openConsole, picture, useBrowser } from './console.ts'

useBrowser()

const printCount = async (bookingId: string) => dataOf(await get(`/api/v1/bookings/${bookingId}`), 200).print_count

test('prints the labels that are chosen in one document, and they wait no more', async () => {
  const booked = [await bookShipment(), await bookShipment()]
  const opened = await openConsole('/print')
  const { page } = opened
  const rows = booked.map(({ shipment }) => page.getByLabel(`Print the label of ${shipment.merchant_order_ref}`))
  for (const row of rows) await row.waitFor()
  await picture(page, 'print')
  await expectSound(opened)
  await page.getByLabel('All', { exact: true }).press('Space')
  for (const row of rows) await row.press('Space')
  await page.getByRole('button', { name: 'Print 2 labels' }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('status').filter({ hasText: '2 labels printed' }).waitFor()
  for (const row of rows) await row.waitFor({ state: 'detached' })
  expect(await Promise.all(booked.map(({ booking }) => printCount(booking.booking_id)))).toEqual([1, 1])
  await opened.close()
})

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

test.each(LOOKS)('the screen fits and is accessible: $name', async ({ name, options }) => {
  await bookShipment()
  const opened = await openConsole('/print', options)
  await opened.page.getByRole('table', { name: 'Labels to print' }).waitFor()
  await picture(opened.page, `print-${name}`)
  await expectSound(opened)
  await opened.close()
})
