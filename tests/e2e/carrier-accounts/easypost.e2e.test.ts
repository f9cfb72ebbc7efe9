/** An EasyPost account of a merchant, from its key to labels and tracking, at a server that is shaped like EasyPost. */
import { signBody } from '@waybill/carriers/adapters/easypost/signature'
import { type EasyPostServer, startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import { anAddress, aParcelDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, dataOf } from '../api.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const WRONG_KEY = 'a-key-that-easypost-has-ended'
const inUnitedStates = { province: 'CA', country: 'US', town: null, latitude: null, longitude: null }
const across = {
  pickup_address: anAddress({ ...inUnitedStates, city: 'San Francisco', post_code: '94107', phone: '+14155550100' }),
  dropoff_address: anAddress({ ...inUnitedStates, city: 'Redondo Beach', post_code: '90277', phone: '+14155550101' }),
}
const accepted = { status: 'in_transit', detail: 'received_at_origin_facility', message: 'USPS in possession' }
const delivered = { status: 'delivered', detail: 'arrived_at_destination', message: 'Delivered', signedBy: 'J. Tester' }

let server: EasyPostServer
let merchant: Merchant
let account: Awaited<ReturnType<Merchant['addAccount']>>
beforeAll(async () => {
  server = await startEasyPostServer()
  merchant = await createMerchant()
  account = await addAccount(merchant)
})
afterAll(() => server.stop())

/** A verified account whose key no other account uses. */
async function addAccount(owner: Merchant) {
  const document = { carrier_code: 'easypost', name: 'Shop', endpoint: server.url, credentials: { api_key: WRONG_KEY } }
  const added = await owner.addAccount(document)
  const api_key = server.keyOf(added.carrier_account_id)
  dataOf(await owner.send('PATCH', added.path, { credentials: { api_key } }), 200)
  dataOf(await owner.send('POST', `${added.path}/verify`), 200)
  return added
}

const purchasesOf = (jobId: string) => server.requests.filter(({ path }) => path === `/v2/shipments/${jobId}/buy`)

test('a wrong key is refused in the words of EasyPost, and quotes leave the account out', async () => {
  const other = await createMerchant()
  const document = { carrier_code: 'easypost', name: 'Shop', endpoint: server.url, credentials: { api_key: WRONG_KEY } }
  const { path, carrier_account_id } = await other.addAccount(document)
  const refused = await other.send('POST', `${path}/verify`)
  const carrier = { carrier_code: 'easypost', code: 'APIKEY.INACTIVE', http_status: 401 }
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'credentials_refused', carrier } } })
  expect(refused.body.error.carrier.message).toContain('no longer active')
  expect(await other.read(path)).toMatchObject({ status: 'failing', failure: { code: 'APIKEY.INACTIVE' } })
  const { options, messages } = await other.quote((await other.createShipment(across)).shipment_id)
  expect(options.map((one: { carrier_code: string }) => one.carrier_code)).not.toContain('easypost')
  expect(messages).toContainEqual(expect.objectContaining({ carrier_account_id, code: 'account_failing' }))
})

test('the right key is verified, and call-backs are registered', async () => {
  expect(await merchant.read(account.path)).toMatchObject({ status: 'verified', credentials_set: ['api_key'] })
  expect(server.webhooksOf(account.carrier_account_id)).toMatchObject([{ url: account.callback_url }])
  const { tracking_url } = await merchant.createShipment(across)
  expect(new URL(account.callback_url).origin).toBe(new URL(tracking_url).origin)
})

test('offers of the account stand beside those of other carriers, with messages for what failed', async () => {
  const { carrier_account_id } = account
  const { options, messages } = await merchant.quote((await merchant.createShipment(across)).shipment_id)
  const own = { carrier_account_id, carrier_code: 'easypost', carried_by: 'USPS', currency: 'USD' }
  expect(options).toContainEqual(
    expect.objectContaining({ ...own, service_code: 'usps.priority', total_amount: '7.58', transit_days: 2 }),
  )
  expect(options).toContainEqual(expect.objectContaining({ carrier_code: 'eco_parcel', carried_by: null }))
  expect(messages).toContainEqual(
    expect.objectContaining({ carrier_account_id, service_code: 'ups', message: expect.stringContaining('Account') }),
  )
  const { dropoff_address } = across
  const unknown = await merchant.createShipment({ ...across, dropoff_address: { ...dropoff_address, province: null } })
  expect((await merchant.quote(unknown.shipment_id)).messages).toContainEqual(
    expect.objectContaining({ carrier_account_id, code: 'missing_field', pointer: '/dropoff_address/province' }),
  )
})

