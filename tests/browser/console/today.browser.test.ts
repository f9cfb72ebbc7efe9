/** The queue of work: what waits for somebody, live, each with its action. */

import { startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import { anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { admin, call, dataOf, post } from '../../e2e/api.ts'
import { advance, aReference, bookShipment, createShipment, quoteShipment, untilStatus } from '../../e2e/journeys.ts'
import { createTenant } from '../../e2e/tenant.ts'
import { expectSound, LOOKS, openConsole, openScreen, picture, useBrowser, visit } from './console.ts'

useBrowser()

test.each(LOOKS)('the queue is sound: $name', async ({ name, options }) => {
  await createShipment({ merchant_order_ref: `${aReference()} <b>bold</b>` })
  const opened = await openScreen('/', options)
  const { page } = opened
  await page.getByRole('region', { name: 'Shipments to book' }).getByRole('listitem').first().waitFor()
  await page.locator('[data-connection=live]').waitFor()
  await picture(page, `today-${name}`)
  await expectSound(opened)
  await opened.close()
})

test('a delivery that fails appears by itself, and is opened', async () => {
  const opened = await openConsole('/')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  const { shipment } = await bookShipment()
  const path = `/api/v1/simulator/shipments/${shipment.shipment_id}/advance`
  for (const body of [{ status: 'picked_up' }, { status: 'failed' }]) expect((await post(path, body)).status).toBe(200)
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'failed')
  const trouble = page.getByRole('region', { name: 'Deliveries with a problem' })
  const row = trouble.getByRole('listitem').filter({ hasText: shipment.merchant_order_ref })
  await row.getByText('Failed').waitFor()
  await row.getByRole('link', { name: 'Open' }).press('Enter')
  await expect.poll(() => page.url()).toContain(`/shipments/${shipment.shipment_id}`)
  await opened.close()
})

test('the way to book many leads to the list of those', async () => {
  await createShipment({ merchant_order_ref: aReference() })
  const opened = await openConsole('/')
  const { page } = opened
  await page.getByRole('link', { name: 'Book many at once' }).press('Enter')
  await page.getByRole('link', { name: 'To book' }).and(page.locator('[aria-current=page]')).waitFor()
  expect(await page.getByLabel('Order').inputValue()).toBe('created_at')
  await expectSound(opened)
  await opened.close()
})

test('a wrong address appears by itself, and leads to the form that mends it', async () => {
  const opened = await openConsole('/')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  const { shipment } = await bookShipment()
  expect((await advance(shipment.shipment_id, { incident: 'incorrect_address' })).status).toBe(200)
  const wrong = page.getByRole('region', { name: 'Address problems' })
  const row = wrong.getByRole('listitem').filter({ hasText: shipment.merchant_order_ref })
  await row.getByRole('link', { name: 'Fix the address' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Post code').first().waitFor()
  expect(page.url()).toContain(`/shipments/${shipment.shipment_id}`)
  await expectSound(opened)
  await opened.close()
})

test('a search that ends without a courier appears by itself', async () => {
  const opened = await openConsole('/')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  const document = aShipmentDocument({ merchant_order_ref: aReference(), dispatch: { max_total_amount: '0.01' } })
  const { shipment_id } = dataOf(await post('/api/v1/shipments/on-demand', document), 201)
  await untilStatus(`/api/v1/shipments/${shipment_id}`, 'failed')
  const none = page.getByRole('region', { name: 'No courier' })
  await none.getByRole('listitem').filter({ hasText: document.merchant_order_ref }).getByText('None found').waitFor()
  await opened.close()
})

test('an endpoint that is switched off appears, and is switched on again', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(() => receiver.stop())
  receiver.answerAlways({ status: 410 })
  const url = `${receiver.url}/hook`
  const body = { url, events: ['shipment.created'] }
  const { subscription_id: id } = dataOf(await post('/api/v1/webhooks/subscriptions', body), 201)
  // Other tests count the webhooks about their shipments.
  onTestFinished(async () => void (await call('DELETE', `/api/v1/webhooks/subscriptions/${id}`)))
  const opened = await openConsole('/')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  await createShipment({ merchant_order_ref: aReference() })
  const off = page.getByRole('region', { name: 'Webhooks that are switched off' })
  const row = off.getByRole('listitem').filter({ hasText: url })
  await row.getByText('The receiver is gone').waitFor()
  receiver.answerAlways({})
  await row.getByRole('button', { name: 'Switch it on' }).press('Enter')
  await page.getByText('The endpoint is on.').first().waitFor()
  await row.waitFor({ state: 'detached' })
  await expectSound(opened)
  await opened.close()
})

test('a carrier account that fails appears, and is verified again', async () => {
  const carrier = await startEasyPostServer()
  onTestFinished(() => carrier.stop())
  const name = `Account ${aReference()}`
  const credentials = { api_key: 'a-key-that-easypost-has-ended' }
  const document = { carrier_code: 'easypost', name, endpoint: carrier.url, credentials }
  const { carrier_account_id: id } = dataOf(await post('/api/v1/carrier-accounts', document), 201)
  const path = `/api/v1/carrier-accounts/${id}`
  onTestFinished(async () => void (await call('DELETE', path)))
  expect((await post(`${path}/verify`)).status).toBe(422)
  const opened = await openConsole('/')
  const { page } = opened
  const failing = page.getByRole('region', { name: 'Carrier accounts that fail' })
  const row = failing.getByRole('listitem').filter({ hasText: name })
  await row.getByText('no longer active').waitFor()
  await expectSound(opened)
  dataOf(await call('PATCH', path, { body: { credentials: { api_key: carrier.keyFor(id) } } }), 200)
  await row.getByRole('button', { name: 'Verify' }).press('Enter')
  await page.getByText('The account works.').first().waitFor()
  await row.waitFor({ state: 'detached' })
  await opened.close()
})

test('a booking that its carrier does not answer appears, and goes once it is answered', async () => {
  const opened = await openConsole('/')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  // What is stuck is older than some minutes, by the clock of the page.
  await page.clock.setSystemTime(Date.now() + 10 * 60_000)
  const title = 'Box SIM-500'
  const { shipment_id, merchant_order_ref } = await createShipment({ parcels: [aParcelDocument({ title })] })
  const { options } = await quoteShipment(shipment_id)
  const body = { quote_option_id: options[0].quote_option_id }
  expect((await post(`/api/v1/shipments/${shipment_id}/book`, body)).status).toBe(202)
  const stuck = page.getByRole('region', { name: 'Bookings without an answer' })
  const row = stuck.getByRole('listitem').filter({ hasText: merchant_order_ref })
  await row.getByText('has not answered').waitFor()
  await row.waitFor({ state: 'detached', timeout: 60_000 })
  await opened.close()
})

test('a delivery that is late appears by itself, and goes once it has arrived', async () => {
  const carrier = await startEasyPostServer()
  onTestFinished(() => carrier.stop())
  // A separate merchant: offers of a real carrier would change what other tests see.
  const { access_token: token, merchant_id } = await createTenant()
  const document = {
    carrier_code: 'easypost',
    name: 'Shop',
    endpoint: carrier.url,
    credentials: { api_key: 'a-key-of-nobody' },
  }
  const { carrier_account_id: id } = dataOf(await post('/api/v1/carrier-accounts', document, { token }), 201)
  const path = `/api/v1/carrier-accounts/${id}`
  dataOf(await call('PATCH', path, { token, body: { credentials: { api_key: carrier.keyFor(id) } } }), 200)
  dataOf(await post(`${path}/verify`, undefined, { token }), 200)
  const place = { province: 'CA', country: 'US', town: null, latitude: null, longitude: null, phone: '+14155550100' }
  const across = aShipmentDocument({
    merchant_order_ref: aReference(),
    pickup_address: anAddress({ ...place, city: 'San Francisco', post_code: '94107' }),
    dropoff_address: anAddress({ ...place, city: 'Redondo Beach', post_code: '90277' }),
  })
  const { shipment_id } = dataOf(await post('/api/v1/shipments', across, { token }), 201)
  const { options } = dataOf(await post('/api/v1/quotes', { shipment_id }, { token }), 201)
  const { quote_option_id } = options.find((one: { carrier_code: string }) => one.carrier_code === 'easypost')
  const booking = dataOf(await post(`/api/v1/shipments/${shipment_id}/book`, { quote_option_id }, { token }), 201)

  const owner = { email: `late-${crypto.randomUUID()}@example.com`, name: 'Ada Miller' }
  const { sign_in_url } = dataOf(await admin('POST', `/admin/merchants/${merchant_id}/owners`, owner), 201)
  const opened = await visit(`/sign-in?next=/${new URL(sign_in_url).hash}`)
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  const row = page.getByRole('region', { name: 'Late' }).getByRole('listitem')
  expect(await row.count()).toBe(0)
  const onTheWay = { status: 'in_transit', detail: 'received_at_origin_facility', message: 'In possession' }
  const expectedAt = new Date(Date.now() - 3_600_000).toISOString()
  carrier.reportNews(booking.carrier_job_id, { ...onTheWay, expectedAt })
  await row.filter({ hasText: across.merchant_order_ref }).getByText('Delivery').waitFor()
  await expectSound(opened)
  await row.getByRole('link', { name: 'Open' }).press('Enter')
  await expect.poll(() => page.url()).toContain(`/shipments/${shipment_id}`)
  await page.goBack()
  await row.waitFor()
  carrier.reportNews(booking.carrier_job_id, {
    status: 'delivered',
    detail: 'arrived_at_destination',
    message: 'Delivered',
  })
  await row.waitFor({ state: 'detached' })
  await opened.close()
})

test('j and k go from task to task, and Enter books the one', async () => {
  await createShipment({ merchant_order_ref: aReference() })
  await createShipment({ merchant_order_ref: aReference() })
  const opened = await openConsole('/')
  const { page } = opened
  await page
    .getByRole('region', { name: 'Shipments to book' })
    .getByRole('link', { name: 'Book', exact: true })
    .nth(1)
    .waitFor()
  const focused = () =>
    page.evaluate('[...document.querySelectorAll("[data-work-action]")].indexOf(document.activeElement)')
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(0)
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(1)
  await page.keyboard.press('k')
  await expect.poll(focused).toBe(0)
  const book = page
    .getByRole('region', { name: 'Shipments to book' })
    .getByRole('link', { name: 'Book', exact: true })
    .first()
  await book.press('Enter')
  await expect.poll(() => page.url()).toContain('/ship?')
  await opened.close()
})
