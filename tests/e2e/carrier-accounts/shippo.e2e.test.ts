/** Shippo accounts of a merchant, from their tokens to labels and tracking, at a server that is shaped like Shippo. */
import { type ShippoServer, startShippoServer } from '@waybill/carriers/testing/shippo/server'
import { anAddress, aParcelDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, post } from '../api.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const inUnitedStates = { province: 'CA', country: 'US', town: null, latitude: null, longitude: null }
const across = {
  pickup_address: anAddress({ ...inUnitedStates, city: 'San Francisco', post_code: '94107', phone: '+14155550100' }),
  dropoff_address: anAddress({ ...inUnitedStates, city: 'Redondo Beach', post_code: '90277', phone: '+14155550101' }),
}

let server: ShippoServer
let merchant: Merchant
let account: Awaited<ReturnType<Merchant['addAccount']>>
beforeAll(async () => {
  server = await startShippoServer()
  merchant = await createMerchant()
  account = await addAccount(merchant, 'shippo_test_ended', {})
  const api_key = server.keyOf(account.carrier_account_id, 'test')
  dataOf(await merchant.send('PATCH', account.path, { credentials: { api_key } }), 200)
  dataOf(await merchant.send('POST', `${account.path}/verify`), 200)
})
afterAll(() => server.stop())

const addAccount = (owner: Merchant, api_key: string, more: object) =>
  owner.addAccount({ carrier_code: 'shippo', name: 'Shop', endpoint: server.url, credentials: { api_key, ...more } })

const purchases = () =>
  server.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/transactions')).length

test('a test environment refuses a live token, and a live environment a test token', async () => {
  const add = (owner: Merchant, api_key: string) =>
    owner.send('POST', '/api/v1/carrier-accounts', { carrier_code: 'shippo', name: 'Other', credentials: { api_key } })
  expect((await add(merchant, server.keyOf('cac_1', 'live'))).status).toBe(422)
  expect((await add(await createMerchant('live'), server.keyOf('cac_1', 'test'))).status).toBe(422)
  const { path } = await addAccount(merchant, server.keyOf('cac_2', 'test'), {})
  server.answerNext({ path: /carrier_accounts/, status: 401, body: { detail: 'Invalid token.' } })
  const carrier = { carrier_code: 'shippo', code: 'carrier_error', message: 'Invalid token.', http_status: 401 }
  expect(await merchant.send('POST', `${path}/verify`)).toMatchObject({
    status: 422,
    body: { error: { code: 'credentials_refused', carrier } },
  })
  expect((await merchant.send('DELETE', path)).status).toBe(204)
})

test('the right token is verified, and call-backs are registered with a token of their own', async () => {
  expect(await merchant.read(account.path)).toMatchObject({ status: 'verified', credentials_set: ['api_key'] })
  const webhooks = server.webhooksOf(account.carrier_account_id, 'test')
  expect(webhooks.map(({ event }) => event)).toEqual(['track_updated', 'transaction_updated'])
  for (const { url } of webhooks) expect(url).toMatch(new RegExp(`^${account.callback_url}\\?token=[\\w-]{43}$`))
})

test('offers have the services of all carriers, and messages what a carrier says', async () => {
  const { options } = await merchant.quote((await merchant.createShipment(across)).shipment_id)
  const own = { carrier_account_id: account.carrier_account_id, carrier_code: 'shippo', currency: 'USD' }
  const ground = { ...own, service_code: 'usps.ground_advantage', carried_by: 'USPS', total_amount: '5.93' }
  const air = { ...own, service_code: 'ups.next_day_air', carried_by: 'UPS', eta_precision: 'time' }
  expect(options).toEqual(expect.arrayContaining([expect.objectContaining(ground), expect.objectContaining(air)]))
  const parcels = [aParcelDocument(), aParcelDocument()]
  const several = await merchant.quote((await merchant.createShipment({ ...across, parcels })).shipment_id)
  const offered = several.options.filter((option: { carrier_code: string }) => option.carrier_code === 'shippo')
  expect(offered.map((option: { service_code: string }) => option.service_code)).toEqual(['ups.next_day_air'])
  const message = 'USPS does not support multi-piece shipments.'
  expect(several.messages).toContainEqual(expect.objectContaining({ service_code: 'usps', message }))
})

test('booking an option twice buys one label, which is there as PDF', async () => {
  const before = purchases()
  const { booking, shipment, option, path } = await merchant.bookService('usps.ground_advantage', across)
  expect(booking).toMatchObject({ status: 'assigned', carrier_code: 'shippo', quote_option: { carried_by: 'USPS' } })
  const again = await merchant.book(shipment.shipment_id, option.quote_option_id)
  expect([again.status, again.body.data.booking_id]).toEqual([200, booking.booking_id])
  expect(purchases()).toBe(before + 1)
  const { headers, text } = await merchant.send('GET', `${path}/label?format=pdf`)
  expect([headers.get('content-type'), text.startsWith('%PDF')]).toEqual(['application/pdf', true])
})

test('call-backs move the booking and the shipment, and one without the token does not', async () => {
  const { booking, shipment, path } = await merchant.bookService('usps.ground_advantage', across)
  const shipmentPath = `/api/v1/shipments/${shipment.shipment_id}`
  const accepted = { status: 'TRANSIT', substatus: 'package_accepted', details: 'Accepted' }
  server.reportNews(booking.carrier_job_id, accepted)
  await merchant.until(path, 'picked_up')
  await merchant.until(shipmentPath, 'in_transit')
  const tracking_history = [{ status: 'DELIVERED', status_date: new Date().toISOString() }]
  const event = { event: 'track_updated', data: { transaction: booking.carrier_job_id, tracking_history } }
  for (const query of ['', '?token=another']) {
    const forged = await post(`${account.callback_url}${query}`, event, { token: null })
    expect([forged.status, forged.body]).toMatchObject([401, { error: { code: 'invalid_token' } }])
  }
  expect(await merchant.read(path)).toMatchObject({ status: 'picked_up' })
  const late = await merchant.cancel(shipment.shipment_id)
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'cancellation_refused' } } })
  server.reportNews(booking.carrier_job_id, { status: 'DELIVERED', substatus: 'delivered', details: 'Front Door' })
  await merchant.until(path, 'delivered')
  await merchant.until(shipmentPath, 'delivered')
})

test('a cancellation asks for the refund of the label', async () => {
  const { booking, shipment, path } = await merchant.bookService('usps.priority', across)
  expect(dataOf(await merchant.cancel(shipment.shipment_id), 200)).toMatchObject({ status: 'cancelled' })
  expect(server.transaction(booking.carrier_job_id)).toMatchObject({ status: 'REFUNDPENDING' })
  expect(await merchant.read(path)).toMatchObject({ status: 'cancelled' })
})
