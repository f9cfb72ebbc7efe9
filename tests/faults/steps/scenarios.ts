/**
 * How an operation reaches each of its steps, and the expected final state after a kill there. A step that
 * is added to an operation does not compile without a scenario here.
 */
import type { StepOf, steps } from '@waybill/booking/operations/operation'
import { SIGNATURE_HEADER, signCallback, simulatedAccountSecret } from '@waybill/carriers/adapters/simulated/signature'
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import { fetch } from 'undici'
import { killService, readEnvironment } from '../processes.ts'
import { CARRIERS, type CarrierCode, type Stage } from './stage.ts'

/** Final state of a shipment. `booked` and `dispatched` have a live job at the carrier; the others have none. */
export type End = 'booked' | 'free' | 'cancelled' | 'expired' | 'dispatched' | 'failed'

/** Starts the operation and brings it to the step, where it is held. `n` counts the scenarios, to use all carriers. */
type Bring = (stage: Stage, step: string, n: number) => Promise<string>

export interface Scenario {
  bring: Bring
  end: End
  /** The step makes no remote call. */
  callsNobody?: true
  /** The next step stores what this one has done. */
  commitsNothing?: true
}

const getCarrier = (n: number): CarrierCode => CARRIERS[n % CARRIERS.length] as CarrierCode
/** The carrier that creates a draft before the purchase. */
const MAKES_DRAFTS: CarrierCode = 'eco_parcel'
const TAKEN_BY_THE_ONE_WITH_DRAFTS = CARRIERS.filter((code) => code !== MAKES_DRAFTS)
  .map((code) => `SIM-REFUSE:${code}`)
  .join(' ')
const NEW_ROUTE = { dropoff_address: { address_line_1: '9 River Road' } }
const REASON = { reason_code: 'fault_test' }

const book =
  (title?: string, carrier?: CarrierCode): Bring =>
  async (stage, step, n) => {
    const shipmentId = await stage.ship(title)
    const offer = await stage.offer(shipmentId, carrier ?? getCarrier(n))
    stage.holds.at(shipmentId, step)
    stage.send(`/api/v1/shipments/${shipmentId}/book`, offer)
    return shipmentId
  }

const cancel =
  (title?: string): Bring =>
  async (stage, step, n) => {
    const shipmentId = await stage.shipBooked(getCarrier(n), title)
    stage.holds.at(shipmentId, step)
    stage.send(`/api/v1/shipments/${shipmentId}/cancel`, REASON)
    return shipmentId
  }

const cancelBooking =
  (title?: string): Bring =>
  async (stage, step, n) => {
    const shipmentId = await stage.shipBooked(getCarrier(n), title)
    stage.holds.at(shipmentId, step)
    stage.send(`/api/v1/bookings/${stage.accepted.bookings.get(shipmentId)}/cancel`, REASON)
    return shipmentId
  }

/** The merchant cancels a booking whose own operation has not ended. */
const cancelUnfinishedBooking: Bring = async (stage, step, n) => {
  const shipmentId = await book()(stage, 'book.finish', n)
  await stage.holds.reached(shipmentId, 'book.finish')
  const found = 'select booking_id from booking.booking where shipment_id = $1'
  const { booking_id } = await stage.row<{ booking_id: string }>(found, [shipmentId])
  stage.send(`/api/v1/bookings/${booking_id}/cancel`, REASON)
  const waiting = 'select 1 from booking.operation where shipment_id = $1 and kind = $2 and attempts > 0'
  await stage.row(waiting, [shipmentId, 'cancel_booking'])
  stage.holds.at(shipmentId, step)
  return shipmentId
}

const update =
  (title?: string): Bring =>
  async (stage, step, n) => {
    const shipmentId = await stage.shipBooked(getCarrier(n), title)
    stage.holds.at(shipmentId, step)
    stage.send(`/api/v1/shipments/${shipmentId}`, NEW_ROUTE, 'PATCH')
    return shipmentId
  }

const dispatch =
  (title?: string): Bring =>
  (stage, step) =>
    stage.shipNow(step, title)

/** The merchant cancels while the operation is held before the carrier call; then it continues to the step. */
const cancelledBefore =
  (bring: Bring, before: string): Bring =>
  async (stage, step, n) => {
    const shipmentId = await bring(stage, before, n)
    await stage.holds.reached(shipmentId, before)
    stage.send(`/api/v1/shipments/${shipmentId}/cancel`, REASON)
    const deferred = 'select 1 from booking.operation where shipment_id = $1 and kind = $2 and step = $3'
    await stage.row(deferred, [shipmentId, 'cancel', 'await_holder'])
    stage.holds.at(shipmentId, step)
    return shipmentId
  }

