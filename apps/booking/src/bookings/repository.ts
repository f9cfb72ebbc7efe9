/** Rows of bookings. */
import { isDeepStrictEqual } from 'node:util'
import { compileOnce, type Param } from '@waybill/chassis/postgres/compiled-query'
import type { Write } from '@waybill/chassis/postgres/pipelining'
import { finalBookingStatuses } from '@waybill/contracts/booking'
import { completeDispatch } from '@waybill/contracts/dispatch'
import { quoteOptionFromMessage, quoteOptionMessage } from '@waybill/contracts/quotes/quote-option'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { BookingTable, Db, Trx } from '../db.ts'
import { insertTrackingTerms } from '../search/repository.ts'
import { type BookingRecord, type BookingWithJob, parseBooking } from './booking.ts'
import { dueTimes } from './eta.ts'

type Reader = Db | Trx

/** Stores a new booking; false if its shipment has another live one. */
export async function insertBooking(trx: Trx, booking: BookingRecord): Promise<boolean> {
  const inserted = await trx
    .insertInto('booking')
    .values({ ...bookingRow(booking), collection_date: booking.shipment.collection_date })
    .onConflict((conflict) =>
      conflict
        .columns(['environment_id', 'shipment_id'])
        .where(sql<boolean>`status not in ('delivered', 'returned', 'failed', 'cancelled')`)
        .doNothing(),
    )
    .returning('booking_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** When the carrier is polled next; without either, as before. */
export interface Schedule {
  /** In milliseconds from now; null: it is not polled. */
  trackingInMs?: number | null
  /** After news from the carrier: in milliseconds from now, unless the poll is due to fetch a label. */
  afterNewsInMs?: number
}

/** The writes of the locked booking and of the terms of a new job. What stays as it is, is not written again. */
export function bookingWrites(
  trx: Trx,
  before: BookingRecord,
  booking: BookingRecord,
  schedule: Schedule = {},
): [Write, ...Write[]] {
  const { environment_id, booking_id, pickup_by, delivery_by, ...fields } = bookingRow(booking)
  const stored: Record<string, unknown> = bookingRow(before)
  const changed = Object.entries(fields).filter(([column, value]) => !isDeepStrictEqual(value, stored[column]))
  const { carrierJobId } = booking
  const isNewJob = carrierJobId !== null && carrierJobId !== before.carrierJobId
  const update = trx
    .updateTable('booking')
    .set({
      ...Object.fromEntries(changed),
      // Always, since they follow from the shipment, too.
      pickup_by,
      delivery_by,
      updated_at: fields.updated_at,
      ...scheduleColumn(schedule, booking),
    })
    .where('environment_id', '=', environment_id)
    .where('booking_id', '=', booking_id)
  return isNewJob ? [update, insertTrackingTerms(trx, { ...booking, carrierJobId })] : [update]
}

const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 ms'`

function scheduleColumn({ trackingInMs, afterNewsInMs }: Schedule, { labelDue }: BookingRecord) {
  if (trackingInMs !== undefined) return { track_due_at: trackingInMs === null ? null : fromNow(trackingInMs) }
  if (afterNewsInMs === undefined) return {}
  if (!labelDue) return { track_due_at: fromNow(afterNewsInMs) }
  return {
    track_due_at: sql<Date>`case when track_due_at <= clock_timestamp() then track_due_at else ${fromNow(afterNewsInMs)} end`,
  }
}

const findByKey = compileOnce((db: Reader, param: Param<Pick<BookingRecord, 'environmentId' | 'bookingId'>>) => {
  const environmentId = param((key) => key.environmentId)
  const bookingId = param((key) => key.bookingId)
  return selectBooking(db, environmentId).where('booking.booking_id', '=', bookingId).compile()
})

export async function findBooking(
  db: Reader,
  environmentId: string,
  bookingId: string,
): Promise<BookingRecord | undefined> {
  const [row] = await findByKey(db, { environmentId, bookingId })
  return row && bookingFromRow(row)
}

/** Those of the bookings that the environment has. */
export async function listBookingsById(
  db: Reader,
  environmentId: string,
  bookingIds: readonly string[],
): Promise<BookingRecord[]> {
  const rows = await selectBooking(db, environmentId).where('booking.booking_id', 'in', bookingIds).execute()
  return rows.map(bookingFromRow)
}

/** Locks the booking's row, so that its status, its sequence and its events change in step. Throws if there is none. */
export async function lockBooking(trx: Trx, environmentId: string, bookingId: string): Promise<BookingRecord> {
  const rows = await selectBookingToLock(trx, { environmentId, bookingId }).execute()
  return lockedBooking(rows, bookingId)
}

/** The query of `lockBooking`, to be sent together with others. */
export const selectBookingToLock = (
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
) => selectBooking(trx, environmentId).where('booking.booking_id', '=', bookingId).forUpdate('booking')

/** The booking in the rows of `selectBookingToLock`. Throws if there is none. */
export function lockedBooking([row]: readonly BookingRow[], bookingId: string): BookingRecord {
  if (row === undefined) throw new Error(`booking ${bookingId} does not exist`)
  return bookingFromRow(row)
}

/** Locks a booking that a carrier has a job of. Throws if there is no such booking. */
export async function lockBookingWithJob(trx: Trx, environmentId: string, bookingId: string): Promise<BookingWithJob> {
  const booking = await lockBooking(trx, environmentId, bookingId)
  if (booking.carrierJobId === null) throw new Error(`booking ${bookingId} has no job at its carrier`)
  return booking
}

const findLiveByShipment = compileOnce(
  (db: Reader, param: Param<Pick<BookingRecord, 'environmentId' | 'shipmentId'>>) => {
    const environmentId = param((key) => key.environmentId)
    const shipmentId = param((key) => key.shipmentId)
    const final = finalBookingStatuses.map((status) => sql.lit(status))
    return selectBooking(db, environmentId)
      .where('booking.shipment_id', '=', shipmentId)
      .where('booking.status', 'not in', final)
      .compile()
  },
)

/** The shipment's booking that has not ended; there is at most one. */
export async function findLiveBooking(
  db: Reader,
  environmentId: string,
  shipmentId: string,
): Promise<BookingRecord | undefined> {
  const [row] = await findLiveByShipment(db, { environmentId, shipmentId })
  return row && bookingFromRow(row)
}

/** The shipment's latest booking, live or not. */
export async function findNewestBooking(
  db: Reader,
  environmentId: string,
  shipmentId: string,
): Promise<BookingRecord | undefined> {
  const row = await selectBooking(db, environmentId)
    .where('booking.shipment_id', '=', shipmentId)
    .orderBy('booking.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && bookingFromRow(row)
}

/** The booking of each shipment that has not ended, or else its latest one. */
export async function listPresentBookings(
  db: Reader,
  environmentId: string,
  shipmentIds: readonly string[],
): Promise<BookingRecord[]> {
  if (shipmentIds.length === 0) return []
  const rows = await selectBooking(db, environmentId)
    .distinctOn('booking.shipment_id')
    .where('booking.shipment_id', 'in', shipmentIds)
    .orderBy('booking.shipment_id')
    .orderBy(sql`booking.status in (${sql.join(finalBookingStatuses.map((status) => sql.lit(status)))})`)
    .orderBy('booking.created_at', 'desc')
    .execute()
  return rows.map(bookingFromRow)
}

interface CarrierServiceCode {
  carrierCode: string
  serviceCode: string
}

/** The services whose bookings of the shipment were cancelled on request, or failed because no courier was free. */
export async function listCancelledServices(
  db: Reader,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
): Promise<CarrierServiceCode[]> {
  return await db
    .selectFrom('booking')
    .select(['carrier_code as carrierCode', sql<string>`quote_option ->> 'service_code'`.as('serviceCode')])
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where((where) =>
      where.or([
        where.and([where('status', '=', sql.lit('cancelled')), where('closed_by_us', '=', sql.lit(true))]),
        where.and([where('status', '=', sql.lit('failed')), where('incident', '=', sql.lit('capacity'))]),
      ]),
    )
    .execute()
}

/** A query for bookings with the copies of their shipments, to be narrowed by the caller. */
export const selectBooking = (db: Reader, environmentId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('shipment_copy', (join) =>
      join
        .onRef('shipment_copy.environment_id', '=', 'booking.environment_id')
        .onRef('shipment_copy.shipment_id', '=', 'booking.shipment_id'),
    )
    .selectAll('booking')
    .select('shipment_copy.object as shipment')
    .where('booking.environment_id', '=', environmentId)

type BookingRow = Selectable<BookingTable> & { shipment: BookingRecord['shipment'] }

const bookingRow = (booking: BookingRecord): Omit<Insertable<BookingTable>, 'collection_date'> => ({
  ...dueColumns(booking),
  environment_id: booking.environmentId,
  booking_id: booking.bookingId,
  merchant_id: booking.merchantId,
  livemode: booking.livemode,
  shipment_id: booking.shipmentId,
  quote_id: booking.quoteId,
  quote_option_id: booking.quoteOption.quoteOptionId,
  quote_option: JSON.stringify(quoteOptionMessage(booking.quoteOption)),
  status: booking.status,
  carrier_code: booking.carrierCode,
  carrier_account_id: booking.carrierAccountId,
  carrier_job_id: booking.carrierJobId,
  tracking_number: booking.trackingNumber,
  carrier_tracking_url: booking.carrierTrackingUrl,
  has_label: booking.hasLabel,
  label_due: booking.labelDue,
  label_revision: booking.labelRevision,
  links_version: booking.linksVersion,
  printed_at: booking.printedAt,
  print_count: booking.printCount,
  driver: booking.driver && JSON.stringify(booking.driver),
  incident: booking.incident,
  failure_reason: booking.failureReason,
  booked_at: booking.bookedAt,
  cancellation_requested_at: booking.cancellationRequestedAt,
  cancelled_at: booking.cancelledAt,
  cancellation_reason_code: booking.cancellationReasonCode,
  cancellation_reason_note: booking.cancellationReasonNote,
  pod: booking.pod && JSON.stringify(booking.pod),
  eta: booking.eta && JSON.stringify(booking.eta),
  charges: JSON.stringify(booking.charges),
  refund: booking.refund ? JSON.stringify(booking.refund) : null,
  parcels: booking.parcels ? JSON.stringify(booking.parcels) : null,
  settled: booking.settled,
  closed_by_us: booking.closedByUs,
  picked_up: booking.pickedUp,
  cancelling: booking.cancelling && JSON.stringify(booking.cancelling),
  dispatch_until: booking.dispatchUntilAt,
  shipment_status: booking.shipmentStatus,
  shown_shipment: booking.shownShipment && JSON.stringify(booking.shownShipment),
  position_told_at: booking.positionToldAt,
  sequence: booking.sequence,
  created_at: booking.createdAt,
  updated_at: booking.updatedAt,
})

const dueColumns = (booking: BookingRecord): Pick<Insertable<BookingTable>, 'pickup_by' | 'delivery_by'> => {
  const { pickupBy, deliveryBy } = dueTimes(booking)
  return { pickup_by: pickupBy, delivery_by: deliveryBy }
}

/** Parses a row of `selectBooking`. Throws if its fields contradict its status. */
export const bookingFromRow = (row: BookingRow): BookingRecord =>
  parseBooking({
    environmentId: row.environment_id,
    bookingId: row.booking_id,
    merchantId: row.merchant_id,
    livemode: row.livemode,
    shipmentId: row.shipment_id,
    shipment: {
      ...row.shipment,
      // Copies that earlier versions have stored have none.
      tags: row.shipment.tags ?? [],
      assignee_id: row.shipment.assignee_id ?? null,
      hold: row.shipment.hold ?? null,
      dispatch: row.shipment.dispatch && completeDispatch(row.shipment.dispatch),
    },
    quoteId: row.quote_id,
    quoteOption: quoteOptionFromMessage(row.quote_option),
    status: row.status,
    carrierCode: row.carrier_code,
    carrierAccountId: row.carrier_account_id,
    carrierJobId: row.carrier_job_id,
    trackingNumber: row.tracking_number,
    carrierTrackingUrl: row.carrier_tracking_url,
    hasLabel: row.has_label,
    labelDue: row.label_due,
    labelRevision: row.label_revision,
    linksVersion: row.links_version,
    printedAt: row.printed_at,
    printCount: row.print_count,
    driver: row.driver,
    incident: row.incident,
    failureReason: row.failure_reason,
    bookedAt: row.booked_at,
    cancellationRequestedAt: row.cancellation_requested_at,
    cancelledAt: row.cancelled_at,
    cancellationReasonCode: row.cancellation_reason_code,
    cancellationReasonNote: row.cancellation_reason_note,
    pod: row.pod,
    eta: row.eta && {
      fromAt: new Date(row.eta.fromAt),
      toAt: new Date(row.eta.toAt),
      updatedAt: new Date(row.eta.updatedAt),
      source: row.eta.source,
    },
    charges: row.charges.map((charge) => ({ ...charge, at: new Date(charge.at) })),
    refund: row.refund && {
      status: row.refund.status,
      requestedAt: new Date(row.refund.requestedAt),
      settledAt: row.refund.settledAt === null ? null : new Date(row.refund.settledAt),
    },
    parcels: row.parcels,
    settled: row.settled,
    closedByUs: row.closed_by_us,
    pickedUp: row.picked_up,
    cancelling: row.cancelling,
    dispatchUntilAt: row.dispatch_until,
    shipmentStatus: row.shipment_status,
    shownShipment: row.shown_shipment,
    positionToldAt: row.position_told_at,
    sequence: row.sequence,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
