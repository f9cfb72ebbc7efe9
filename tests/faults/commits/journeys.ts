/** Merchants and an operator who use everything that commits something. */
import { anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import type pg from 'pg'
import { fetch } from 'undici'
import type { Sandbox } from '../../support/running-system.ts'
import { type Definite, persistentMerchant } from '../merchant.ts'
import { CARRIERS, type CarrierCode } from '../steps/stage.ts'
import type { Accepted } from '../workload.ts'
import { useOwnAccount } from './account-journey.ts'
import { useOwnDrivers } from './fleet-journey.ts'
import { handleShipment } from './handling-journey.ts'
import { closeDay } from './manifest-journey.ts'
import { workTogether } from './people-journey.ts'
import { collectParcels } from './pickup-journey.ts'
import { keepSettings, printLabels } from './settings-journey.ts'

export interface Journeys {
  sandbox: Sandbox
  accepted: Accepted
  /** The services' database, opened as its administrator. */
  db: pg.Pool
  /** Gets the deliveries of the subscriptions that the journeys make. */
  receiver: HttpReceiver
  /** Gets every event, for the audit. */
  auditUrl: string
}

const PATIENCE = { patienceMs: 60_000 }
const PATIENT = { timeoutMs: 70_000, intervalMs: 200 }
const SHIPMENTS = '/api/v1/shipments'
const SUBSCRIPTIONS = '/api/v1/webhooks/subscriptions'
const API_KEYS = '/api/v1/api-keys'
const PICKUPS = '/api/v1/pickup-locations'
const REASON = { reason_code: 'fault_test' }
let count = 0

/** All of them side by side. One that gets an answer that no lost commit explains ends, and is noted. */
export async function travel(journeys: Journeys): Promise<void> {
  const { sandbox, accepted } = journeys
  const as = (access_token: string, base_url = sandbox.base_url) =>
    persistentMerchant({ ...sandbox, base_url, access_token }, accepted, PATIENCE)
  const call = succeeding(as(sandbox.access_token))
  const operate = succeeding(as(sandbox.admin_token, sandbox.admin_url))
  const traveller = { ...journeys, call, operate }
  const ends = await Promise.allSettled([
    ...CARRIERS.map((carrier) => bookChangeAndCancel(traveller, carrier)),
    ...[
      deliverAndErase,
      quoteADocument,
      registerTogether,
      bookTogether,
      keepHours,
      dispatchAgain,
      noCourier,
      refused,
      subscribeAndReplay,
      unsubscribe,
      administrate,
      manageKeys,
      printTogether,
      handle,
      collect,
      closeTheDay,
      sendBack,
    ].map((journey) => journey(traveller)),
    keepSettings(call, sandbox),
    workTogether(sandbox, operate),
    useOwnDrivers(journeys, operate, (token) => succeeding(as(token))),
    useOwnAccount(journeys, operate, {
      getMerchant: (token) => succeeding(as(token)),
      getAttempt: (token) => as(token),
    }),
  ])
  for (const end of ends) if (end.status === 'rejected') accepted.wrong.push(String(end.reason))
}

async function registerTogether({ call, accepted }: Traveller): Promise<void> {
  const shipments = [1, 2, 3].map(() => aShipmentDocument({ merchant_order_ref: `JOURNEY-${++count}` }))
  const { items } = (await call('POST', `${SHIPMENTS}/batch`, { shipments })).body.data
  for (const { shipment, error } of items) {
    if (error !== null) throw new Error(`an item of a batch: ${JSON.stringify(error)}`)
    accepted.shipments.set(shipment.merchant_order_ref, shipment.shipment_id)
  }
}

async function bookTogether(traveller: Traveller): Promise<void> {
  const { call, accepted } = traveller
  const bookings = []
  for (let entry = 0; entry < 2; entry++) {
    const shipment_id = await ship(traveller)
    const quote = (await call('POST', '/api/v1/quotes', { shipment_id })).body.data
    accepted.quotes.add(quote.quote_id)
    bookings.push({ shipment_id, quote_option_id: quote.options[0].quote_option_id })
  }
  const { batch_id } = (await call('POST', '/api/v1/bookings/batch', { bookings })).body.data
  await eventually(async () => {
    const { data } = (await call('GET', `/api/v1/batches/${batch_id}/items`, undefined)).body
    for (const { status, shipment_id, booking_id } of data) {
      if (status !== 'booked') throw new Error(`an item of batch ${batch_id} is ${status}`)
      accepted.bookings.set(shipment_id, booking_id)
    }
  }, PATIENT)
}

async function printTogether(traveller: Traveller): Promise<void> {
  await printLabels(traveller.call, await book(traveller, await ship(traveller)))
}

async function handle(traveller: Traveller): Promise<void> {
  await handleShipment(traveller.call, await ship(traveller))
}

async function sendBack(traveller: Traveller): Promise<void> {
  const shipmentId = await ship(traveller)
  await book(traveller, shipmentId)
  await traveller.call('POST', `${SHIPMENTS}/${shipmentId}/return`, { reason: 'wrong_size' })
}

async function collect(traveller: Traveller): Promise<void> {
  await collectParcels(traveller.call, await book(traveller, await ship(traveller), 'eco_parcel'))
}

async function closeTheDay(traveller: Traveller): Promise<void> {
  await closeDay(traveller.call, await book(traveller, await ship(traveller), 'eco_parcel'))
}

async function manageKeys({ call }: Traveller): Promise<void> {
  const made = (await call('POST', API_KEYS, { name: 'Journey' })).body.data
  const next = (await call('POST', `${API_KEYS}/${made.key_id}/rotate`, { overlap_seconds: 0 })).body.data
  await call('DELETE', `${API_KEYS}/${next.key_id}`, undefined)
}

interface Traveller extends Journeys {
  call: Definite
  operate: Definite
}

/** Throws on any other status than 2xx; what is deleted may be gone when the deletion is sent again. */
const succeeding =
  (call: Definite): Definite =>
  async (method, path, body) => {
    const reply = await call(method, path, body)
    const isGone = reply.status === 404 && (method === 'DELETE' || path.endsWith('/discard'))
    if (reply.status >= 300 && !isGone)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply
  }

async function ship({ call, accepted }: Traveller, options: { title?: string; path?: string } = {}): Promise<string> {
  const reference = `JOURNEY-${++count}`
  const document = aShipmentDocument({
    merchant_order_ref: reference,
    parcels: [aParcelDocument(options.title ? { title: options.title } : {})],
  })
  const { body } = await call('POST', options.path ?? SHIPMENTS, document)
  accepted.shipments.set(reference, body.data.shipment_id)
  return body.data.shipment_id
}

async function book(traveller: Traveller, shipmentId: string, carrier?: CarrierCode): Promise<string> {
  const { call, accepted } = traveller
  const quote = (await call('POST', '/api/v1/quotes', { shipment_id: shipmentId })).body.data
  accepted.quotes.add(quote.quote_id)
  const option = quote.options.find(({ carrier_code }: { carrier_code: string }) => carrier_code === carrier)
  const { quote_option_id } = option ?? quote.options[0]
  const { body } = await call('POST', `${SHIPMENTS}/${shipmentId}/book`, { quote_option_id })
  accepted.bookings.set(shipmentId, body.data.booking_id)
  return body.data.booking_id
}

const patch = ({ call }: Traveller, shipmentId: string, change: object) =>
  call('PATCH', `${SHIPMENTS}/${shipmentId}`, change)

async function bookChangeAndCancel(traveller: Traveller, carrier: CarrierCode): Promise<void> {
  const shipmentId = await ship(traveller)
  await patch(traveller, shipmentId, { metadata: { changed: 'before the booking' } })
  await patch(traveller, shipmentId, { dropoff_address: { address_line_1: '8 River Road' } })
  const firstBookingId = await book(traveller, shipmentId, carrier)
  await traveller.call('POST', `/api/v1/bookings/${firstBookingId}/cancel`, REASON)
  const bookingId = await book(traveller, shipmentId, carrier)
  for (const format of ['pdf', 'zpl', 'png'])
    await open(traveller, `/api/v1/bookings/${bookingId}/label?format=${format}`)
  await patch(traveller, shipmentId, { metadata: { changed: 'after it' } })
  await patch(traveller, shipmentId, { dropoff_address: { address_line_1: '9 River Road' } })
  await open(traveller, `/api/v1/bookings/${bookingId}/label`)
  await traveller.call('POST', `/api/v1/bookings/${bookingId}/document-links/revoke`, undefined)
  await traveller.call('POST', `${SHIPMENTS}/${shipmentId}/cancel`, REASON)
  traveller.accepted.cancelled.add(shipmentId)
}

/** Reads a file or a page; a format that the carrier does not offer is an answer too. */
async function open({ sandbox }: Traveller, path: string): Promise<void> {
  await eventually(async () => {
    const response = await fetch(new URL(path, sandbox.base_url), {
      headers: { authorization: `Bearer ${sandbox.access_token}` },
    })
    await response.arrayBuffer()
    if (response.status >= 500) throw new Error(`${path}: ${response.status}`)
  }, PATIENT)
}

const advance = ({ call }: Traveller, shipmentId: string, move: object) =>
  call('POST', `/api/v1/simulator/shipments/${shipmentId}/advance`, move)

async function deliverAndErase(traveller: Traveller): Promise<void> {
  const { call, operate, sandbox, db } = traveller
  const shipmentId = await ship(traveller)
  const bookingId = await book(traveller, shipmentId, 'swift_courier')
  await advance(traveller, shipmentId, { status: 'picked_up' })
  await advance(traveller, shipmentId, { incident: 'incorrect_address' })
  await advance(traveller, shipmentId, { status: 'delivered' })
  await eventually(async () => {
    const { data } = (await call('GET', `/api/v1/bookings/${bookingId}`, undefined)).body
    if (!data.pod?.photos[0]) throw new Error('the proof is not complete yet')
    const shipment = await call('GET', `${SHIPMENTS}/${shipmentId}`, undefined)
    if (shipment.body.data.status !== 'delivered') throw new Error('not delivered yet')
  }, PATIENT)
  const erasures = `/admin/environments/${sandbox.environment_id}/erasures`
  await operate('POST', erasures, { shipment_id: shipmentId, note: 'request 7' })
  await eventually(async () => {
    for (const service of ['shipment', 'quoting', 'booking', 'webhook']) {
      // A pass whose process does not know that it has taken it is due again after a minute. After 5 s it is by now.
      await db.query(
        `update ${service}.erasure set due_at = now()
         where passes = 0 and due_at between now() and now() + interval '55 seconds'`,
      )
    }
    const { rows } = await db.query(
      `select 1 from shipment.erasure where subject_id = $1 and passes > 0 and hindrance is null`,
      [shipmentId],
    )
    if (rows.length === 0) throw new Error('not erased yet')
  }, PATIENT)
}

/** Without a shipment: the quote registers one, and a second quote finds it. */
async function quoteADocument({ call, accepted }: Traveller): Promise<void> {
  const document = aShipmentDocument({ merchant_order_ref: `JOURNEY-${++count}` })
  const ids = new Set<string>()
  for (let n = 0; n < 2; n++) {
    const { body } = await call('POST', '/api/v1/quotes', document)
    accepted.quotes.add(body.data.quote_id)
    ids.add(body.data.shipment_id)
  }
  const [shipmentId = ''] = ids
  if (ids.size > 1) accepted.wrong.push(`two shipments for one document: ${[...ids].join(', ')}`)
  accepted.shipments.set(document.merchant_order_ref, shipmentId)
}

/** A place whose hours change until it is closed for good. */
async function keepHours({ call }: Traveller): Promise<void> {
  const address = anAddress({ address_line_1: `${++count} Harbour Street` })
  const { body } = await call('POST', PICKUPS, { address })
  const path = `${PICKUPS}/${body.data.pickup_location_id}`
  await call('PATCH', path, { hours: { saturday: [{ from: '08:00', to: '12:00' }] } })
  await call('DELETE', path, undefined)
}

/** The courier gives the job back, and another one is found. */
async function dispatchAgain(traveller: Traveller): Promise<void> {
  const { db } = traveller
  const shipmentId = await ship(traveller, { path: `${SHIPMENTS}/on-demand` })
  const assigned = () =>
    eventually(async () => {
      const { rows } = await db.query(
        `select booking_id from booking.booking where shipment_id = $1 and status = 'assigned' and settled`,
        [shipmentId],
      )
      if (rows.length === 0) throw new Error(`${shipmentId} has no courier`)
      return rows[0].booking_id as string
    }, PATIENT)
  const first = await assigned()
  await advance(traveller, shipmentId, { status: 'cancelled' })
  await eventually(async () => {
    if ((await assigned()) === first) throw new Error(`${shipmentId} has its first courier`)
  }, PATIENT)
}

/** Every courier declines, and the timeline says so. */
async function noCourier(traveller: Traveller): Promise<void> {
  const shipmentId = await ship(traveller, { path: `${SHIPMENTS}/on-demand`, title: 'SIM-REFUSE' })
  await eventually(async () => {
    const { rows } = await traveller.db.query(
      `select 1 from shipment.timeline where shipment_id = $1 and type = 'carrier_declined'`,
      [shipmentId],
    )
    if (rows.length === 0) throw new Error(`${shipmentId} shows nobody who declined`)
  }, PATIENT)
}

/** The carrier refuses a booking, a change and a cancellation. */
async function refused(traveller: Traveller): Promise<void> {
  const { sandbox, accepted } = traveller
  const attempt = persistentMerchant(sandbox, accepted, PATIENCE)
  const shipmentId = await ship(traveller, { title: 'SIM-REFUSE' })
  await book({ ...traveller, call: attempt }, shipmentId).catch(() => {}) // the refusal has no booking
  const stubborn = await ship(traveller, { title: 'SIM-CANCEL-REFUSE' })
  await book(traveller, stubborn)
  await attempt('POST', `${SHIPMENTS}/${stubborn}/cancel`, REASON)
  const fixed = await ship(traveller, { title: 'SIM-UPDATE-REFUSE' })
  await book(traveller, fixed)
  await attempt('PATCH', `${SHIPMENTS}/${fixed}`, { dropoff_address: { address_line_1: '9 River Road' } })
}

async function subscribeAndReplay(traveller: Traveller): Promise<void> {
  const { call, receiver } = traveller
  const since = new Date(Date.now() - 3_600_000).toISOString()
  receiver.answerNext({ status: 500 }, { status: 503 })
  const { body } = await call('POST', SUBSCRIPTIONS, { url: receiver.url, events: ['*'], ordering: 'per_subject' })
  const path = `${SUBSCRIPTIONS}/${body.data.subscription_id}`
  await call('POST', `${path}/test`, undefined)
  await call('PATCH', path, { events: ['shipment.*'] })
  await call('POST', `${path}/rotate-secret`, undefined)
  await ship(traveller)
  const deliveryId = await eventually(async () => {
    const listed = await call('GET', `${path}/deliveries`, undefined)
    const sent = listed.body.data.find(({ status }: { status: string }) => status === 'succeeded')
    if (!sent) throw new Error('nothing was delivered')
    return sent.delivery_id as string
  }, PATIENT)
  await call('POST', `/api/v1/webhooks/deliveries/${deliveryId}/redeliver`, undefined)
  await call('PATCH', path, { status: 'paused' })
  await ship(traveller)
  const replay = async () => (await call('POST', `${path}/replay`, { since })).body.data.replay_id
  await call('POST', `${path}/replays/${await replay()}/cancel`, undefined)
  await call('PATCH', path, { status: 'active' })
  const replayId = await replay()
  await eventually(async () => {
    const { data } = (await call('GET', `${path}/replays/${replayId}`, undefined)).body
    if (data.status !== 'completed') throw new Error(`the replay is ${data.status}`)
  }, PATIENT)
  await call('DELETE', path, undefined)
}

/** The receiver wants no more events, so the webhook service disables the subscription and publishes that. */
async function unsubscribe(traveller: Traveller): Promise<void> {
  const { call, receiver } = traveller
  receiver.answerAlways(({ path }) => ({ status: path === '/gone' ? 410 : 200 }))
  const { body } = await call('POST', SUBSCRIPTIONS, { url: `${receiver.url}/gone`, events: ['shipment.*'] })
  await ship(traveller)
  await eventually(async () => {
    const { data } = (await call('GET', `${SUBSCRIPTIONS}/${body.data.subscription_id}`, undefined)).body
    if (data.status !== 'disabled') throw new Error(`the subscription is ${data.status}`)
  }, PATIENT)
}

async function administrate({ operate, accepted, db, sandbox }: Traveller): Promise<void> {
  for (const name of ['Journey 1', 'Journey 2']) {
    const { merchant_id } = (await operate('POST', '/admin/merchants', { name })).body.data
    const path = `/admin/merchants/${merchant_id}/environments`
    const { environment_id } = (await operate('POST', path, { mode: 'test' })).body.data
    const key = (await operate('POST', `/admin/environments/${environment_id}/keys`, {})).body.data
    await operate('DELETE', `/admin/keys/${key.key_id}`, undefined)
    const merchants = await db.query('select merchant_id from gateway.merchant where name = $1', [name])
    if (merchants.rows.length > 1) accepted.wrong.push(`${merchants.rows.length} merchants instead of one`)
  }
  await operate('POST', '/admin/demo', { access_token: sandbox.access_token })
  const { rows } = await db.query('select event_id from shipment.outbox where published_at is not null limit 1')
  if (rows[0]) await operate('POST', '/admin/outbox/replay', { event_id: rows[0].event_id })
  const park = (eventId: string) =>
    db.query(
      `insert into quoting.inbox_parked (environment_id, event_id, consumer, type, subject_type, subject_id, sequence,
         event, reason, error, attempts, due_at)
       values ($1, $2, 'booking.updated', 'booking.updated', 'booking', $2, 99, '{}', 'error', 'boom', 7,
         now() + interval '1 hour')`,
      [sandbox.environment_id, eventId],
    )
  for (let n = 1; n <= 2; n++) {
    const eventId = `evt_parked_${n}`
    await park(eventId)
    await operate('POST', '/admin/parked/replay', { event_id: eventId })
    await operate('POST', '/admin/parked/discard', { event_id: eventId })
  }
}
