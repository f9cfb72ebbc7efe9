/** Pure: a manifest, and what an answer of its carrier makes of it. */
import type { CarrierFailure, CarrierManifest, Label, ManifestJob, RefusedJob } from '@waybill/carriers/carrier-adapter'
import type { ManifestSupport } from '@waybill/carriers/carrier-descriptor'
import { AppError } from '@waybill/contracts/app-error'
import type { LeftOut, ManifestStatus } from '@waybill/contracts/bookings/manifest'
import type { Address } from '@waybill/contracts/values/address'
import { carrierFault, storedError } from '../../operations/errors.ts'
import type { ItemError } from '../item.ts'

export interface ManifestKey {
  environmentId: string
  manifestId: string
}

/** `file`: make it, or find out whether it is made. `follow`: the carrier makes it. `document`: fetch its document. */
export type ManifestStep = 'file' | 'follow' | 'document'

export type ManifestLabel = ManifestJob & { bookingId: string }

export interface Manifest extends ManifestKey {
  merchantId: string
  livemode: boolean
  requestId: string
  carrierCode: string
  carrierAccountId: string
  status: ManifestStatus
  /** The next question to the carrier; null: none. */
  step: ManifestStep | null
  /** YYYY-MM-DD. */
  shipDate: string
  /** Null: erased. */
  address: Address | null
  jobs: ManifestLabel[]
  leftOut: LeftOut[]
  carrierManifestId: string | null
  number: string | null
  /** The carrier may have it. True from before the first call until its outcome is stored. */
  inDoubt: boolean
  sentAt: Date | null
  notFoundSeen: number
  error: ItemError | null
  completedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
  hasDocument: boolean
}

/** A manifest that a process works on, until its lease ends. `wasInDoubt`: an earlier call may have made it. */
export interface HeldManifest extends Manifest {
  leaseId: string
  attempts: number
  wasInDoubt: boolean
}

/** The outcome of a step. `later`: nothing is decided. `doubt`: the call may have made the manifest. */
export type StepResult =
  | { kind: 'manifest'; manifest: CarrierManifest }
  | { kind: 'not_found' }
  | { kind: 'documents'; document: Label }
  | { kind: 'refused'; failure: CarrierFailure; jobs: readonly RefusedJob[] }
  | { kind: 'later'; failure: CarrierFailure; doubt: boolean }

/** The next state, and for how long its next step waits at least, in ms; null: as after a failure. */
interface Next {
  manifest: Manifest
  waitMs: number | null
}

interface Judged {
  wasInDoubt: boolean
  support: ManifestSupport
  now: Date
}

const HOUR_MS = 3_600_000
/** How long a carrier that cannot be asked is waited for, and one that may have the manifest or makes it. */
const REACH_WITHIN_MS = HOUR_MS
const KNOWN_WITHIN_MS = 24 * HOUR_MS

export function afterStep(manifest: Manifest, result: StepResult, judged: Judged): Next {
  switch (result.kind) {
    case 'manifest':
      return afterAnswer(manifest, result.manifest, judged.now)
    case 'not_found':
      return afterNotFound(manifest, judged)
    case 'documents':
      return { manifest: { ...manifest, step: null, error: null, hasDocument: true }, waitMs: 0 }
    case 'refused':
      return afterRefusal(manifest, result)
    case 'later':
      return { manifest: afterFailure(manifest, result, judged), waitMs: result.failure.retryAfterMs }
  }
}

/** While the carrier makes it, it is in doubt: it may come to nothing, or to a manifest that nobody has read. */
function afterAnswer(
  manifest: Manifest,
  { carrierManifestId, isCreated, number, refused = [] }: CarrierManifest,
  now: Date,
): Next {
  const left = withoutRefused(manifest, refused)
  const known = { ...left, carrierManifestId, number: number ?? manifest.number, notFoundSeen: 0 }
  if (isCreated) {
    const created = { ...known, status: 'created', step: 'document', inDoubt: false, completedAt: now } as const
    return { manifest: created, waitMs: 0 }
  }
  if (isOver(manifest, KNOWN_WITHIN_MS, now)) return { manifest: failed(known, doubtful(manifest)), waitMs: null }
  return { manifest: { ...known, step: 'follow', inDoubt: true }, waitMs: null }
}

