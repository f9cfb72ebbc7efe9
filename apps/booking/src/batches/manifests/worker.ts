/** Asks carriers for manifests and their documents. The intent is stored before each call, and what it came to after it. */
import type {
  CarrierAdapter,
  CarrierCall,
  Label,
  ManifestDocumentsOutcome,
  ManifestRequest,
} from '@waybill/carriers/carrier-adapter'
import type { ManifestSupport } from '@waybill/carriers/carrier-descriptor'
import { carrierAddress } from '@waybill/carriers/shipment-request'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import type { Loop } from '@waybill/chassis/loops/loops'
import { transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { mergeLabels, UnreadableLabel } from '@waybill/labels/foreign/converter'
import { accessAccount } from '../../accounts/account-access.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type ItemWorkerOptions, startItemWorker } from '../item-worker.ts'
import { describeFailure, later, notConnected } from '../step-failures.ts'
import { storeDocument } from './document-repository.ts'
import { afterStep, type HeldManifest, type StepResult } from './manifest.ts'
import { lockHeldManifest, releaseManifest, storeManifest, takeDueManifests } from './repository.ts'

/** Longer than the longest call of a carrier. */
const CALL_MS = 16_000
const LEASE_MS = CALL_MS + 10_000
const BACKOFF = { firstMs: 1_000, maxMs: 60_000 }

export function startManifestWorker(dependencies: Dependencies, options?: ItemWorkerOptions): Loop {
  const { db, log } = dependencies
  return startItemWorker<HeldManifest>(
    log,
    {
      name: 'booking.manifests',
      leaseMs: LEASE_MS,
      take: (limit) => takeDueManifests(db, limit, LEASE_MS),
      async attempt(manifest) {
        const support = dependencies.carriers.get(manifest.carrierCode)?.descriptor.manifests
        const result = support ? await askCarrier(dependencies, manifest, support) : notConnected(manifest)
        await finish(dependencies, manifest, result, support ?? { recovery: { kind: 'repeat' } })
      },
      release: (manifest) => releaseManifest(db, manifest),
    },
    options,
  )
}

async function askCarrier(
  dependencies: Dependencies,
  manifest: HeldManifest,
  support: ManifestSupport,
): Promise<StepResult> {
  const adapter = dependencies.carriers.get(manifest.carrierCode)
  if (!adapter) return notConnected(manifest)
  const access = await accessAccount(dependencies, adapter.descriptor, manifest)
  if ('failure' in access) return later(access.failure)
  const { manifestId: reference, requestId, carrierManifestId, jobs } = manifest
  const call: CarrierCall = {
    account: access.account,
    deadlineAt: new Date(Date.now() + CALL_MS),
    requestId,
    // Another one after labels were refused: the manifest has fewer of them then.
    idempotencyKey: `${reference}:${jobs.length}`,
  }
  if (manifest.step === 'file') return await file(adapter, manifest, support, call)
  if (carrierManifestId === null) throw new Error(`${reference} is not at its carrier`)
  const query = { reference, carrierManifestId, jobs }
  if (manifest.step === 'document') {
    const outcome = await adapter.manifestDocuments?.(query, call)
    return outcome ? await toDocument(manifest, outcome) : notConnected(manifest)
  }
  const outcome = await adapter.readManifest?.(query, call)
  if (!outcome) return notConnected(manifest)
  return outcome.kind === 'failed' ? later({ ...outcome.failure, retryable: true }) : outcome
}

async function file(
  adapter: CarrierAdapter,
  manifest: HeldManifest,
  { recovery }: ManifestSupport,
  call: CarrierCall,
): Promise<StepResult> {
  const request = toRequest(manifest)
  if (request === null) {
    const failure = describeFailure(manifest.carrierCode, 'data_erased', 'The address is erased.', false)
    return { kind: 'refused', failure, jobs: [] }
  }
  if (!manifest.wasInDoubt || recovery.kind === 'repeat') {
    const outcome = await adapter.createManifest?.(request, call)
    if (!outcome) return notConnected(manifest)
    if (outcome.kind === 'not_sent') return later(outcome.failure)
    if (outcome.kind !== 'unknown') return outcome
    return { kind: 'later', failure: { ...outcome.failure, retryable: true }, doubt: true }
  }
  const found = await adapter.findManifest?.(request, call)
  if (!found) return notConnected(manifest)
  if (found.kind === 'found') return { kind: 'manifest', manifest: found.manifest }
  return found.kind === 'failed' ? later({ ...found.failure, retryable: true }) : found
}

/** The same for each repeat. Null: its address is erased. */
function toRequest({ manifestId: reference, jobs, address, shipDate }: HeldManifest): ManifestRequest | null {
  if (address === null) return null
  const sent = jobs.map(({ carrierJobId, trackingNumber }) => ({ carrierJobId, trackingNumber }))
  return { reference, jobs: sent, address: carrierAddress(address), shipDate }
}

/** Several documents become one. */
async function toDocument(
  { environmentId, carrierCode }: HeldManifest,
  outcome: ManifestDocumentsOutcome,
): Promise<StepResult> {
  if (outcome.kind === 'failed') return later(outcome.failure)
  if (outcome.kind === 'not_ready')
    return later(describeFailure(carrierCode, 'not_ready', 'The document is being made.', true))
  const [single, ...others] = outcome.documents
  if (single && others.length === 0) return { kind: 'documents', document: single }
  try {
    // Pages keep their size.
    const bytes = await mergeLabels(environmentId, outcome.documents, '4x6')
    const document: Label = { contentType: 'application/pdf', bytes }
    return { kind: 'documents', document }
  } catch (error) {
    if (!(error instanceof UnreadableLabel)) throw error
    return later(describeFailure(carrierCode, 'document_unreadable', error.message, false))
  }
}

/** Stores what the carrier's answer makes of the manifest, unless the lease was lost. */
async function finish(
  { db }: Dependencies,
  held: HeldManifest,
  result: StepResult,
  support: ManifestSupport,
): Promise<void> {
  await untilAnswered(() =>
    transact(db, async (trx) => {
      const before = await lockHeldManifest(trx, held)
      if (!before) return
      const judged = { wasInDoubt: held.wasInDoubt, support, now: new Date() }
      const { manifest, waitMs } = afterStep(before, result, judged)
      if (result.kind === 'documents') await storeDocument(trx, held, result.document)
      const isNewStep = manifest.step !== before.step || manifest.jobs.length !== before.jobs.length
      const pauseMs = waitMs === 0 || isNewStep ? 0 : Math.max(waitMs ?? 0, backoffMs(held.attempts, BACKOFF))
      const isSeen =
        manifest.status !== before.status ||
        manifest.error !== before.error ||
        manifest.hasDocument !== before.hasDocument ||
        manifest.jobs.length !== before.jobs.length
      await storeManifest(trx, manifest, { pauseMs, isNewStep, isSeen })
    }),
  )
}
