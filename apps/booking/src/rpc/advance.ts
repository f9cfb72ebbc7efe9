import { type Answer, abandonOperation, beginOperation, finishOperation } from '@waybill/chassis/idempotency/operations'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { type AdvanceShipment, advanceShipmentSchema } from '@waybill/contracts/simulator'
import { errorDetail, parseDocument, validationError } from '@waybill/contracts/validation'
import type { BookingRecord, BookingWithJob } from '../bookings/booking.ts'
import { findBooking, findNewestBooking } from '../bookings/repository.ts'
import type { AdvanceJob } from '../simulator-client.ts'
import { fetchFacts } from '../tracking/polling.ts'
import type { ReportDependencies } from '../tracking/reports.ts'
import { assertShipment } from './reads.ts'

const LEASE_MS = 15_000

/** Moves the simulated courier of a shipment's newest booking, and answers the booking as it then is. Test environments only. */
export async function advance(
  dependencies: ReportDependencies & { advanceJob: AdvanceJob },
  context: CallContext,
  { shipmentId, document }: { shipmentId: string; document: Buffer },
): Promise<Answer> {
  if (context.livemode) throw new AppError('route_not_found', 'The simulator exists in test environments only.')
  const text = document.toString()
  const body = parseDocument(advanceShipmentSchema, text === '' ? {} : JSON.parse(text))
  const begun = await beginOperation(dependencies.db, context, { leaseMs: LEASE_MS, minted: {} })
  if (begun.outcome === 'finished') return begun.answer
  try {
    const booking = await getMovableBooking(dependencies, context, shipmentId)
    const adapter = dependencies.carriers.get(booking.carrierCode)
    if (!adapter?.descriptor.simulated) {
      throw new AppError('route_not_found', `Carrier ${booking.carrierCode} is not a simulated one.`)
    }
    const { moved } = await dependencies.advanceJob(booking.carrierJobId, body)
    // Not left to its call-back alone: who has moved the courier, or could not, is told where it now is.
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

/** No way leads to what was asked for from where the courier is. A single step is never refused: it is none at the end. */
function notReachable({ status, incident }: AdvanceShipment, booking: BookingRecord): AppError {
  const [field, asked] = incident === undefined ? ['status', status] : ['incident', incident]
  const message = `cannot be ${asked}: the booking is ${booking.status}, and no way leads there`
  return validationError([errorDetail([field], 'not_reachable', message)])
}

async function getMovableBooking(
  dependencies: ReportDependencies,
  context: CallContext,
  shipmentId: string,
): Promise<BookingWithJob> {
  const booking = await findNewestBooking(dependencies.db, context.environmentId, shipmentId)
  if (booking === undefined) await assertShipment(dependencies, context, shipmentId)
  if (booking === undefined || booking.carrierJobId === null) {
    throw new AppError('booking_not_found', `Shipment ${shipmentId} has no courier yet: book it first.`)
  }
  return booking
}