test('booking an option twice buys one label, which is there as PDF and ZPL', async () => {
  const { booking, shipment, option, path } = await merchant.bookService('usps.priority', across)
  expect(booking).toMatchObject({ status: 'assigned', carrier_code: 'easypost', quote_option: { carried_by: 'USPS' } })
  const again = await merchant.book(shipment.shipment_id, option.quote_option_id)
  expect([again.status, again.body.data.booking_id]).toEqual([200, booking.booking_id])
  expect(purchasesOf(booking.carrier_job_id)).toHaveLength(1)
  for (const [format, type, start] of [
    ['pdf', 'application/pdf', '%PDF'],
    ['zpl', 'application/zpl', '^XA'],
  ]) {
    const { headers, text } = await merchant.send('GET', `${path}/label?format=${format}`)
    expect([headers.get('content-type'), text.startsWith(String(start))]).toEqual([type, true])
  }
  // Fetched without anybody asking for it.
  await eventually(async () => expect((await merchant.read(path)).label_url).toContain('/label?'), {
    timeoutMs: 60_000,
  })
})

test('two bookings at one time buy one label', async () => {
  const { shipment_id } = await merchant.createShipment(across)
  const { options } = await merchant.quote(shipment_id)
  const { quote_option_id } = options.find((one: { carrier_code: string }) => one.carrier_code === 'easypost')
  const replies = await Promise.all([1, 2].map(() => merchant.book(shipment_id, quote_option_id)))
  const booked = replies.find(({ status }) => status === 201)
  expect(purchasesOf(dataOf(booked ?? expect.fail(), 201).carrier_job_id)).toHaveLength(1)
})

test('call-backs move the booking and the shipment, and a forged one does not', async () => {
  const { booking, shipment, path } = await merchant.bookService('usps.groundadvantage', across)
  const shipmentPath = `/api/v1/shipments/${shipment.shipment_id}`
  server.report(booking.carrier_job_id, accepted)
  await merchant.until(path, 'picked_up')
  await merchant.until(shipmentPath, 'in_transit')
  const { tracker } = server.shipment(booking.carrier_job_id)
  const event = { description: 'tracker.updated', result: { ...tracker, status: 'delivered' } }
  const body = Buffer.from(JSON.stringify(event))
  const headers = { 'x-hmac-signature': signBody('another secret', body) }
  const forged = await call('POST', account.callback_url, { raw: body, headers, token: null })
  expect([forged.status, forged.body]).toMatchObject([401, { error: { code: 'invalid_token' } }])
  expect(await merchant.read(path)).toMatchObject({ status: 'picked_up' })
  const late = await merchant.cancel(shipment.shipment_id)
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'cancellation_refused' } } })
  server.report(booking.carrier_job_id, delivered)
  expect(await merchant.until(path, 'delivered')).toMatchObject({ pod: { recipient: { name: 'J. Tester' } } })
  await merchant.until(shipmentPath, 'delivered')
})

test('a cancellation asks for the refund of the label', async () => {
  const { booking, shipment, path } = await merchant.bookService('usps.priority', across)
  expect(dataOf(await merchant.cancel(shipment.shipment_id), 200)).toMatchObject({ status: 'cancelled' })
  expect(server.shipment(booking.carrier_job_id)).toMatchObject({ refund_status: 'submitted' })
  expect(await merchant.read(path)).toMatchObject({ status: 'cancelled' })
})

test('an order of two parcels has a PDF of each, and the answer to one of both says so', async () => {
  const parcels = [aParcelDocument(), aParcelDocument()]
  const { booking, path } = await merchant.bookService('usps.priority', { ...across, parcels })
  expect(server.parcelsOf(booking.carrier_job_id)).toHaveLength(2)
  const both = await merchant.send('GET', `${path}/label`)
  expect(both).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } })
  expect(both.body.error.message).toContain('one PDF per parcel')
  expect((await merchant.send('GET', `${path}/label?parcel=2`)).text).toMatch(/^%PDF/)
  expect((await merchant.send('GET', `${path}/label?format=zpl`)).text.match(/\^XA/g)).toHaveLength(2)
})

test('a deleted account makes no offers, serves its open job, and then forgets its credentials', async () => {
  const owner = await createMerchant()
  const { path: accountPath, callback_url } = await addAccount(owner)
  const { booking, path } = await owner.bookService('usps.priority', across)
  expect((await owner.send('DELETE', accountPath)).status).toBe(204)
  expect((await owner.send('GET', accountPath)).status).toBe(404)
  const { options } = await owner.quote((await owner.createShipment(across)).shipment_id)
  expect(options.map((one: { carrier_code: string }) => one.carrier_code)).not.toContain('easypost')
  server.report(booking.carrier_job_id, accepted)
  await owner.until(path, 'picked_up')
  server.report(booking.carrier_job_id, delivered)
  await owner.until(path, 'delivered')
  // Nothing can be verified without the secret: the address of its call-backs is gone. Swept every minute.
  await eventually(async () => expect((await call('POST', callback_url, { token: null })).status).toBe(404), {
    timeoutMs: 90_000,
    intervalMs: 500,
  })
})