/** Twice, and long enough after it was sent: the carrier does not have it. Until then it is looked for as after failures. */
function afterNotFound(manifest: Manifest, { support: { recovery }, now }: Judged): Next {
  const settleMs = recovery.kind === 'find' ? recovery.settleMs : 0
  const notFoundSeen = manifest.notFoundSeen + 1
  const leftMs = (manifest.sentAt?.getTime() ?? 0) + settleMs - now.getTime()
  if (leftMs > 0) return { manifest: { ...manifest, notFoundSeen: 0 }, waitMs: null }
  if (notFoundSeen < 2) return { manifest: { ...manifest, notFoundSeen }, waitMs: 0 }
  const free = { ...manifest, notFoundSeen: 0, inDoubt: false, sentAt: null }
  if (isOver(manifest, KNOWN_WITHIN_MS, now)) return { manifest: failed(free, unreachable(manifest)), waitMs: null }
  return { manifest: free, waitMs: 0 }
}

/** The labels that the carrier names are left out, and the others are sent again. */
function afterRefusal(
  manifest: Manifest,
  { failure, jobs: refused }: { failure: CarrierFailure; jobs: readonly RefusedJob[] },
): Next {
  const free = { ...manifest, inDoubt: false, sentAt: null, notFoundSeen: 0, carrierManifestId: null }
  const left = withoutRefused(free, refused)
  const count = left.jobs.length
  if (count > 0 && count < manifest.jobs.length) return { manifest: { ...left, step: 'file' }, waitMs: 0 }
  const message = `Carrier ${manifest.carrierCode} refused the manifest.`
  const error = new AppError('carrier_refused', message, { carrier: carrierFault(failure) })
  return { manifest: failed(left, error), waitMs: null }
}

function withoutRefused(manifest: Manifest, refused: readonly RefusedJob[]): Manifest {
  const reasons = new Map(refused.map(({ carrierJobId, message }) => [carrierJobId, message]))
  const isRefused = ({ carrierJobId }: ManifestLabel) => reasons.has(carrierJobId)
  const out = manifest.jobs.filter(isRefused).map(
    ({ bookingId, carrierJobId }): LeftOut => ({
      booking_id: bookingId,
      code: 'refused',
      message: `the carrier did not take it: ${reasons.get(carrierJobId)}`,
    }),
  )
  const jobs = manifest.jobs.filter((job) => !isRefused(job))
  return { ...manifest, jobs, leftOut: [...manifest.leftOut, ...out] }
}

function afterFailure(
  manifest: Manifest,
  { failure, doubt }: { failure: CarrierFailure; doubt: boolean },
  judged: Judged,
) {
  const { now, wasInDoubt } = judged
  if (manifest.step === 'document') {
    if (failure.retryable && !isOver(manifest, KNOWN_WITHIN_MS, now)) return manifest
    return { ...manifest, step: null, error: toError(manifest, withoutDocument(manifest, failure)) }
  }
  const inDoubt = doubt || wasInDoubt || manifest.step === 'follow'
  const left = { ...manifest, inDoubt, sentAt: inDoubt ? manifest.sentAt : null, notFoundSeen: 0 }
  // A manifest that may be filed is asked for even if the carrier now refuses to say: its credentials may be mended.
  if (inDoubt) return isOver(manifest, KNOWN_WITHIN_MS, now) ? failed(left, doubtful(manifest, failure)) : left
  if (failure.retryable && !isOver(manifest, REACH_WITHIN_MS, now)) return left
  return failed(left, unreachable(manifest, failure))
}

const isOver = ({ createdAt, completedAt }: Manifest, withinMs: number, now: Date): boolean =>
  now.getTime() - (completedAt ?? createdAt).getTime() > withinMs

/** Unless it is in doubt, its bookings may be in another manifest. */
const failed = (manifest: Manifest, error: AppError): Manifest => ({
  ...manifest,
  status: 'failed',
  step: null,
  error: toError(manifest, error),
})

const toError = ({ requestId }: Manifest, error: AppError): ItemError => ({ ...storedError(error), requestId })

const doubtful = ({ carrierCode, manifestId }: Manifest, failure?: CarrierFailure): AppError => {
  const message = `Whether carrier ${carrierCode} has manifest ${manifestId} is not known, so that its labels are in no other one. Ask the carrier.`
  return new AppError('carrier_timeout', message, { carrier: failure ? carrierFault(failure) : null })
}

const unreachable = ({ carrierCode }: Manifest, failure?: CarrierFailure): AppError =>
  new AppError('carrier_unavailable', `Carrier ${carrierCode} could not be asked. No manifest was made.`, {
    carrier: failure ? carrierFault(failure) : null,
  })

const withoutDocument = ({ carrierCode }: Manifest, failure: CarrierFailure): AppError =>
  new AppError('carrier_unavailable', `The manifest is made, and carrier ${carrierCode} has not sent its document.`, {
    carrier: carrierFault(failure),
  })
