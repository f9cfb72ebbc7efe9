/** Waits until the shipment and its copy in the booking show what the carrier has reported. */
import { setTimeout as delay } from 'node:timers/promises'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import type { BookingRecord } from '../bookings/booking.ts'
import { findBooking } from '../bookings/repository.ts'
import type { Dependencies } from '../dependencies.ts'
import { listReportedFactKeys } from '../tracking/queries.ts'

const LONGEST_WAIT_MS = 5_000
/** Part of the call's deadline that is reserved for the answer. */
const ANSWER_RESERVE_MS = 500
const POLL_MS = 10

/** The booking as it is now. `isShown` is false if the shipment does not show its reports yet. */
export async function awaitShipment(
  dependencies: Dependencies,
  context: CallContext,
  booking: BookingRecord,
): Promise<{ booking: BookingRecord; isShown: boolean }> {
  const { db } = dependencies
  const until = Math.min(Date.now() + LONGEST_WAIT_MS, context.deadlineAt.getTime() - ANSWER_RESERVE_MS)
  const factKeys = await listReportedFactKeys(db, booking.environmentId, booking.bookingId)
  for (;;) {
    const shipmentAt = await findShownShipment(dependencies, context, { booking, factKeys, until })
    const present = (await findBooking(db, booking.environmentId, booking.bookingId)) ?? booking
    if (shipmentAt !== null && present.shipment.updated_at >= shipmentAt) return { booking: present, isShown: true }
    if (Date.now() + POLL_MS > until) return { booking: present, isShown: false }
    await delay(POLL_MS)
  }
}

/** The time of the last change of the shipment if it has followed the reports, else null. */
async function findShownShipment(
  { shipments, log }: Dependencies,
  context: CallContext,
  { booking, factKeys, until }: { booking: BookingRecord; factKeys: string[]; until: number },
): Promise<string | null> {
  const { shipmentId, bookingId } = booking
  try {
    const found = await shipments.FindRecorded(
      { context: contextMessage(context), shipment_id: shipmentId, booking_id: bookingId, fact_keys: factKeys },
      { timeoutMs: Math.max(1, until - Date.now()) },
    )
    return found.all_recorded ? found.updated_at : null
  } catch (error) {
    log.warn({ err: error, shipmentId }, 'shipment.not_read')
    return null
  }
}
