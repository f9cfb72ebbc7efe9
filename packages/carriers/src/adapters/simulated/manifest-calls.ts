/** Manifests: the simulator keeps one for each key. */
import type { CarrierAdapter, CarrierManifest } from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import { withNamedJobs } from '../../vendor/refused-jobs.ts'
import type { SimulatorClient } from './client.ts'
import { wireManifest } from './wire.ts'

const manifestPath = (id: string): string => `/manifests/${encodeURIComponent(id)}`

const toManifest = ({ id, number, state }: { id: string; number: string; state: string }) => {
  const manifest: CarrierManifest = { carrierManifestId: id, isCreated: state === 'created', number }
  return { kind: 'manifest' as const, manifest }
}

/** None, unless the carrier makes manifests. */
export function manifestCalls({
  send,
  get,
  read,
  written,
  failed,
  readProblem,
  descriptor: { manifests, timeoutsMs },
}: SimulatorClient): Pick<CarrierAdapter, 'createManifest' | 'readManifest' | 'manifestDocuments'> {
  if (manifests === undefined) return {}
  return {
    async createManifest({ reference, jobs, shipDate }, call) {
      const { idempotencyKey } = call
      if (!idempotencyKey)
        throw new TypeError('createManifest needs an idempotency key: without one it may be repeated')
      const outcome = await send(call, {
        operation: 'create_manifest',
        method: 'POST',
        path: '/manifests',
        timeoutMs: timeoutsMs.book,
        reference,
        headers: { 'idempotency-key': idempotencyKey },
        body: { jobs: jobs.map(({ carrierJobId }) => carrierJobId), ship_date: shipDate },
      })
      return withNamedJobs(written(outcome, wireManifest, toManifest), jobs)
    },

    async readManifest({ reference, carrierManifestId }, call) {
      const path = manifestPath(carrierManifestId)
      return read(await get(call, { operation: 'read_manifest', path, reference }), wireManifest, toManifest)
    },

    async manifestDocuments({ reference, carrierManifestId }, call) {
      const path = `${manifestPath(carrierManifestId)}/document`
      const outcome = await get(call, { operation: 'manifest_documents', path, reference })
      if (readProblem(outcome)?.code === 'not_ready') return { kind: 'not_ready' }
      if (!isSuccess(outcome)) return failed(outcome)
      return { kind: 'documents', documents: [{ contentType: 'application/pdf', bytes: outcome.body }] }
    },
  }
}
