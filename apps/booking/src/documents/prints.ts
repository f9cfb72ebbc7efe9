/** Prints of labels. */
import type { BookingRecord } from '../bookings/booking.ts'
import { withPrint } from '../bookings/changes.ts'
import type { BookingRecorder } from '../bookings/recorder.ts'
import { lockBooking } from '../bookings/repository.ts'
import type { Trx } from '../db.ts'
import { assertPrintable } from './label-errors.ts'

/** Counts a print of the booking's label. Throws `label_not_available` or `label_not_ready` if it has none. */
export async function markPrinted(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  assertPrintable(before)
  return await recorder.update(trx, before, withPrint(before, recorder.at))
}
