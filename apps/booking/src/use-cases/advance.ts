import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import { type Answer, abandonOperation, beginOperation, finishOperation } from '@waybill/chassis/idempotency/operations'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import type { BookingStatus } from '@waybill/contracts/booking'
import { errorDetail, parseDocument, validationError } from '@waybill/contracts/requests/validation'
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import { isSearchEnd } from '@waybill/contracts/shipments/failure-reason'
import { type AdvanceShipment, advanceShipmentSchema } from '@waybill/contracts/simulator'
import { type BookingRecord, type BookingWithJob, bookingTransitions, hasEnded } from '../bookings/booking.ts'
import { endedWithoutPickup } from '../bookings/consequences.ts'
import { findBooking, findNewestBooking } from '../bookings/repository.ts'
import type { Dependencies } from '../dependencies.ts'
import type { AdvanceJob } from '../simulator-client.ts'
import { fetchFacts } from '../tracking/polling.ts'
import { awaitShipment } from './await-shipment.ts'
import { getShipment } from './reads.ts'

/** Longer than the courier's move, the carrier's answer and the wait for the shipment take. */
const LEASE_MS = 20_000

/**
 * Moves the simulated courier of a shipment's latest booking and answers the booking after it, once the shipment shows
 * the same. Test environments only.
 */
export async function advance(
  dependencies: Dependencies & { advanceJob: AdvanceJob },
  context: CallContext,
  { shipmentId, document }: { shipmentId: string; document: Buffer },
): Promise<Answer> {
  if (context.livemode)
    throw new AppError('route_not_found', 'The simulator exists only in test environments. Use a test token.')
  const text = document.toString()
  const body = parseDocument(advanceShipmentSchema, text === '' ? {} : JSON.parse(text))
  const begun = await beginOperation(dependencies.db, context, { leaseMs: LEASE_MS, minted: {} })
  if (begun.outcome === 'finished') return begun.answer
  try {
    const booking = await getMovableBooking(dependencies, context, shipmentId)
    const adapter = dependencies.carriers.get(booking.carrierCode)
    if (!adapter?.descriptor.simulated) throw notSimulated(booking)
    if (body.status === undefined && body.incident === undefined && hasEnded(booking)) throw noNextStep(booking)
    if (body.status !== undefined && !mayBecome(booking, body.status)) throw notReachable(body, booking)
    const { moved } = await dependencies.advanceJob(booking.carrierJobId, body)
    // Does not wait for the call-back: the answer must show where the courier is now.
    await fetchFacts(dependencies, adapter, booking)
    const present = (await findBooking(dependencies.db, context.environmentId, booking.bookingId)) ?? booking
    if (!moved) throw notReachable(body, present)
    const shown = await awaitShipment(dependencies, context, present)
    const answer = dependencies.codec.toAnswer(shown.booking, 200)
    await finishOperation(dependencies.db, { environmentId: context.environmentId, opId: begun.opId }, answer)
    if (!shown.isShown) throw notShown(shipmentId)
    return answer
  } finally {
    await abandonOperation(dependencies.db, context, begun)
  }
}

function notSimulated({ bookingId, carrierCode, status }: BookingRecord): AppError {
  const who =
    carrierCode === ownFleetDescriptor.carrierCode
      ? 'is carried by your own driver, whose reports move it: POST /api/v1/driver/jobs/{job_id}/reports with the token of the driver'
      : `is with ${carrierCode}, which is not simulated: its reports move it`
  return new AppError('booking_not_movable', `Booking ${bookingId} ${who}.`, { meta: { current_status: status } })
}

const noNextStep = ({ bookingId, status }: BookingRecord): AppError =>
  new AppError('booking_not_movable', `Booking ${bookingId} is ${status}, which is final: no step follows.`, {
    meta: { current_status: status },
  })

const notShown = (shipmentId: string): AppError =>
  new AppError(
    'upstream_timeout',
    `The courier has moved, but shipment ${shipmentId} does not show it yet. Do not repeat the move: fetch the shipment again shortly.`,
  )

/** A booking that has ended can only be corrected, and one that ended before the pickup is left to the next booking. */
const mayBecome = (booking: BookingRecord, status: BookingStatus): boolean =>
  !hasEnded(booking) || booking.status === status || listCorrections(booking).includes(status)

/** Statuses that a simulated carrier may correct. It does not take back a cancellation, although other carriers may. */
const listCorrections = (booking: BookingRecord): readonly BookingStatus[] =>
  booking.closedByUs || booking.status === 'cancelled' || endedWithoutPickup(booking)
    ? []
    : bookingTransitions[booking.status]

/** The requested status cannot be reached from the present one. */
function notReachable({ status, incident }: AdvanceShipment, booking: BookingRecord): AppError {
  const [field, asked] = incident === undefined ? ['status', status] : ['incident', incident]
  return validationError([
    errorDetail([field], 'not_reachable', `cannot be ${asked}: ${whyNotReachable(field, booking)}`),
  ])
}

function whyNotReachable(field: string | undefined, booking: BookingRecord): string {
  if (!hasEnded(booking)) return `a booking in status ${booking.status} cannot reach it`
  const ended = `the booking is ${booking.status}, which is final`
  if (endedWithoutPickup(booking)) return `${ended}, and it ended before the pickup. Book the shipment again`
  const corrections = field === 'status' ? listCorrections(booking) : []
  return corrections.length === 0 ? ended : `${ended}. Only ${corrections.join(' or ')} can follow`
}

async function getMovableBooking(
  dependencies: Dependencies,
  context: CallContext,
  shipmentId: string,
): Promise<BookingWithJob> {
  const booking = await findNewestBooking(dependencies.db, context.environmentId, shipmentId)
  if (booking === undefined || booking.carrierJobId === null) {
    const pendingBookingId = booking?.status === 'pending' ? booking.bookingId : null
    throw noCourier({ ...(await getShipment(dependencies, context, shipmentId)), pendingBookingId })
  }
  return booking
}

type Courierless = Pick<
  Shipment,
  'shipmentId' | 'status' | 'onDemand' | 'cancelRequested' | 'failureReason' | 'pendingBookingId'
>

/** Why there is no courier to move, and what to do. */
export const noCourier = (shipment: Courierless): AppError =>
  new AppError('booking_not_found', `Shipment ${shipment.shipmentId} ${whyNoCourier(shipment)}`)

function whyNoCourier(shipment: Courierless): string {
  const { status, onDemand, cancelRequested, failureReason, pendingBookingId } = shipment
  if (isFinalShipmentStatus(status)) {
    const what = isSearchEnd(failureReason) ? 'No courier was found for it' : 'It has no courier'
    return `is ${status}. ${what}. Create another shipment.`
  }
  if (cancelRequested) return 'is being cancelled and has no courier.'
  const onceAccepted = 'Move the courier once the status of the booking is assigned.'
  if (onDemand) return `has no courier yet: the search goes on. ${onceAccepted}`
  if (pendingBookingId === null) return 'has no courier yet. Book it first.'
  return `has no courier yet: the carrier has not answered booking ${pendingBookingId}. ${onceAccepted}`
}
