/** Polls carriers that have been silent, for facts and for labels that did not come with the booking. */
import type { CarrierAdapter, CarrierCall } from '@waybill/carriers/carrier-adapter'
import { transact } from '@waybill/chassis/postgres/database'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import { newId } from '@waybill/contracts/ids'
import { systemChange } from '../bookings/recorder.ts'
import { addLabel } from '../documents/commands.ts'
import { usualLabelForm } from '../documents/label-form.ts'
import { carrierAccount } from '../operations/carrier-requests.ts'
import { silenceMs } from './commands.ts'
import { type IngestionDependencies, ingestReports } from './ingestion.ts'
import { type BookingToTrack, postponeTracking, takeBookingsToTrack } from './schedule-repository.ts'

const BATCH = 10
const INTERVAL_MS = 2_000
/** Longer than a poll takes. */
const TURN_MS = 60_000
/** The longest pause between two polls of a booking. */
const MAX_SILENCE_MS = 3_600_000

type TrackedBooking = Omit<BookingToTrack, 'callbackUrl'>

/** Polls for live bookings that are due. */
export const startPolling = (dependencies: IngestionDependencies): Loop =>
  startLoop({
    name: 'booking.tracking',
    intervalMs: INTERVAL_MS,
    log: dependencies.log,
    async work() {
      const due = await takeBookingsToTrack(dependencies.db, { limit: BATCH, nextInMs: TURN_MS })
      await Promise.all(due.map((booking) => poll(dependencies, booking)))
      return due.length === BATCH ? 'again' : 'idle'
    },
  })

async function poll(dependencies: IngestionDependencies, booking: BookingToTrack): Promise<void> {
  try {
    const adapter = dependencies.carriers.get(booking.carrierCode)
    if (adapter) await askCarrier(dependencies, adapter, booking)
    await postponeTracking(dependencies.db, booking, { leastMs: silenceMs(booking), mostMs: MAX_SILENCE_MS })
  } catch (error) {
    // One booking's failure must not stop the others; it is polled again at its next turn.
    dependencies.log.warn({ err: error, bookingId: booking.bookingId }, 'booking.tracking_failed')
  }
}

async function askCarrier(
  dependencies: IngestionDependencies,
  adapter: CarrierAdapter,
  booking: BookingToTrack,
): Promise<void> {
  const { capabilities } = adapter.descriptor
  if (booking.labelDue && capabilities.label) await fetchLabel(dependencies, adapter, booking)
  if (capabilities.track) await fetchFacts(dependencies, adapter, booking)
}

/** Fetches and ingests every fact that the carrier has of the booking's job. */
export async function fetchFacts(
  dependencies: IngestionDependencies,
  adapter: CarrierAdapter,
  booking: TrackedBooking,
): Promise<void> {
  const outcome = await adapter.track(booking.carrierJobId, carrierCall(adapter, booking))
  if (outcome.kind === 'facts') {
    await ingestReports(dependencies, booking, outcome.facts, { receivedAt: new Date(), via: 'tracking' })
  }
}

async function fetchLabel(
  dependencies: IngestionDependencies,
  adapter: CarrierAdapter,
  booking: BookingToTrack,
): Promise<void> {
  const { carrierJobId } = booking
  const request = { carrierJobId, ...usualLabelForm(adapter.descriptor), parcelNumber: null }
  const outcome = await adapter.label(request, carrierCall(adapter, booking))
  if (outcome.kind !== 'label') return
  const recorder = dependencies.recorder(systemChange())
  await transact(dependencies.db, (trx) => addLabel(trx, booking, outcome.label, recorder))
}

const carrierCall = (adapter: CarrierAdapter, booking: TrackedBooking): CarrierCall => ({
  account: carrierAccount(booking.environmentId, booking.carrierAccountId, booking.livemode),
  deadlineAt: new Date(Date.now() + adapter.descriptor.timeoutsMs.track),
  requestId: newId('req'),
})
