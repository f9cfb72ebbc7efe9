/** Polls carriers that have been silent, for facts and for labels that did not come with the booking. */

import type { CarrierAdapter, CarrierCall, TrackOutcome } from '@waybill/carriers/carrier-adapter'
import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import { newId } from '@waybill/contracts/ids'
import { type Access, accessAccount } from '../accounts/account-access.ts'
import { reportUnauthorized, type UnauthorizedAccount, unauthorizedAccount } from '../accounts/unauthorized.ts'
import { systemChange } from '../bookings/recorder.ts'
import type { RefundAnswer } from '../bookings/refund.ts'
import type { Dependencies } from '../dependencies.ts'
import { addLabel } from '../documents/commands.ts'
import { usualLabelForm } from '../documents/label-form.ts'
import { fetchSizedLabel } from '../documents/label-size.ts'
import { refundPauseMs } from '../facts/refund-pauses.ts'
import {
  type BookingToTrack,
  postponeTracking,
  scheduleRefundPoll,
  takeBookingsToTrack,
} from '../facts/schedule-repository.ts'
import { noteRefund } from '../lifecycle/commands.ts'
import { silenceMs } from '../lifecycle/facts.ts'
import { ingestReports } from './ingestion.ts'

const BATCH = 10
const INTERVAL_MS = 2_000
/** Once no booking was due for 50 s. */
const REST_MS = 5_000
/** Longer than a poll takes. */
const TURN_MS = 60_000
/** The longest pause between two polls of a booking. */
const MAX_SILENCE_MS = 3_600_000

type TrackedBooking = Omit<BookingToTrack, 'callbackUrl' | 'isSilent' | 'refundSince'>

/** Polls for live bookings that are due. */
export const startPolling = (
  dependencies: Dependencies,
  { intervalMs = INTERVAL_MS }: { intervalMs?: number } = {},
): Loop =>
  startLoop({
    name: 'booking.tracking',
    intervalMs,
    restMs: Math.max(intervalMs, REST_MS),
    log: dependencies.log,
    async work() {
      const due = await takeBookingsToTrack(dependencies.db, { limit: BATCH, nextInMs: TURN_MS })
      await Promise.all(due.map((booking) => poll(dependencies, booking)))
      if (due.length === 0) return 'rest'
      return due.length === BATCH ? 'again' : 'idle'
    },
  })

async function poll(dependencies: Dependencies, booking: BookingToTrack): Promise<void> {
  try {
    const adapter = dependencies.carriers.get(booking.carrierCode)
    const { refundSince } = booking
    if (refundSince !== null) return await followRefund(dependencies, adapter, { ...booking, refundSince })
    const unauthorized = adapter ? await askCarrier(dependencies, adapter, booking) : null
    const pause = { leastMs: silenceMs(booking), mostMs: MAX_SILENCE_MS }
    if (unauthorized === null) return await postponeTracking(dependencies.db, booking, pause)
    await transact(dependencies.db, async (trx) => {
      await postponeTracking(trx, booking, pause)
      await reportUnauthorized(trx, unauthorized)
    })
  } catch (error) {
    // One booking's failure must not stop the others; it is polled again at its next turn.
    dependencies.log.warn({ err: error, bookingId: booking.bookingId }, 'booking.tracking_failed')
  }
}

/** The carrier's answer about a refund. */
const readAnswer = ({
  refundPending,
  refundRejected,
  charges = [],
}: Extract<TrackOutcome, { kind: 'facts' }>): Exclude<RefundAnswer, 'expired'> => {
  if (refundPending || refundPending === null) return 'submitted'
  return refundRejected || charges.some(({ type }) => type === 'refund_rejected') ? 'rejected' : 'granted'
}

/**
 * Polls the refund of a cancelled booking until the carrier has granted it, or 45 days are over: some pay what they have refused. One
 * of which the vendor will not say what becomes stays as it is.
 */
