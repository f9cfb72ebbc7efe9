/** An Uber Direct account of a merchant: couriers, their positions, proofs and fees, at a server that is shaped like Uber's. */
import { startUberDirect, type UberDirectServer } from '@waybill/carriers/testing/uber-direct/server'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, dataOf, get } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const SERVICE = 'uber_direct_courier'
const secrets = { client_secret: 'secret-of-the-client', webhook_signing_key: 'key-of-the-webhook' }
const ids = { customer_id: 'cus_books', client_id: 'client-books' }
const inNewYork = { town: null, city: 'New York', province: 'NY', country: 'US', phone: '+14155550100' }
const across = {
  pickup_address: anAddress({ ...inNewYork, post_code: '10038', latitude: 40.7063, longitude: -74.007 }),
  dropoff_address: anAddress({ ...inNewYork, post_code: '10023', latitude: 40.7727, longitude: -73.9839 }),
}

let server: UberDirectServer
let merchant: Merchant
let account: Awaited<ReturnType<Merchant['addAccount']>>
beforeAll(async () => {
  server = await startUberDirect()
  const { client_secret: clientSecret, webhook_signing_key: signingKey } = secrets
  server.addAccount({ customerId: ids.customer_id, clientId: ids.client_id, clientSecret, signingKey })
  merchant = await createMerchant()
  const credentials = { ...ids, ...secrets }
  account = await merchant.addAccount({ carrier_code: 'uber_direct', name: 'Shop', endpoint: server.url, credentials })
})
afterAll(() => server.stop())

interface Callback {
  headers: object
  rawBody: Buffer
}

/** Posts it to the address that the merchant enters at Uber. */
const deliver = ({ headers, rawBody }: Callback) =>
  call('POST', account.callback_url, { headers: { ...headers }, raw: rawBody, token: null })

/** Delivers the call-backs of the job from the one with this index on, and resolves to their number. */
async function deliverFrom(jobId: string, index: number): Promise<number> {
  const callbacks = await server.callbacksOf(jobId, index + 1)
  for (const callback of callbacks.slice(index)) expect((await deliver(callback)).status).toBe(202)
  return callbacks.length
}

test('a wrong secret is refused in the words of Uber, the right one is verified', async () => {
  const setSecret = (client_secret: string) => merchant.send('PATCH', account.path, { credentials: { client_secret } })
  dataOf(await setSecret('another-secret'), 200)
  const refused = await merchant.send('POST', `${account.path}/verify`)
  const carrier = { carrier_code: 'uber_direct', code: 'invalid_client', message: 'client id or secret is not valid' }
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'credentials_refused', carrier } } })
  dataOf(await setSecret(secrets.client_secret), 200)
  expect(dataOf(await merchant.send('POST', `${account.path}/verify`), 200)).toMatchObject({ status: 'verified' })
})

test('the offer of a later pickup arrives after it', async () => {
  const { carrier_account_id } = account
  const shipment = await merchant.createShipment(across)
  const { options } = await merchant.quote(shipment.shipment_id)
  const offer = options.find((one: { service_code: string }) => one.service_code === SERVICE)
  expect(offer).toMatchObject({
    carrier_account_id,
    carrier_code: 'uber_direct',
    total_amount: '6.00',
    currency: 'USD',
  })
  expect(Date.parse(offer.eta_to)).toBeGreaterThan(Date.parse(aShipmentDocument().collection_date))
})

test('a missing phone is a message with its pointer', async () => {
  const dropoff_address = { ...across.dropoff_address, phone: null }
  const { shipment_id } = await merchant.createShipment({ ...across, dropoff_address })
  const { messages } = await merchant.quote(shipment_id)
  const { carrier_account_id } = account
  const missing = { code: 'phone_required', pointer: '/dropoff_address/phone' }
  expect(messages).toContainEqual(expect.objectContaining({ carrier_account_id, service_code: SERVICE, ...missing }))
})

test('call-backs move the courier and deliver with a photo, and a forged one is refused', async () => {
  const { booking, path } = await merchant.bookService(SERVICE, across)
  const { carrier_job_id: jobId } = booking
  expect(booking).toMatchObject({ status: 'assigned', carrier_code: 'uber_direct', label_url: null })
  expect(await merchant.send('GET', `${path}/label`)).toMatchObject({
    status: 404,
    body: { error: { code: 'label_not_found', message: expect.stringContaining('prints no labels') } },
  })
  await server.advance(jobId, 'picked_up')
  const seen = await deliverFrom(jobId, 0)
  expect(await merchant.until(path, 'picked_up')).toMatchObject({ driver: { name: 'Alex I.' } })
  server.reportPosition(jobId, { lat: 40.72, lng: -74 })
  await deliverFrom(jobId, seen)
  await eventually(async () =>
    expect(await merchant.read(`${path}/driver_location`)).toMatchObject({
      location: { latitude: 40.72, longitude: -74 },
    }),
  )
  const event = { kind: 'event.delivery_status', delivery_id: jobId, status: 'delivered' }
  const headers = { 'x-uber-signature': '0'.repeat(64) }
  const forged = await deliver({ headers, rawBody: Buffer.from(JSON.stringify(event)) })
  expect([forged.status, forged.body]).toMatchObject([401, { error: { code: 'invalid_token' } }])
  expect(await merchant.read(path)).toMatchObject({ status: 'picked_up' })
  await server.advance(jobId, 'delivered')
  await deliverFrom(jobId, seen + 1)
  await merchant.until(path, 'delivered')
  const { url } = await eventually(
    async () => (await merchant.read(path)).pod.photos[0] ?? expect.fail('there is no photo yet'),
    { timeoutMs: 60_000 },
  )
  const photo = await get(url, { token: null })
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('cancelling once a courier is on the way costs the fee', async () => {
  const { booking, shipment, path } = await merchant.bookService(SERVICE, across)
  server.store.move(server.store.getDelivery(booking.carrier_job_id), 'pickup')
  await deliverFrom(booking.carrier_job_id, 0)
  await merchant.until(path, 'en_route_to_pickup')
  dataOf(await merchant.cancel(shipment.shipment_id), 200)
  expect(await merchant.read(path)).toMatchObject({
    status: 'cancelled',
    charges: [{ type: 'cancellation_fee', amount: '6.00', currency: 'USD' }],
  })
})

test('an on-demand shipment can name the service', async () => {
  const dispatch = { service_codes: [SERVICE] }
  const document = aShipmentDocument({ ...across, merchant_order_ref: aReference(), dispatch })
  const { shipment_id } = dataOf(await merchant.send('POST', '/api/v1/shipments/on-demand', document), 201)
  await eventually(
    async () =>
      expect(await merchant.read(`/api/v1/shipments/${shipment_id}/booking`)).toMatchObject({
        carrier_code: 'uber_direct',
        carrier_job_id: expect.stringMatching(/^del_/),
      }),
    { timeoutMs: 60_000 },
  )
})
