/** Pure: whether a report and the end of a booking that we closed exclude each other. */
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import type { BookingRecord } from '../bookings/booking.ts'
import type { Fact } from '../facts/stored-fact.ts'

/**
 * Whether the fact contradicts how we ended the job. A late report of something before that end does not. The end of one parcel
 * counts as that of the job.
 */
export function contradicts(
  { status: ours, cancelledAt }: Pick<BookingRecord, 'status' | 'cancelledAt'>,
  { parcel, occurredAt, ...fact }: Pick<Fact, 'status' | 'parcel' | 'occurredAt'>,
): boolean {
  const status = parcel?.status ?? fact.status
  if (status === 'unknown' || status === ours) return false
  return isFinalBookingStatus(status) || cancelledAt === null || occurredAt > cancelledAt
}
