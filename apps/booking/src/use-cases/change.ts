/** Cancelling and updating a shipment, and cancelling its booking alone. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError, type CarrierFault, versionConflict } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { cancelShipmentSchema, updateShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { dependsOnTime, parseDocument, readDocument } from '@waybill/contracts/requests/validation'
import { type BookingRecord, hasEnded } from '../bookings/booking.ts'
import { findBooking, lockBooking } from '../bookings/repository.ts'
import type { Db } from '../db.ts'
import { notCancellable, outcomeUnknown } from '../operations/errors.ts'
import { newHolding, type OpenOperation } from '../operations/operation.ts'
import { findOperationByClaim } from '../operations/repository.ts'
import { type CommandDependencies, perform } from './command-operation.ts'
import { getBookingRecord } from './reads.ts'

/** A search for a courier lasts for minutes. */
const SEARCH_RETRY_SECONDS = 15

interface Change {
  shipmentId: string
  document: Buffer
}

/** Cancels a shipment: 200, or 504 if the carrier has not answered; the cancellation is then retried until it does. */
export async function cancelShipment(
  dependencies: CommandDependencies,
  context: CallContext,
  { shipmentId, document }: Change,
): Promise<Answer> {
  const { reason_code, reason_note } = parseDocument(cancelShipmentSchema, JSON.parse(document.toString()))
  assertShipmentId(shipmentId)
  const desired = { reasonCode: reason_code, reasonNote: reason_note, doubt: null, bookingId: null }
  return await perform(dependencies, context, {
    shipmentId,
    prepare: async () => ({ kind: 'cancel', step: 'claim', desired }),
    pending: (operation, because) => throwPending(dependencies, operation, because, 'cancellation'),
  })
}

/**
 * Cancels a booking: 200, or 504 if the carrier has not answered; the cancellation is then retried until it does. Throws
 * `version_conflict` if the booking has another version than If-Match names.
 */
export async function cancelBooking(
  dependencies: CommandDependencies,
  context: CallContext,
  { bookingId, document }: { bookingId: string; document: Buffer },
): Promise<Answer> {
  const { reason_code, reason_note } = parseDocument(cancelShipmentSchema, JSON.parse(document.toString()))
  const { environmentId } = context
  const find = () => getBookingRecord(dependencies.db, environmentId, bookingId)
  const known = isId('bkg', bookingId) ? await findBooking(dependencies.db, environmentId, bookingId) : undefined
  // The claim would compare the version with that of the shipment.
  return await perform(
    dependencies,
    { ...context, ifMatch: null },
    {
      // A call that was answered before has its answer, whatever has become of the booking.
      shipmentId: known?.shipmentId ?? '',
      async prepare() {
        const booking = known && context.ifMatch === null ? known : await find()
        assertVersion(booking, context.ifMatch)
        assertCancellable(booking)
        const desired = { ...newHolding, reasonCode: reason_code, reasonNote: reason_note, bookingId, untilAt: null }
        return { kind: 'cancel_booking', step: booking.settled ? 'claim' : 'await_booking', desired }
      },
      // It may have changed since it was read.
      assert:
        context.ifMatch === null
          ? undefined
          : async (trx) => assertVersion(await lockBooking(trx, environmentId, bookingId), context.ifMatch),
      pending: (operation, because) => throwPending(dependencies, operation, because, 'cancellation'),
    },
  )
}

/** Before all else, as for shipments: the caller has not seen what has changed since. */
function assertVersion({ bookingId, sequence }: BookingRecord, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch === String(sequence)) return
  throw versionConflict(`Booking ${bookingId}`, sequence, ifMatch)
}

/** Throws `booking_not_cancellable`, or `shipment_busy` while a courier is being looked for: there is nothing to cancel. */
function assertCancellable(booking: BookingRecord): void {
  if (hasEnded(booking)) throw notCancellable(booking)
  if (booking.status !== 'pending' || booking.dispatchUntilAt === null) return
  const message = `No courier has taken booking ${booking.bookingId} yet. Retry when its status is assigned, or cancel shipment ${booking.shipmentId} to stop the search.`
  const retryAfterSeconds = SEARCH_RETRY_SECONDS
  throw new AppError('shipment_busy', message, { meta: { current_status: booking.status }, retryAfterSeconds })
}

/** Updates a shipment: 200, or 504 if the carrier has not answered; the update is then retried until it does. */
export async function updateShipment(
  dependencies: CommandDependencies,
  context: CallContext,
  { shipmentId, document }: Change,
): Promise<Answer> {
  const text = document.toString()
  await assertReadable(dependencies, context, { shipmentId, document })
  assertShipmentId(shipmentId)
  return await perform(dependencies, context, {
    shipmentId,
    prepare: async () => ({
      kind: 'update',
      step: 'claim',
      desired: { ...newHolding, document: text, mayCost: mayCost(context), bookingId: null },
    }),
    pending: (operation, because) => throwPending(dependencies, operation, because, 'update'),
  })
}

/** Only of members who may change shipments and not book them: a key has the scope as a whole. */
const mayCost = ({ scopes }: CallContext): boolean =>
  scopes.includes('shipments:write') || !scopes.includes('shipments:change')

/**
 * Dates are not judged here: a repeat was in time when it was first sent. The claim judges those of a new update. Of a
 * document that is wrong, the shipment service names what the stored shipment does not allow, too.
 */
async function assertReadable(
  { shipments }: CommandDependencies,
  context: CallContext,
  { shipmentId, document }: Change,
): Promise<void> {
  const read = readDocument(updateShipmentSchema, JSON.parse(document.toString()))
  if (read.ok || dependsOnTime(read.error)) return
  const request = { context: contextMessage(context), shipment_id: shipmentId, document }
  const judged = await shipments.CheckUpdate(request).catch((error: unknown) => error)
  // If the shipment cannot be read now, the fields that are certainly wrong are named.
  throw judged instanceof AppError && judged.details.length > 0 ? judged : read.error
}

/** Before the claim, one of our services has not answered; after it, the carrier. */
async function throwPending(
  { db }: CommandDependencies,
  operation: OpenOperation,
  because: AppError,
  noun: 'cancellation' | 'update',
): Promise<never> {
  if (operation.step === 'claim') throw because
  const { shipmentId, kind, desired } = operation
  const subject = kind === 'cancel_booking' ? `booking ${desired.bookingId}` : `shipment ${shipmentId}`
  throw outcomeUnknown(`${noun} of ${subject}`, await findDoubt(db, operation))
}

/** The carrier's last answer, to this operation or to the one that holds the shipment. */
async function findDoubt(db: Db, operation: OpenOperation): Promise<CarrierFault | null> {
  const asking =
    operation.kind === 'cancel' && operation.step === 'await_holder'
      ? await findOperationByClaim(db, operation.environmentId, operation.desired.holderClaimId)
      : operation
  return asking && 'doubt' in asking.desired ? (asking.desired.doubt ?? null) : null
}

function assertShipmentId(shipmentId: string): void {
  if (!isId('shp', shipmentId)) throw shipmentNotFound(shipmentId)
}

export const shipmentNotFound = (shipmentId: string): AppError =>
  new AppError('shipment_not_found', `Shipment ${shipmentId} does not exist in this environment.`)
