import type { Answer } from '@waybill/chassis/idempotency/operations'
import { pageRequest } from '@waybill/chassis/postgres/page'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { bookingStatuses } from '@waybill/contracts/booking'
import { publicDriverLocation } from '@waybill/contracts/bookings/driver-location'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { ListExchangesRequest__Output } from '@waybill/contracts/gen/waybill/booking/v1/ListExchangesRequest'
import type { ListRequest__Output } from '@waybill/contracts/gen/waybill/booking/v1/ListRequest'
import { isId } from '@waybill/contracts/ids'
import { noListFilters, readListFilters } from '@waybill/contracts/requests/list-filters'
import { type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import { listBookingExchanges } from '../attempts/resolutions/exchange-queries.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import { listBookings } from '../bookings/queries.ts'
import { findBooking, findLiveBooking, findNewestBooking, listPresentBookings } from '../bookings/repository.ts'
import type { Db, Trx } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import { findLastPosition } from '../tracking/queries.ts'

export async function getBooking(
  dependencies: Dependencies,
  { environmentId }: CallContext,
  bookingId: string,
): Promise<Answer> {
  return dependencies.codec.toAnswer(await getBookingRecord(dependencies.db, environmentId, bookingId), 200)
}

/** The shipment's active booking, or its latest one. */
export async function getBookingOfShipment(
  dependencies: Dependencies,
  context: CallContext,
  shipmentId: string,
): Promise<Answer> {
  const { environmentId } = context
  const booking =
    (await findLiveBooking(dependencies.db, environmentId, shipmentId)) ??
    (await findNewestBooking(dependencies.db, environmentId, shipmentId))
  if (booking === undefined) {
    await assertShipment(dependencies, context, shipmentId)
    throw new AppError('booking_not_found', `Shipment ${shipmentId} has no booking.`)
  }
  return dependencies.codec.toAnswer(booking, 200)
}

/** The active booking of each shipment, or its latest one. Shipments without a booking are left out. */
export async function listBookingsOfShipments(
  { db, codec }: Dependencies,
  { environmentId }: CallContext,
  shipmentIds: readonly string[],
): Promise<Answer> {
  const bookings = await listPresentBookings(db, environmentId, shipmentIds)
  const at = new Date()
  const meta = { has_more: false, next_cursor: null, limit: shipmentIds.length }
  const shown = bookings.map((booking) => codec.toPublic(booking, at))
  return { status: 200, body: envelopeBytes(listEnvelope(shown, meta)) }
}

/** Throws `shipment_not_found` if the environment has no such shipment. */
export async function assertShipment(
  dependencies: Dependencies,
  context: CallContext,
  shipmentId: string,
): Promise<void> {
  await getShipment(dependencies, context, shipmentId)
}

/** The shipment with its claim. Throws `shipment_not_found` if the environment has no such shipment. */
export async function getShipment(
  { shipments }: Dependencies,
  context: CallContext,
  shipmentId: string,
): Promise<Shipment> {
  return shipmentFromMessage(await shipments.Find({ context: contextMessage(context), shipment_id: shipmentId }))
}

export async function listBookingsPage(
  dependencies: Dependencies,
  { environmentId }: CallContext,
  request: ListRequest__Output,
): Promise<Answer> {
  const filters = {
    ...readListFilters(request.filters ?? noListFilters, bookingStatuses),
    shipmentId: request.shipment_id || null,
    printed: request.printed ?? null,
  }
  const { items, meta } = await listBookings(dependencies.db, environmentId, filters, pageRequest(request.page))
  const at = new Date()
  const shown = items.map((booking) => dependencies.codec.toPublic(booking, at))
  return { status: 200, body: envelopeBytes(listEnvelope(shown, meta)) }
}

/** Exchanges with the booking's carrier, oldest first. */
export async function listExchanges(
  { db }: Dependencies,
  { environmentId }: CallContext,
  { booking_id: bookingId, page }: ListExchangesRequest__Output,
): Promise<Answer> {
  await getBookingRecord(db, environmentId, bookingId)
  const { items, meta } = await listBookingExchanges(db, { environmentId, bookingId }, pageRequest(page))
  return { status: 200, body: envelopeBytes(listEnvelope(items, meta)) }
}

/** The courier's last reported position; `location` is null if no report has one. */
export async function getDriverLocation(
  dependencies: Dependencies,
  { environmentId }: CallContext,
  bookingId: string,
): Promise<Answer> {
  const booking = await getBookingRecord(dependencies.db, environmentId, bookingId)
  const position = await findLastPosition(dependencies.db, environmentId, bookingId)
  return { status: 200, body: envelopeBytes(successEnvelope(publicDriverLocation(booking, position ?? null))) }
}

/** Throws `booking_not_found` if the environment has no such booking. */
export async function getBookingRecord(db: Db | Trx, environmentId: string, bookingId: string): Promise<BookingRecord> {
  const booking = isId('bkg', bookingId) ? await findBooking(db, environmentId, bookingId) : undefined
  if (booking === undefined)
    throw new AppError('booking_not_found', `Booking ${bookingId} does not exist in this environment.`)
  return booking
}
