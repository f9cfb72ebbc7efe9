/** The page of a shipment: its history, what can be done, and changes that others make. */
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { call, get, getData, patch, post } from '../../e2e/api.ts'
import { advance, bookShipment, createShipment, quoteShipment, untilStatus } from '../../e2e/journeys.ts'
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

const PASSWORD = 'correct horse battery staple'

test('shows what has happened, live, and what the carrier was asked', async () => {
  const { shipment, booking } = await bookShipment()
  const opened = await openConsole(`/shipments/${shipment.shipment_id}`)
  const { page } = opened
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText(/^Quote with \d+ offers$/).waitFor()
  await history.getByText(/^Booked with/).waitFor()
  await page.getByRole('definition').getByText(booking.tracking_number, { exact: true }).waitFor()
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  await history.getByText('Delivered', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Signature' }).waitFor()
  await page.getByText('Exchanges with the carrier').click()
  await page.getByRole('region', { name: 'Exchanges with the carrier as JSON' }).waitFor()
  await picture(page, 'shipment-delivered')
  await expectSound(opened)
  await opened.close()
})

test('tells what led to what: calls, carriers that declined, webhooks and their answers', async () => {
  const [well, broken] = [await startHttpReceiver(), await startHttpReceiver()]
  broken.answerAlways({ status: 500 })
  for (const { url, stop } of [well, broken]) {
    onTestFinished(() => stop())
    const { subscription_id } = getData(
      await post('/api/v1/webhooks/subscriptions', { url, events: ['shipment.*'] }),
      201,
    )
    onTestFinished(() => void call('DELETE', `/api/v1/webhooks/subscriptions/${subscription_id}`))
  }
  const { shipment_id } = await createShipment({
    parcels: [{ title: 'SIM-NOT-SERVED:city_van', weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }],
  })
  const quote = await quoteShipment(shipment_id)
  const opened = await openConsole(`/shipments/${shipment_id}`)
  const { page } = opened
  const history = page.getByRole('list', { name: 'History' })
  const causedBy = (operation: string) =>
    history.locator(':scope > li').filter({ has: page.getByRole('link', { name: operation, exact: true }) })
  await causedBy('Ask for offers')
    .getByText(/^Quote with \d+ offers?$/)
    .waitFor()
  await causedBy('Ask for offers')
    .getByText(/^City Van.*: The carrier does not take this transport\.$/)
    .waitFor()

  // Another person books: the page shows it by itself.
  const [{ quote_option_id }] = quote.options
  getData(await post(`/api/v1/shipments/${shipment_id}/book`, { quote_option_id }), 201)
  await causedBy('Book shipment')
    .getByText(/^Booked with/)
    .waitFor()
  const refused = await patch(`/api/v1/shipments/${shipment_id}`, { collection_date: '2020-01-01' })
  expect(refused.status).toBe(422)
  await causedBy('Change shipment').getByText('Refused', { exact: true }).waitFor({ timeout: 60_000 })
  getData(await advance(shipment_id, { status: 'delivered' }), 200)

  const webhooks = causedBy('Register shipment').getByRole('group')
  // Endpoints of other tests may be in the environment, too.
  await webhooks.getByText(/^\d+ answered$/).waitFor({ timeout: 60_000 })
  await webhooks.getByText(/^\d+ waiting$/).waitFor({ timeout: 60_000 })
  await webhooks.locator('summary').press('Enter')
  const sentTo = (url: string) => webhooks.getByRole('listitem').filter({ hasText: url })
  await sentTo(broken.url).getByText('answered with 500').waitFor({ timeout: 60_000 })
  await picture(page, 'shipment-causes')
  await expectSound(opened)
  await sentTo(well.url).getByRole('link').press('Enter')
  await page.getByRole('dialog').getByText('succeeded').first().waitFor()
  await opened.close()
})

test('a session that ends while a shipment is changed keeps what was typed, and saves it once', async () => {
  const { shipment_id } = await createShipment()
  const { page, close } = await openConsole(`/shipments/${shipment_id}`)
  await callAsUser(page, 'PATCH', '/api/v1/session/user', { password: PASSWORD })
  await page.getByRole('button', { name: 'Change' }).waitFor()
  await page.keyboard.press('e')
  await page.getByLabel('Street and number').fill('11 River Road')
  let hasEnded = false
  await page.route(`**/api/v1/shipments/${shipment_id}`, async (route) => {
    if (route.request().method() === 'PATCH' && !hasEnded) {
      hasEnded = true
      await callAsUser(page, 'DELETE', '/api/v1/session')
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Street and number').inputValue()).toBe('11 River Road')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { dropoff_address } = getData(await get(`/api/v1/shipments/${shipment_id}`), 200)
  expect(dropoff_address.address_line_1).toBe('11 River Road')
  await close()
})

test('by keyboard alone: changes a booked shipment, cancels the booking, books again, prints, cancels all', async () => {
  const { shipment } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const opened = await openConsole(`/shipments/${shipment.shipment_id}`)
  const { page } = opened
  const sheet = page.getByRole('dialog')
  const press = async (control: string) => {
    await tabTo(page, control)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Change', exact: true }).waitFor()
  await press('Change')
  await sheet.waitFor()
  await tabTo(page, 'Instructions for the courier')
  await page.keyboard.type('Ring twice')
  await expectSoundInAllLooks(opened, 'shipment-change')
  await page.keyboard.press('Enter')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(async () => getData(await get(path), 200).dropoff_instructions).toBe('Ring twice')

  await press('Cancel the booking')
  await sheet.waitFor()
  await press('Cancel the booking')
  await page.getByRole('link', { name: 'Get offers' }).waitFor()
  await press('Get offers')
  await until(page, `document.activeElement?.name === 'quote_option'`)
  await page.keyboard.press('Enter')
  await until(page, `document.activeElement?.textContent?.includes('Print the label')`)
  await page.keyboard.press('Enter')
  const bookings = async () => getData(await get(`/api/v1/bookings?shipment_id=${shipment.shipment_id}`), 200)
  await expect.poll(async () => (await bookings())[0].print_count, { timeout: 60_000 }).toBe(1)
  expect((await bookings()).map(({ status }: { status: string }) => status === 'cancelled')).toEqual([false, true])

  await page.bringToFront() // the label is in another tab
  await press('Open the shipment')
  await page.getByRole('button', { name: 'Cancel the shipment' }).waitFor()
  await press('Cancel the shipment')
  await sheet.waitFor()
  await tabTo(page, 'Note')
  await page.keyboard.type('Ordered twice')
  await page.keyboard.press('Enter')
  await sheet.waitFor({ state: 'detached' })
  await untilStatus(path, 'cancelled')
  await page.getByRole('region', { name: 'History' }).getByText('Cancelled', { exact: true }).first().waitFor()
  await expectSoundInAllLooks(opened, 'shipment-cancelled')
  await opened.close()
})
