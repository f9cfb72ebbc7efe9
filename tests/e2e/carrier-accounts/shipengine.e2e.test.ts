/** ShipEngine accounts of a merchant, from their keys to labels and tracking, at a server that is shaped like ShipEngine. */
import { type ShipEngineServer, startShipEngineServer } from '@waybill/carriers/testing/shipengine/server'
import { anAddress, aParcelDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, post } from '../api.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const inUnitedStates = { province: 'CA', country: 'US', town: null, latitude: null, longitude: null }
const across = {
  pickup_address: anAddress({ ...inUnitedStates, city: 'San Francisco', post_code: '94107', phone: '+14155550100' }),
  dropoff_address: anAddress({ ...inUnitedStates, city: 'Redondo Beach', post_code: '90277', phone: '+14155550101' }),
}
const accepted = { status: 'IT', detail: 'IN_TRANSIT', description: 'Accepted at USPS Origin Facility' }
const delivered = { status: 'DE', detail: 'DELIVERED', description: 'Delivered, Front Door', signer: 'J. TESTER' }

let server: ShipEngineServer
/** In a live environment: the sandbox has no webhooks. */
let merchant: Merchant
let account: Awaited<ReturnType<Merchant['addAccount']>>
beforeAll(async () => {
  server = await startShipEngineServer()
  merchant = await createMerchant('live')
  account = await addAccount(merchant, 'a-key-that-shipengine-has-ended')
  const api_key = server.keyOf(account.carrier_account_id)
  dataOf(await merchant.send('PATCH', account.path, { credentials: { api_key } }), 200)
  dataOf(await merchant.send('POST', `${account.path}/verify`), 200)
})
afterAll(() => server.stop())

const addAccount = (owner: Merchant, api_key: string) =>
  owner.addAccount({ carrier_code: 'shipengine', name: 'Shop', endpoint: server.url, credentials: { api_key } })

const purchases = () => server.requests.filter(({ path }) => path.startsWith('/v1/labels/rates/')).length

test('a live environment refuses a sandbox key, and a test environment any other', async () => {
  const add = (owner: Merchant, api_key: string) =>
    owner.send('POST', '/api/v1/carrier-accounts', {
      carrier_code: 'shipengine',
      name: 'Other',
      credentials: { api_key },
    })
  expect((await add(merchant, server.keyOf('cac_1', 'sandbox'))).status).toBe(422)
  const tester = await createMerchant()
  expect((await add(tester, server.keyOf('cac_1'))).status).toBe(422)
  const { path } = await addAccount(tester, 'TEST_wrong')
  server.answerNext({
    path: /carriers$/,
    status: 401,
    body: { errors: [{ error_code: 'unauthorized', message: 'No.' }] },
  })
  const carrier = { carrier_code: 'shipengine', code: 'unauthorized', message: 'No.', http_status: 401 }
  expect(await tester.send('POST', `${path}/verify`)).toMatchObject({
    status: 422,
    body: { error: { code: 'credentials_refused', carrier } },
  })
})

test('the right key is verified, and call-backs are registered', async () => {
  expect(await merchant.read(account.path)).toMatchObject({ status: 'verified', credentials_set: ['api_key'] })
  expect(server.webhooksOf(account.carrier_account_id)).toMatchObject([{ url: account.callback_url, event: 'track' }])
})

test('offers have the services of all carriers, and messages what a carrier says', async () => {
  const { options } = await merchant.quote((await merchant.createShipment(across)).shipment_id)
  const own = { carrier_account_id: account.carrier_account_id, carrier_code: 'shipengine', currency: 'USD' }
  expect(options).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...own,
        service_code: 'usps.ground_advantage',
        carried_by: 'USPS',
        total_amount: '5.93',
      }),
      expect.objectContaining({ ...own, service_code: 'ups.next_day_air', carried_by: 'UPS', eta_precision: 'time' }),
    ]),
  )
  const parcels = [aParcelDocument(), aParcelDocument()]
  const several = await merchant.quote((await merchant.createShipment({ ...across, parcels })).shipment_id)
  expect(several.options.map((option: { service_code: string }) => option.service_code)).toEqual(['ups.next_day_air'])
  expect(several.messages).toContainEqual(expect.objectContaining({ service_code: 'usps', code: 'too_many_parcels' }))
})

test('booking an option twice buys one label, which is there as PDF and ZPL', async () => {
  const before = purchases()
  const { booking, shipment, option, path } = await merchant.bookService('usps.ground_advantage', across)
  expect(booking).toMatchObject({
    status: 'assigned',
    carrier_code: 'shipengine',
    quote_option: { carried_by: 'USPS' },
  })
  const again = await merchant.book(shipment.shipment_id, option.quote_option_id)
  expect([again.status, again.body.data.booking_id]).toEqual([200, booking.booking_id])
  expect(purchases()).toBe(before + 1)
  for (const [format, type, start] of [
    ['pdf', 'application/pdf', '%PDF'],
    ['zpl', 'application/zpl', '^XA'],
  ]) {
    const { headers, text } = await merchant.send('GET', `${path}/label?format=${format}`)
    expect([headers.get('content-type'), text.startsWith(String(start))]).toEqual([type, true])
  }
})

test('call-backs move the booking and the shipment, and a forged one does not', async () => {
  const { booking, shipment, path } = await merchant.bookService('usps.ground_advantage', across)
  const shipmentPath = `/api/v1/shipments/${shipment.shipment_id}`
  server.reportNews(booking.carrier_job_id, accepted)
  await merchant.until(path, 'picked_up')
  await merchant.until(shipmentPath, 'in_transit')
  const { tracking_number } = server.label(booking.carrier_job_id)
  const events = [{ occurred_at: new Date().toISOString(), status_code: 'DE' }]
  const event = { resource_type: 'API_TRACK', data: { tracking_number, status_code: 'DE', events } }
  const { headers } = server.sign('{}')
  const forged = await post(account.callback_url, event, { headers: { ...headers }, token: null })
  expect([forged.status, forged.body]).toMatchObject([401, { error: { code: 'invalid_token' } }])
  expect(await merchant.read(path)).toMatchObject({ status: 'picked_up' })
  const late = await merchant.cancel(shipment.shipment_id)
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'cancellation_refused' } } })
  server.reportNews(booking.carrier_job_id, delivered)
  expect(await merchant.until(path, 'delivered')).toMatchObject({ pod: { recipient: { name: 'J. TESTER' } } })
  await merchant.until(shipmentPath, 'delivered')
})

test('a cancellation voids the label', async () => {
  const { booking, shipment, path } = await merchant.bookService('usps.priority_mail', across)
  expect(dataOf(await merchant.cancel(shipment.shipment_id), 200)).toMatchObject({ status: 'cancelled' })
  expect(server.label(booking.carrier_job_id)).toMatchObject({ voided: true })
  expect(await merchant.read(path)).toMatchObject({ status: 'cancelled' })
})