async function followRefund(
  dependencies: Dependencies,
  adapter: CarrierAdapter | undefined,
  booking: BookingToTrack & { refundSince: Date },
): Promise<void> {
  const { db, log } = dependencies
  const tracked = adapter ? await trackJob(dependencies, adapter, booking) : null
  const outcome = tracked?.outcome ?? null
  const answer = outcome?.kind === 'facts' ? readAnswer(outcome) : null
  const isOver = answer === 'granted' || (outcome?.kind === 'facts' && outcome.refundPending === null)
  const pauseMs = isOver ? null : refundPauseMs(booking.refundSince, new Date())
  const isGivenUp = !isOver && pauseMs === null && answer !== 'rejected'
  const status = isGivenUp ? 'expired' : answer
  await transact(db, async (trx) => {
    const charges = outcome?.kind === 'facts' ? (outcome.charges ?? []) : []
    const recorder = dependencies.recorder(systemChange())
    if (status !== null) await noteRefund(trx, booking, { status, charges }, recorder)
    await scheduleRefundPoll(trx, booking, pauseMs)
    if (tracked?.unauthorized) await reportUnauthorized(trx, tracked.unauthorized)
  })
  const { environmentId, bookingId, carrierCode } = booking
  if (status === 'expired') log.warn({ environmentId, bookingId, carrierCode }, 'booking.refund_undecided')
}

async function askCarrier(
  dependencies: Dependencies,
  adapter: CarrierAdapter,
  booking: BookingToTrack,
): Promise<UnauthorizedAccount | null> {
  const { capabilities } = adapter.descriptor
  const ofLabel = booking.labelDue && capabilities.label ? await fetchLabel(dependencies, adapter, booking) : null
  const ofFacts = capabilities.track ? await fetchFacts(dependencies, adapter, booking) : null
  return ofFacts ?? ofLabel
}

/** Fetches and ingests every fact that the carrier has of the booking's job. Resolves to the account if it answers 401 or 403. */
export async function fetchFacts(
  dependencies: Dependencies,
  adapter: CarrierAdapter,
  booking: TrackedBooking,
): Promise<UnauthorizedAccount | null> {
  return (await trackJob(dependencies, adapter, booking))?.unauthorized ?? null
}

/** Null: the account's credentials cannot be used now. */
async function trackJob(
  dependencies: Dependencies,
  adapter: CarrierAdapter,
  booking: TrackedBooking,
): Promise<{ outcome: TrackOutcome; unauthorized: UnauthorizedAccount | null } | null> {
  const prepared = await carrierCall(dependencies, adapter, booking)
  if (prepared === null) return null
  const numbers = booking.parcels?.map(({ trackingNumber }) => trackingNumber)
  const outcome = await adapter.track(booking.carrierJobId, prepared.call, numbers)
  if (outcome.kind === 'facts') {
    await ingestReports(dependencies, booking, outcome.facts, { receivedAt: new Date(), via: 'tracking' })
  }
  return { outcome, unauthorized: unauthorizedAccount(adapter.descriptor, prepared.access, outcome) }
}

async function fetchLabel(
  dependencies: Dependencies,
  adapter: CarrierAdapter,
  booking: BookingToTrack,
): Promise<UnauthorizedAccount | null> {
  const { carrierJobId } = booking
  const request = { carrierJobId, ...usualLabelForm(adapter.descriptor), parcelNumber: null }
  const prepared = await carrierCall(dependencies, adapter, booking)
  if (prepared === null) return null
  const outcome = await fetchSizedLabel(adapter, request, prepared.call)
  if (outcome.kind !== 'label') return unauthorizedAccount(adapter.descriptor, prepared.access, outcome)
  const recorder = dependencies.recorder(systemChange())
  await transact(dependencies.db, (trx) => addLabel(trx, booking, outcome.label, recorder))
  return null
}

/** Null: the account's credentials cannot be used now, which is logged. */
async function carrierCall(
  dependencies: Dependencies,
  { descriptor }: CarrierAdapter,
  booking: TrackedBooking,
): Promise<{ access: Extract<Access, { revision: number }>; call: CarrierCall } | null> {
  const access = await accessAccount(dependencies, descriptor, booking)
  if ('failure' in access) return null
  const deadlineAt = new Date(Date.now() + descriptor.timeoutsMs.track)
  return { access, call: { account: access.account, deadlineAt, requestId: newId('req') } }
}
