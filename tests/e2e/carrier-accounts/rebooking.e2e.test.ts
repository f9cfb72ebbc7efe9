/** On-demand shipments of a merchant with two couriers: one is replaced by the next, and there are never two live jobs. */
import { type DoorDashServer, startDoorDash } from '@waybill/carriers/testing/doordash-drive/server'
import { credentialsFor as doordashCredentials } from '@waybill/carriers/testing/doordash-drive/test-carrier'
import { startUberDirect, type UberDirectServer } from '@waybill/carriers/testing/uber-direct/server'
import { registerAccount, credentialsFor as uberCredentials } from '@waybill/carriers/testing/uber-direct/test-carrier'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, getData } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const inNewYork = { town: null, city: 'New York', province: 'NY', country: 'US', phone: '+14155550100' }
const across = {
  pickup_address: anAddress({ ...inNewYork, post_code: '10038', latitude: 40.7063, longitude: -74.007 }),
  dropoff_address: anAddress({ ...inNewYork, post_code: '10023', latitude: 40.7727, longitude: -73.9839 }),
}
/** Arrives first, for 6.00 USD. */
const UBER = { carrier_code: 'uber_direct', service_code: 'uber_direct_courier' }
/** Arrives some minutes later, for 9.75 USD. */
const DOORDASH = { carrier_code: 'doordash_drive', service_code: 'doordash_drive_courier' }
const PATIENT = { timeoutMs: 60_000 }

let uber: UberDirectServer
let doordash: DoorDashServer
let merchant: Merchant
let atUber: { carrier_account_id: string; callback_url: string }
let atDoorDash: { carrier_account_id: string; callback_url: string }
/** How many jobs were live at both couriers right after each purchase. */
let liveAfterPurchase: number[]

beforeAll(async () => {
  uber = await startUberDirect()
  doordash = await startDoorDash()
  const { book } = uber.store
  uber.store.book = (...given) => counted(book(...given))
  const { accept } = doordash.store
  doordash.store.accept = (...given) => counted(accept(...given))
})
afterAll(async () => {
  uber?.stop()
  await doordash?.stop()
})

function counted<Job>(bought: Job): Job {
  liveAfterPurchase.push(liveJobs().length)
  return bought
}

/** The merchant's jobs that are under way, by courier. */
function liveJobs(): string[] {
  const { customer_id } = uberCredentials(atUber.carrier_account_id)
  const { developer_id } = doordashCredentials(atDoorDash.carrier_account_id)
  const ofUber = uber.store.deliveries.filter(
    ({ customerId, status }) => customerId === customer_id && status !== 'canceled',
  )
  const ofDoorDash = [...doordash.store.deliveries.values()].filter(
    ({ developerId, status }) => developerId === developer_id && status !== 'quote' && status !== 'cancelled',
  )
  return [...ofUber.map(() => UBER.carrier_code), ...ofDoorDash.map(() => DOORDASH.carrier_code)]
}

beforeEach(async () => {
  merchant = await createMerchant()
  atUber = await connect(UBER.carrier_code, uber.url, uberCredentials)
  registerAccount(uber, atUber.carrier_account_id)
  atDoorDash = await connect(DOORDASH.carrier_code, doordash.url, doordashCredentials)
  const { developer_id, key_id, signing_secret, webhook_authorization } = doordashCredentials(
    atDoorDash.carrier_account_id,
  )
  doordash.addAccount({
    carrierAccountId: atDoorDash.carrier_account_id,
    developerId: developer_id,
    keyId: key_id,
    signingSecret: signing_secret,
    authorization: webhook_authorization,
    callbackUrl: atDoorDash.callback_url,
  })
  liveAfterPurchase = []
})

/** An account with the credentials that the server makes for its id. */
async function connect(carrier_code: string, endpoint: string, credentialsFor: (id: string) => object) {
  const document = { carrier_code, name: 'Shop', endpoint, credentials: credentialsFor('cac_before') }
  const account = await merchant.addAccount(document)
  const credentials = credentialsFor(account.carrier_account_id)
  getData(await merchant.send('PATCH', account.path, { credentials }), 200)
  return account
}

/** The path of a new shipment that one of the two couriers may take. */
async function shipNow(dispatch: object = {}): Promise<string> {
  const service_codes = [UBER.service_code, DOORDASH.service_code]
  const { collection_date, ...document } = aShipmentDocument({ ...across, merchant_order_ref: aReference() })
  const sent = { ...document, dispatch: { service_codes, ...dispatch } }
  return `/api/v1/shipments/${getData(await merchant.send('POST', '/api/v1/shipments/on-demand', sent), 201).shipment_id}`
}

/** The booking that the shipment shows, once it is at this courier. */
const bookedWith = (path: string, { carrier_code }: { carrier_code: string }, patience = PATIENT) =>
  eventually(async () => {
    const { booking_id } = await merchant.read(path)
    expect(booking_id).not.toBeNull()
    const booking = await merchant.read(`/api/v1/bookings/${booking_id}`)
    expect(booking).toMatchObject({ carrier_code, carrier_job_id: expect.any(String) })
    return booking
  }, patience)