/** No courier accepts, and the dispatch window has passed. */
const inVain: Bring = async (stage, step, n) => {
  const shipmentId = await dispatch('SIM-NO-COURIER')(stage, step, n)
  const timeIsUp = `
    update booking.operation
    set desired = jsonb_set(desired, '{untilAt}', '"2020-01-01T00:00:00.000Z"'), next_attempt_at = now()
    where shipment_id = $1 and step = 'quote' and lease_until is null and booking_id is not null
    returning 1`
  await stage.row(timeIsUp, [shipmentId])
  return shipmentId
}

/** The courier gives the job back, and dispatch looks for another one. */
const courierGivesUp: Bring = async (stage, step) => {
  const shipmentId = await stage.shipNow(step)
  await stage.row(`select 1 from booking.booking where shipment_id = $1 and status = 'assigned' and settled`, [
    shipmentId,
  ])
  await stage.call('POST', `/api/v1/simulator/shipments/${shipmentId}/advance`, { status: 'cancelled' })
  return shipmentId
}

/** The shipment has expired; the shipment service asks to end it at its next start. */
const expire =
  (title?: string): Bring =>
  async (stage, step, n) => {
    const shipmentId = await stage.shipBooked(getCarrier(n), title)
    stage.holds.at(shipmentId, step)
    await stage.db.query(
      `update shipment.shipment set collection_at = now() - interval '15 days' where shipment_id = $1`,
      [shipmentId],
    )
    return shipmentId
  }

interface CancelledJob {
  attempt_id: string
  carrier_job_id: string
  carrier_account_id: string
  carrier_code: CarrierCode
  environment_id: string
  booking_id: string
}

async function cancelledJob(stage: Stage, n: number): Promise<{ shipmentId: string; job: CancelledJob }> {
  const shipmentId = await stage.shipBooked(getCarrier(n))
  await stage.call('POST', `/api/v1/shipments/${shipmentId}/cancel`, REASON)
  const job = await stage.row<CancelledJob>(
    `select a.* from booking.carrier_attempt a join booking.booking b using (environment_id, booking_id)
     where b.shipment_id = $1 and b.status = 'cancelled'`,
    [shipmentId],
  )
  return { shipmentId, job }
}

/** The carrier reports progress after the job was cancelled. */
const drivesOn: Bring = async (stage, step, n) => {
  const { shipmentId, job } = await cancelledJob(stage, n)
  stage.holds.at(shipmentId, step)
  const { SIMULATOR_KEY = '' } = readEnvironment(stage.system.pid(), 'booking')
  const account = defaultCarrierAccountId(job.environment_id, job.carrier_code)
  const nothing = {
    detail: null,
    description: null,
    utc_offset_minutes: null,
    location: null,
    driver: null,
    eta: null,
    proof: null,
  }
  const fact = { id: `evt_${n}`, job_id: job.carrier_job_id, reference: job.attempt_id, code: 'TO_PICKUP', ...nothing }
  const body = JSON.stringify({ ...fact, occurred_at: new Date().toISOString() })
  const signature = signCallback(simulatedAccountSecret(SIMULATOR_KEY, account), body, new Date())
  const url = new URL(`/api/v1/callbacks/${account}`, stage.system.sandbox.base_url)
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }
  const { status } = await fetch(url, { method: 'POST', headers, body })
  if (status >= 300) throw new Error(`the call-back got status ${status}`)
  return shipmentId
}

/** Makes the attempt look as if the carrier did not know the booking when it was given up. */
const fearedAlive: Bring = async (stage, step, n) => {
  const { shipmentId, job } = await cancelledJob(stage, n)
  stage.holds.at(shipmentId, step)
  const { attempt_id: attemptId, carrier_code: carrierCode, carrier_account_id: carrierAccountId } = job
  await stage.db.query(
    `insert into booking.operation (environment_id, op_id, kind, shipment_id, booking_id, claim_id, step, desired, context)
     select environment_id, 'op_feared_' || $1, 'recall', shipment_id, booking_id, 'op_feared_' || $1, 'look', $2, context
     from booking.operation where shipment_id = $3 and kind = 'cancel'`,
    [n, JSON.stringify({ attemptId, carrierCode, carrierAccountId, carrierJobId: null }), shipmentId],
  )
  return shipmentId
}

const booked = (bring: Bring): Scenario => ({ bring, end: 'booked' })
const cancelled = (bring: Bring): Scenario => ({ bring, end: 'cancelled' })
const dispatched = (bring: Bring): Scenario => ({ bring, end: 'dispatched' })
const unbooked = (bring: Bring): Scenario => ({ bring, end: 'free' })

