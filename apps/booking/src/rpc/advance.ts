import { type Answer, abandonOperation, beginOperation, finishOperation } from '@waybill/chassis/idempotency/operations'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { type AdvanceShipment, advanceShipmentSchema } from '@waybill/contracts/simulator'
import { errorDetail, parseDocument, validationError } from '@waybill/contracts/validation'
import type { BookingRecord, BookingWithJob } from '../bookings/booking.ts'
import { findBooking, findNewestBooking } from '../bookings/repository.ts'
import type { AdvanceJob } from '../simulator-client.ts'
import type { IngestionDependencies } from '../tracking/ingestion.ts'
import { fetchFacts } from '../tracking/polling.ts'
import { assertShipment } from './reads.ts'

const LEASE_MS = 15_000

/** Moves the simulated courier of a shipment's latest booking and answers the booking after it. Test environments only. */
export async function advance(
  dependencies: IngestionDependencies & { advanceJob: AdvanceJob },
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
    if (!adapter?.descriptor.simulated) {
      throw new AppError(
        'route_not_found',
        `Carrier ${booking.carrierCode} is not simulated. Only simulated couriers can be moved.`,
      )
    }
    const { moved } = await dependencies.advanceJob(booking.carrierJobId, body)
    // Does not wait for the call-back: the answer must show where the courier is now.
    await fetchFacts(dependencies, adapter, booking)
    const present = (await findBooking(dependencies.db, context.environmentId, booking.bookingId)) ?? booking
    if (!moved) throw notReachable(body, present)
    const answer = dependencies.codec.toAnswer(present, 200)
    await finishOperation(dependencies.db, { environmentId: context.environmentId, opId: begun.opId }, answer)
    return answer
  } finally {
    if (begun.outcome !== 'attached') await abandonOperation(dependencies.db, context, begun)
  }
}

/** The requested status cannot be reached from the present one. A single step is never refused: at the end it is a no-op. */
function notReachable({ status, incident }: AdvanceShipment, booking: BookingRecord): AppError {
  const [field, asked] = incident === undefined ? ['status', status] : ['incident', incident]
  const message = `cannot be ${asked}: a booking in status ${booking.status} cannot reach it`
  return validationError([errorDetail([field], 'not_reachable', message)])
}

async function getMovableBooking(
  dependencies: IngestionDependencies,
  context: CallContext,
  shipmentId: string,
): Promise<BookingWithJob> {
  const booking = await findNewestBooking(dependencies.db, context.environmentId, shipmentId)
  if (booking === undefined) await assertShipment(dependencies, context, shipmentId)
  if (booking === undefined || booking.carrierJobId === null) {
    throw new AppError('booking_not_found', `Shipment ${shipmentId} has no courier yet. Book it first.`)
  }
  return booking
}
