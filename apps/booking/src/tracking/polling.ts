/** Asks carriers for what they have not told. */
import type { CarrierAdapter, CarrierCall } from '@waybill/carriers/carrier-adapter'
import { transact } from '@waybill/chassis/postgres/database'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import { newId } from '@waybill/contracts/ids'
import { addLabel } from '../bookings/commands.ts'
import { type BookingToTrack, putTrackingOff, takeBookingsToTrack } from '../bookings/repository.ts'
import { usualLabelForm } from '../documents/label-form.ts'
import { carrierAccount } from '../operations/codec.ts'
import { silenceMs } from './commands.ts'
import { keepFacts, type ReportParts } from './reports.ts'

const BATCH = 10
const INTERVAL_MS = 2_000
/** Longer than any question to a carrier takes. */
const TURN_MS = 60_000
/** A carrier that has had nothing to tell for long is asked this often still. */
const LONGEST_SILENCE_MS = 3_600_000

type TrackedBooking = Omit<BookingToTrack, 'callbackUrl'>

/** A loop over live bookings: facts of silent carriers, labels that have not come with the booking. */
export const startTracking = (parts: ReportParts): Loop =>
  startLoop({
    name: 'booking.tracking',
    intervalMs: INTERVAL_MS,
    log: parts.log,
    async work() {
      const due = await takeBookingsToTrack(parts.db, { limit: BATCH, nextInMs: TURN_MS })
      await Promise.all(due.map((booking) => askCarrier(parts, booking)))
      return due.length === BATCH ? 'again' : 'idle'
    },
  })

async function askCarrier(parts: ReportParts, booking: BookingToTrack): Promise<void> {
  try {
    await ask(parts, booking)
    await putTrackingOff(parts.db, booking, { leastMs: silenceMs(booking), mostMs: LONGEST_SILENCE_MS })
  } catch (error) {
    // One booking's trouble is not the others': its next turn comes.
    parts.log.warn({ err: error, bookingId: booking.bookingId }, 'booking.tracking_failed')
  }
}

async function ask(parts: ReportParts, booking: BookingToTrack): Promise<void> {
  const adapter = parts.carriers.get(booking.carrierCode)
  if (adapter === undefined) return
  if (booking.labelDue && adapter.descriptor.capabilities.label) await fetchLabel(parts, adapter, booking)
  if (adapter.descriptor.capabilities.track) await fetchFacts(parts, adapter, booking)
}

/** Every fact that the carrier has of the booking's job, kept and folded. */
export async function fetchFacts(parts: ReportParts, adapter: CarrierAdapter, booking: TrackedBooking): Promise<void> {
  const outcome = await adapter.track(booking.carrierJobId, callFor(adapter, booking))
  if (outcome.kind === 'facts') {
    await keepFacts(parts, booking, outcome.facts, { receivedAt: new Date(), via: 'tracking' })
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

const callFor = (adapter: CarrierAdapter, booking: TrackedBooking): CarrierCall => ({
  account: carrierAccount(booking.environmentId, booking.carrierAccountId, booking.livemode),
  deadlineAt: new Date(Date.now() + adapter.descriptor.timeoutsMs.track),
  requestId: newId('req'),
})
