import type { Answer } from '@waybill/chassis/idempotency/operations'
import { oneOf, pageRequest } from '@waybill/chassis/postgres/page'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { bookingStatuses, publicDriverLocation } from '@waybill/contracts/booking'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { ListRequest__Output } from '@waybill/contracts/gen/waybill/booking/v1/ListRequest'
import { isId } from '@waybill/contracts/ids'
import type { BookingRecord } from '../bookings/booking.ts'
import { findLastPosition, listBookings } from '../bookings/queries.ts'
import { bookingAnswer, shownBooking } from '../bookings/recorder.ts'
import { findBooking, findLiveBooking, findNewestBooking } from '../bookings/repository.ts'
import type { Parts } from '../dependencies.ts'

export async function getBooking(parts: Parts, { environmentId }: CallContext, bookingId: string): Promise<Answer> {
  return answerOf(parts, await bookingOf(parts, environmentId, bookingId))
}

/** The shipment's live booking, else its last one. */
export async function getBookingOfShipment(parts: Parts, context: CallContext, shipmentId: string): Promise<Answer> {
  const { environmentId } = context
  const booking =
    (await findLiveBooking(parts.db, environmentId, shipmentId)) ??
    (await findNewestBooking(parts.db, environmentId, shipmentId))
  if (booking === undefined) {
    await assertShipment(parts, context, shipmentId)
    throw new AppError('booking_not_found', `Shipment ${shipmentId} has no booking.`)
  }
  return answerOf(parts, booking)
}

/** Throws `shipment_not_found` if the environment has no such shipment. */
export async function assertShipment({ shipments }: Parts, context: CallContext, shipmentId: string): Promise<void> {
  await shipments.Find({ context: contextMessage(context), shipment_id: shipmentId })
}

export async function listBookingsPage(
  parts: Parts,
  { environmentId }: CallContext,
  request: ListRequest__Output,
): Promise<Answer> {
  const filters = {
    shipmentId: request.shipment_id || null,
    status: oneOf('status', bookingStatuses, request.status),
  }
  const { items, meta } = await listBookings(parts.db, environmentId, filters, pageRequest(request.page))
  const at = new Date()
  const shown = items.map((booking) => shownBooking(booking, parts.labelUrls, at))
  return { status: 200, body: envelopeBytes(listEnvelope(shown, meta)) }
}

/** Where the courier was last; a booking of which no report names a place has a location of null. */
export async function getDriverLocation(
  parts: Parts,
  { environmentId }: CallContext,
  bookingId: string,
): Promise<Answer> {
  const booking = await bookingOf(parts, environmentId, bookingId)
  const position = await findLastPosition(parts.db, environmentId, bookingId)
  return { status: 200, body: envelopeBytes(successEnvelope(publicDriverLocation(booking, position ?? null))) }
}

async function bookingOf({ db }: Parts, environmentId: string, bookingId: string): Promise<BookingRecord> {
  const booking = isId('bkg', bookingId) ? await findBooking(db, environmentId, bookingId) : undefined
  if (booking === undefined) throw new AppError('booking_not_found', `There is no booking ${bookingId}.`)
  return booking
}

const answerOf = ({ labelUrls }: Parts, booking: BookingRecord): Answer => ({
  ...bookingAnswer(booking, 200, labelUrls, new Date()),
  status: 200,
})
