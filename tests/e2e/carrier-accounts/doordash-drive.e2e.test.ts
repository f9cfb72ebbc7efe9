/** A DoorDash Drive account of a merchant, at a server that is shaped like DoorDash's and calls back by itself. */
import { type DoorDashServer, startDoorDash } from '@waybill/carriers/testing/doordash-drive/server'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, get, post } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const SERVICE = 'doordash_drive_courier'
const credentials = {
  developer_id: 'developer-books',
  key_id: 'key-books',
  signing_secret: Buffer.from('signing secret of the shop').toString('base64url'),
  webhook_authorization: 'Bearer token-of-the-webhook',
}
const inNewYork = { town: null, city: 'New York', province: 'NY', country: 'US', phone: '+14155550100' }
const across = {
  pickup_address: anAddress({ ...inNewYork, post_code: '10038', latitude: 40.7063, longitude: -74.007 }),
  dropoff_address: anAddress({ ...inNewYork, post_code: '10023', latitude: 40.7727, longitude: -73.9839 }),
}

let server: DoorDashServer
let merchant: Merchant
let account: Awaited<ReturnType<Merchant['addAccount']>>
beforeAll(async () => {
  server = await startDoorDash({ confirmsAtOnce: false })
  merchant = await createMerchant()
  const document = { carrier_code: 'doordash_drive', name: 'Shop', endpoint: server.url, credentials }
  account = await merchant.addAccount(document)
  server.addAccount({
    carrierAccountId: account.carrier_account_id,
    callbackUrl: account.callback_url,
    developerId: credentials.developer_id,
    keyId: credentials.key_id,
    signingSecret: credentials.signing_secret,
    authorization: credentials.webhook_authorization,
  })
})
afterAll(() => server.stop())

const deliveryOf = ({ carrier_job_id }: { carrier_job_id: string }) => server.store.getDelivery(carrier_job_id)

test('another key is refused in the words of DoorDash, the right one is verified', async () => {
  const setKey = (key_id: string) => merchant.send('PATCH', account.path, { credentials: { key_id } })
  dataOf(await setKey('another-key'), 200)
  const refused = await merchant.send('POST', `${account.path}/verify`)
  const message = 'The claim [kid] is not a key of the developer'
  const carrier = { carrier_code: 'doordash_drive', code: 'authentication_error', message }
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'credentials_refused', carrier } } })
  dataOf(await setKey(credentials.key_id), 200)
  expect(dataOf(await merchant.send('POST', `${account.path}/verify`), 200)).toMatchObject({ status: 'verified' })
})

test('an offer has its price, and a missing province is a message with its pointer', async () => {
  const { carrier_account_id } = account
  const { options } = await merchant.quote((await merchant.createShipment(across)).shipment_id)
  expect(options.find((one: { service_code: string }) => one.service_code === SERVICE)).toMatchObject({
    carrier_account_id,
    carrier_code: 'doordash_drive',
    total_amount: '9.75',
    currency: 'USD',
    price_lines: [
      { type: 'distance_based_fee', amount: '8.75' },
      { type: 'service_fee', amount: '1.00' },
    ],
  })
  const dropoff_address = { ...across.dropoff_address, province: null }
  const { messages } = await merchant.quote((await merchant.createShipment({ ...across, dropoff_address })).shipment_id)
  const missing = { code: 'province_required', pointer: '/dropoff_address/province' }
  expect(messages).toContainEqual(expect.objectContaining({ carrier_account_id, service_code: SERVICE, ...missing }))
})

test('call-backs move the courier and deliver with a photo, and a forged one is refused', async () => {
  const { booking, path } = await merchant.bookService(SERVICE, across)
  expect(booking).toMatchObject({ status: 'assigned', carrier_code: 'doordash_drive', label_url: null })
  const jobId = booking.carrier_job_id
  await server.advance(jobId, 'picked_up')
  expect(await merchant.until(path, 'picked_up')).toMatchObject({ driver: { name: 'John D.' } })
  server.reportPosition(jobId, { lat: 40.72, lng: -74 })
  await eventually(async () =>
    expect(await merchant.read(`${path}/driver_location`)).toMatchObject({
      location: { latitude: 40.72, longitude: -74 },
    }),
  )
  const event = { event_name: 'DASHER_DROPPED_OFF', external_delivery_id: jobId, created_at: new Date().toISOString() }
  const headers = { authorization: 'Bearer guessed' }
  const forged = await post(account.callback_url, event, { headers, token: null })
  expect([forged.status, forged.body]).toMatchObject([401, { error: { code: 'invalid_token' } }])
  expect(await merchant.read(path)).toMatchObject({ status: 'picked_up' })
  await server.advance(jobId, 'delivered')
  await merchant.until(path, 'delivered')
  const { url } = await eventually(
    async () => (await merchant.read(path)).pod.photos[0] ?? expect.fail('there is no photo yet'),
    { timeoutMs: 60_000 },
  )
  const photo = await get(url, { token: null })
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('an address changes before the pickup', async () => {
  const { booking, shipment } = await merchant.bookService(SERVICE, across)
  const dropoff_address = { ...across.dropoff_address, address_line_1: '9 River Road' }
  dataOf(await merchant.send('PATCH', `/api/v1/shipments/${shipment.shipment_id}`, { dropoff_address }), 200)
  expect(deliveryOf(booking).request.dropoff_address).toContain('9 River Road')
})

test('cancelling is free until a courier confirms, and costs the fee then', async () => {
  const free = await merchant.bookService(SERVICE, across)
  dataOf(await merchant.cancel(free.shipment.shipment_id), 200)
  expect(await merchant.read(free.path)).toMatchObject({ status: 'cancelled', charges: [] })
  const confirmed = await merchant.bookService(SERVICE, across)
  server.store.move(deliveryOf(confirmed.booking), 'confirmed')
  dataOf(await merchant.cancel(confirmed.shipment.shipment_id), 200)
  expect(await merchant.read(confirmed.path)).toMatchObject({
    status: 'cancelled',
    charges: [{ type: 'cancellation_fee', amount: '9.75', currency: 'USD' }],
  })
})

test('an on-demand shipment can name the service', async () => {
  const dispatch = { service_codes: [SERVICE] }
  const document = aShipmentDocument({ ...across, merchant_order_ref: aReference(), dispatch })
  const { shipment_id } = dataOf(await merchant.send('POST', '/api/v1/shipments/on-demand', document), 201)
  await eventually(
    async () =>
      expect(await merchant.read(`/api/v1/shipments/${shipment_id}/booking`)).toMatchObject({
        carrier_code: 'doordash_drive',
        carrier_job_id: expect.stringMatching(/^att_/),
      }),
    { timeoutMs: 60_000 },
  )
})