const failed = (path: string) =>
  eventually(async () => {
    const shipment = await merchant.read(path)
    expect(shipment.status).toBe('failed')
    return shipment
  }, PATIENT)

/** Waits until the timeline has all these entries. Some reach it by events, after the status that follows from them. */
const untilTimeline = (path: string, entries: readonly object[]) =>
  eventually(async () => {
    const timeline = await merchant.read(`${path}/events?limit=100`)
    expect(timeline).toEqual(expect.arrayContaining(entries.map((entry) => expect.objectContaining(entry))))
    return timeline
  }, PATIENT)

const atUberOrder = (operation: 'book' | 'cancel', mode: 'refuse' | 'no_courier' | '500', times = 1) =>
  uber.order({ carrierAccountId: atUber.carrier_account_id, operation, mode, times })

/** Uber's courier gives the delivery back, and Uber says so. */
async function cancelAtUber(jobId: string): Promise<void> {
  uber.store.move(uber.store.getDelivery(jobId), 'canceled')
  const callbacks = await uber.listCallbacks(jobId, 1)
  const { headers, rawBody } = callbacks.at(-1) ?? expect.fail('Uber has sent no call-back')
  const sent = await call('POST', atUber.callback_url, {
    headers: headers as Record<string, string>,
    raw: rawBody,
    token: null,
  })
  expect(sent.status).toBe(202)
}

test('a courier who refuses is followed by the next best, with the reason on the timeline', async () => {
  await atUberOrder('book', 'refuse')
  const path = await shipNow()
  await bookedWith(path, DOORDASH)
  const declined = { type: 'carrier_declined', ...UBER, reason: 'missing_payment', description: expect.any(String) }
  await untilTimeline(path, [declined])
  expect([liveAfterPurchase, liveJobs()]).toEqual([[1], [DOORDASH.carrier_code]])
})

test('limits hold for the next courier: nothing is bought that costs too much', async () => {
  await atUberOrder('book', 'refuse')
  const path = await shipNow({ max_total_amount: '8.00', currency: 'USD' })
  expect(await failed(path)).toMatchObject({ booking_id: null, failure_reason: 'no_courier_available' })
  await untilTimeline(path, [
    { type: 'carrier_declined', ...UBER, reason: 'missing_payment' },
    { type: 'carrier_declined', ...DOORDASH, reason: 'too_expensive' },
  ])
  expect([liveAfterPurchase, liveJobs()]).toEqual([[], []])
})

test('couriers who cancel are followed by the next, as often as max_attempts allows', async () => {
  const path = await shipNow({ max_attempts: 2 })
  const first = await bookedWith(path, UBER)
  // Uber may be asked again, and has no other courier.
  await atUberOrder('book', 'no_courier')
  await cancelAtUber(first.carrier_job_id)
  const second = await bookedWith(path, DOORDASH)
  expect(await merchant.read(`/api/v1/bookings/${first.booking_id}`)).toMatchObject({ status: 'cancelled' })
  expect([liveAfterPurchase, liveJobs()]).toEqual([[1, 1], [DOORDASH.carrier_code]])

  doordash.store.cancelFor(doordash.store.getDelivery(second.carrier_job_id), 'cancelled_by_dasher')
  expect(await failed(path)).toMatchObject({ failure_reason: 'dispatch_attempts_used_up' })
  expect([liveAfterPurchase, liveJobs()]).toEqual([[1, 1], []])
  const cancelled = { type: 'tracking', tracking_status: 'cancelled' }
  const timeline = await untilTimeline(path, [
    { ...cancelled, booking_id: first.booking_id },
    { type: 'carrier_declined', ...UBER, reason: 'no_courier' },
    { ...cancelled, booking_id: second.booking_id },
  ])
  expect(timeline.at(-1)).toMatchObject({ status: 'failed', reason: 'dispatch_attempts_used_up' })
})

test('a late courier is cancelled, and the next is booked once the cancellation is confirmed', async () => {
  const path = await shipNow({ pickup_late_after_minutes: 1 })
  const first = await bookedWith(path, UBER)
  // Uber answers the first cancellation, and its repetitions, with an error.
  await atUberOrder('cancel', '500', 3)
  const second = await bookedWith(path, DOORDASH, { timeoutMs: 200_000 })
  expect(second.booking_id).not.toBe(first.booking_id)
  expect(await merchant.read(`/api/v1/bookings/${first.booking_id}`)).toMatchObject({
    status: 'cancelled',
    cancellation_reason_code: 'pickup_late',
  })
  expect([liveAfterPurchase, liveJobs()]).toEqual([[1, 1], [DOORDASH.carrier_code]])
  await untilTimeline(path, [{ reason: 'booking_cancelled', booking_id: first.booking_id }])
}, 300_000)
