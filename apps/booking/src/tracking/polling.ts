/** Asks carriers for what they have not told. */
import type { CarrierAdapter, CarrierCall } from '@waybill/carriers/carrier-adapter'
import { transact } from '@waybill/chassis/postgres/database'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import { newId } from '@waybill/contracts/ids'
import { addLabel } from '../bookings/commands.ts'
import { systemChange } from '../bookings/recorder.ts'
import { type BookingToTrack, putTrackingOff, takeBookingsToTrack } from '../bookings/repository.ts'
import { usualLabelForm } from '../documents/label-form.ts'
import { carrierAccount } from '../operations/carrier-requests.ts'
import { silenceMs } from './commands.ts'
import { keepFacts, type ReportDependencies } from './reports.ts'

const BATCH = 10
const INTERVAL_MS = 2_000
/** Longer than any question to a carrier takes. */
const TURN_MS = 60_000
/** A carrier that has had nothing to tell for long is asked this often still. */
const LONGEST_SILENCE_MS = 3_600_000

type TrackedBooking = Omit<BookingToTrack, 'callbackUrl'>

/** A loop over live bookings: facts of silent carriers, labels that have not come with the booking. */
export const startTracking = (dependencies: ReportDependencies): Loop =>
  startLoop({
    name: 'booking.tracking',
    intervalMs: INTERVAL_MS,
    log: dependencies.log,
    async work() {
      const due = await takeBookingsToTrack(dependencies.db, { limit: BATCH, nextInMs: TURN_MS })
      await Promise.all(due.map((booking) => askCarrier(dependencies, booking)))
      return due.length === BATCH ? 'again' : 'idle'
    },
  })

async function askCarrier(dependencies: ReportDependencies, booking: BookingToTrack): Promise<void> {
  try {
    await ask(dependencies, booking)
    await putTrackingOff(dependencies.db, booking, { leastMs: silenceMs(booking), mostMs: LONGEST_SILENCE_MS })
  } catch (error) {
    // One booking's trouble is not the others': its next turn comes.
    dependencies.log.warn({ err: error, bookingId: booking.bookingId }, 'booking.tracking_failed')
  }
}

async function ask(dependencies: ReportDependencies, booking: BookingToTrack): Promise<void> {
  const adapter = dependencies.carriers.get(booking.carrierCode)
  if (adapter === undefined) return
  if (booking.labelDue && adapter.descriptor.capabilities.label) await fetchLabel(dependencies, adapter, booking)
  if (adapter.descriptor.capabilities.track) await fetchFacts(dependencies, adapter, booking)
}

/** Every fact that the carrier has of the booking's job, kept and folded. */
export async function fetchFacts(
  dependencies: ReportDependencies,
  adapter: CarrierAdapter,
  booking: TrackedBooking,
): Promise<void> {
  const outcome = await adapter.track(booking.carrierJobId, callFor(adapter, booking))
  if (outcome.kind === 'facts') {
    await keepFacts(dependencies, booking, outcome.facts, { receivedAt: new Date(), via: 'tracking' })
  }
}

async function fetchLabel(
  dependencies: ReportDependencies,
  adapter: CarrierAdapter,
  booking: BookingToTrack,
): Promise<void> {
  const { carrierJobId } = booking
  const request = { carrierJobId, ...usualLabelForm(adapter.descriptor), parcelNumber: null }
  const outcome = await adapter.label(request, callFor(adapter, booking))
  if (outcome.kind !== 'label') return
  const recorder = dependencies.recorder(systemChange())
  await transact(dependencies.db, (trx) => addLabel(trx, booking, outcome.label, recorder))
}

const callFor = (adapter: CarrierAdapter, booking: TrackedBooking): CarrierCall => ({
  account: carrierAccount(booking.environmentId, booking.carrierAccountId, booking.livemode),
  deadlineAt: new Date(Date.now() + adapter.descriptor.timeoutsMs.track),
  requestId: newId('req'),
})
