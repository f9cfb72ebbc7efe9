/** Asks carriers for what they have not told. */
import type { CarrierAdapter, CarrierCall } from '@waybill/carriers/carrier-adapter'
import { transact } from '@waybill/chassis/database'
import { type Loop, startLoop } from '@waybill/chassis/loops'
import { newId } from '@waybill/contracts/ids'
import { carrierAccount } from './codec.ts'
import { addLabel } from './commands/bookings.ts'
import { SILENCE_MS } from './commands/tracking.ts'
import { usualLabelForm } from './label-form.ts'
import { keepFacts, type ReportParts } from './reports.ts'
import { type BookingToTrack, takeBookingsToTrack } from './repository/bookings.ts'

const BATCH = 10
const INTERVAL_MS = 2_000

/** A loop over live bookings: facts of silent carriers, labels that have not come with the booking. */
export const startTracking = (parts: ReportParts): Loop =>
  startLoop({
    name: 'booking.tracking',
    intervalMs: INTERVAL_MS,
    log: parts.log,
    async work() {
      const due = await takeBookingsToTrack(parts.db, { limit: BATCH, nextInMs: SILENCE_MS })
      await Promise.all(due.map((booking) => askCarrier(parts, booking)))
      return due.length === BATCH ? 'again' : 'idle'
    },
  })

async function askCarrier(parts: ReportParts, booking: BookingToTrack): Promise<void> {
  const adapter = parts.carriers.get(booking.carrierCode)
  if (adapter === undefined) return
  try {
    if (booking.labelDue && adapter.descriptor.capabilities.label) await fetchLabel(parts, adapter, booking)
    if (adapter.descriptor.capabilities.track) await fetchFacts(parts, adapter, booking)
  } catch (error) {
    // One booking's trouble is not the others': its next turn comes.
    parts.log.warn({ err: error, bookingId: booking.bookingId }, 'booking.tracking_failed')
  }
}

/** Every fact that the carrier has of the booking's job, kept and folded. */
export async function fetchFacts(parts: ReportParts, adapter: CarrierAdapter, booking: BookingToTrack): Promise<void> {
  const outcome = await adapter.track(booking.carrierJobId, callFor(adapter, booking))
  if (outcome.kind === 'facts') {
    await keepFacts(parts, booking, outcome.facts, { receivedAt: new Date(), via: 'tracking' })
  } else {
    parts.log.info({ bookingId: booking.bookingId, code: outcome.failure.code }, 'carrier.track_failed')
  }
}

async function fetchLabel(parts: ReportParts, adapter: CarrierAdapter, booking: BookingToTrack): Promise<void> {
  const { carrierJobId } = booking
  const request = { carrierJobId, ...usualLabelForm(adapter.descriptor), parcelNumber: null }
  const outcome = await adapter.label(request, callFor(adapter, booking))
  if (outcome.kind !== 'label') return
  const cause = { at: new Date(), requestId: null, idempotencyKey: null }
  const { labelUrls } = parts
  await transact(parts.db, (trx) => addLabel(trx, booking, outcome.label, { cause, labelUrls }))
}

const callFor = (adapter: CarrierAdapter, booking: BookingToTrack): CarrierCall => ({
  account: carrierAccount(booking.environmentId, booking.carrierAccountId, booking.livemode),
  deadlineAt: new Date(Date.now() + adapter.descriptor.timeoutsMs.track),
  requestId: newId('req'),
})