const scenarios = {
  book: {
    claim: booked(book()),
    draft: booked(book(undefined, MAKES_DRAFTS)),
    call: booked(book()),
    recover: booked(book('SIM-MALFORMED')),
    settle: { ...booked(book()), commitsNothing: true },
    finish: booked(book()),
    release: { bring: book('SIM-REFUSE'), end: 'free' },
    undo: cancelled(cancelledBefore(book(), 'book.call')),
    settle_cancelled: cancelled(cancelledBefore(book(), 'book.call')),
  },
  cancel: {
    claim: cancelled(cancel()),
    call: cancelled(cancel()),
    pend: cancelled(cancel('SIM-CANCEL-500')),
    pursue: cancelled(cancel('SIM-CANCEL-500')),
    settle_cancelled: cancelled(cancel()),
    release: booked(cancel('SIM-CANCEL-REFUSE')),
    await_holder: cancelled(cancelledBefore(book(), 'book.call')),
  },
  cancel_booking: {
    await_booking: { ...unbooked(cancelUnfinishedBooking), callsNobody: true },
    claim: unbooked(cancelBooking()),
    call: unbooked(cancelBooking()),
    pursue: unbooked(cancelBooking('SIM-CANCEL-500')),
    settle: unbooked(cancelBooking()),
    release: booked(cancelBooking('SIM-CANCEL-REFUSE')),
  },
  update: {
    claim: booked(update()),
    call: booked(update()),
    pursue: booked(update('SIM-UPDATE-500')),
    settle: booked(update()),
    release: booked(update('SIM-UPDATE-REFUSE')),
    undo: cancelled(cancelledBefore(update(), 'update.call')),
    settle_cancelled: cancelled(cancelledBefore(update(), 'update.call')),
  },
  dispatch: {
    reclaim: dispatched(courierGivesUp),
    quote: dispatched(dispatch()),
    attempt: dispatched(dispatch()),
    draft: dispatched(dispatch(TAKEN_BY_THE_ONE_WITH_DRAFTS)),
    call: dispatched(dispatch()),
    recover: dispatched(dispatch('SIM-MALFORMED')),
    settle: { ...dispatched(dispatch()), commitsNothing: true },
    finish: dispatched(dispatch()),
    undo: cancelled(cancelledBefore(dispatch(), 'dispatch.call')),
    settle_cancelled: cancelled(cancelledBefore(dispatch(), 'dispatch.call')),
    give_up: { bring: inVain, end: 'failed', callsNobody: true },
    settle_failed: { bring: inVain, end: 'failed' },
  },
  recall: {
    look: cancelled(fearedAlive),
    call: cancelled(drivesOn),
  },
} as const satisfies { [K in keyof typeof steps]: Record<StepOf<K>, Scenario> }

const gone = (bring: Bring): Scenario => ({ bring, end: 'expired' })

/** A cancel operation started by expiry: no other operation holds the shipment then. */
const expiry: Record<Exclude<StepOf<'cancel'>, 'await_holder'>, Scenario> = {
  claim: gone(expire()),
  call: gone(expire()),
  pend: gone(expire('SIM-CANCEL-500')),
  pursue: gone(expire('SIM-CANCEL-500')),
  settle_cancelled: gone(expire()),
  release: booked(expire('SIM-CANCEL-REFUSE')),
}

export interface Point extends Scenario {
  /** The step's name in the booking service. */
  step: string
}

/** Kill points: before the step, after each of its calls, and after its commit. */
const toPoints = (kind: string, table: Record<string, Scenario>): Point[] =>
  Object.entries(table).flatMap(([step, scenario]) =>
    ['', ':called', ':committed']
      .filter((suffix) => suffix !== ':called' || !scenario.callsNobody)
      .filter((suffix) => suffix !== ':committed' || !scenario.commitsNothing)
      .map((suffix) => ({ ...scenario, step: `${kind}.${step}${suffix}` })),
  )

const dispatches = toPoints('dispatch', scenarios.dispatch)
const HALF = Math.ceil(dispatches.length / 2)

/** Operations per kill: at most as many as the service runs concurrently. */
export const rounds: { name: string; points: Point[]; begin?: (stage: Stage) => Promise<void> }[] = [
  { name: 'book', points: toPoints('book', scenarios.book) },
  { name: 'cancel', points: toPoints('cancel', scenarios.cancel) },
  { name: 'cancel a booking', points: toPoints('cancel_booking', scenarios.cancel_booking) },
  { name: 'update', points: toPoints('update', scenarios.update) },
  { name: 'the first half of dispatch', points: dispatches.slice(0, HALF) },
  { name: 'the second half of dispatch', points: dispatches.slice(HALF) },
  {
    name: 'expire and recall',
    points: [...toPoints('cancel', expiry), ...toPoints('recall', scenarios.recall)],
    // Timed work is what the service does first.
    begin: ({ system }) => killService(system.pid(), 'shipment'),
  },
]
