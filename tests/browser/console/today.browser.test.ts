/** The queue of work: what waits for somebody, live, each with its action. */

import { startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { expect, onTestFinished, test } from 'vitest'
import { admin, call, getData, post } from '../../e2e/api.ts'
import { aReference, bookShipment, untilStatus } from '../../e2e/journeys.ts'
import { createTenant } from '../../e2e/tenant.ts'
import { agreeToSignIn, expectSound, openConsole, useBrowser, visit } from './console.ts'

useBrowser()

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
  await row.getByText('Failed', { exact: true }).waitFor()
  await row.getByText('The carrier failed').waitFor()
  await row.getByRole('link', { name: shipment.merchant_order_ref }).press('Enter')
  await expect.poll(() => page.url()).toContain(`/shipments/${shipment.shipment_id}`)
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
  const { carrier_account_id: id } = getData(await post('/api/v1/carrier-accounts', document, { token }), 201)
  const path = `/api/v1/carrier-accounts/${id}`
  getData(await call('PATCH', path, { token, body: { credentials: { api_key: carrier.keyFor(id) } } }), 200)
  getData(await post(`${path}/verify`, undefined, { token }), 200)
  const place = { province: 'CA', country: 'US', town: null, latitude: null, longitude: null, phone: '+14155550100' }
  const across = aShipmentDocument({
    merchant_order_ref: aReference(),
    pickup_address: anAddress({ ...place, city: 'San Francisco', post_code: '94107' }),
    dropoff_address: anAddress({ ...place, city: 'Redondo Beach', post_code: '90277' }),
  })
  const { shipment_id } = getData(await post('/api/v1/shipments', across, { token }), 201)
  const { options } = getData(await post('/api/v1/quotes', { shipment_id }, { token }), 201)
  const { quote_option_id } = options.find((one: { carrier_code: string }) => one.carrier_code === 'easypost')
  const booking = getData(await post(`/api/v1/shipments/${shipment_id}/book`, { quote_option_id }, { token }), 201)

  const owner = { email: `late-${crypto.randomUUID()}@example.com`, name: 'Ada Miller' }
  const { sign_in_url } = getData(await admin('POST', `/admin/merchants/${merchant_id}/owners`, owner), 201)
  const opened = await visit(`/sign-in?next=/${new URL(sign_in_url).hash}`)
  const { page } = opened
  await agreeToSignIn(page)
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
