/**
 * Manifests of the labels of one carrier account at Shippo. It makes them after its answer, and lists them with their transactions, by
 * which one is found. Sources: Manifests in Shippo's reference, manifest.d.ts and manifestcreaterequest.d.ts of its client.
 */
import type { CarrierAdapter, CarrierManifest, Label, RefusedJob } from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { wireAddress } from './mapping/requests.ts'
import { type JobTransactions, readJobs } from './transactions.ts'
import { type WireManifest, wireManifest, wireManifests } from './wire.ts'

const { timeoutsMs } = shippoDescriptor

const MANIFESTS = '/manifests/'
const manifestPath = (id: string): string => `${MANIFESTS}${encodeURIComponent(id)}`
/** The greatest number that Shippo lists on one page, the newest first. */
const PAGE_SIZE = 100

type ManifestCalls = 'createManifest' | 'findManifest' | 'readManifest' | 'manifestDocuments'

export const manifestCalls = (client: VendorClient): Required<Pick<CarrierAdapter, ManifestCalls>> => ({
  async createManifest(request, call) {
    const read = await readJobs(client, request, 'create_manifest', call)
    if ('failure' in read) return { ...read, kind: 'not_sent' }
    const outcome = await client.send(call, {
      operation: 'create_manifest',
      method: 'POST',
      path: MANIFESTS,
      timeoutMs: timeoutsMs.book,
      reference: request.reference,
      idempotent: false,
      body: {
        carrier_account: read.carrierAccount,
        shipment_date: `${request.shipDate}T12:00:00.000Z`,
        address_from: wireAddress(request.address),
        transactions: read.jobs.flatMap(({ transactionIds }) => transactionIds),
        async: true,
      },
    })
    const answer = client.written(outcome, wireManifest, toOutcome)
    return answer.kind === 'refused' ? { ...answer, jobs: namedJobs(read.jobs, answer.failure.message) } : answer
  },

  async findManifest({ reference, jobs }, call) {
    const path = `${MANIFESTS}?results=${PAGE_SIZE}`
    const outcome = await client.get(call, { operation: 'find_manifest', path, reference })
    return client.read(outcome, wireManifests, ({ results }) => {
      const made = results.find(
        ({ status, transactions }) =>
          status !== 'ERROR' && jobs.every(({ carrierJobId }) => transactions.includes(carrierJobId)),
      )
      return made ? { kind: 'found' as const, manifest: toManifest(made) } : { kind: 'not_found' as const }
    })
  },

  async readManifest({ reference, carrierManifestId }, call) {
    const path = manifestPath(carrierManifestId)
    return client.read(await client.get(call, { operation: 'read_manifest', path, reference }), wireManifest, toOutcome)
  },

  async manifestDocuments({ reference, carrierManifestId }, call) {
    const target = { operation: 'manifest_documents', path: manifestPath(carrierManifestId), reference } as const
    const read = client.read(await client.get(call, target), wireManifest, (manifest) => ({
      kind: 'manifest' as const,
      urls: manifest.documents,
    }))
    if (read.kind === 'failed') return read
    const documents: Label[] = []
    for (const url of read.urls) {
      const download = client.download(call, url, reference)
      if (download === null) return { kind: 'failed', failure: foreignHost }
      const document = await download
      if (!isSuccess(document)) return client.failed(document)
      documents.push({ contentType: 'application/pdf', bytes: document.body })
    }
    return documents.length === 0 ? { kind: 'not_ready' } : { kind: 'documents', documents }
  },
})

const foreignHost = describeFailure(
  'manifest_host_unknown',
  'The address of the manifest is not at Shippo; it was not fetched.',
)

const toManifest = ({ object_id, status }: WireManifest): CarrierManifest => ({
  carrierManifestId: object_id,
  isCreated: status === 'SUCCESS',
  number: null,
})

function toOutcome(manifest: WireManifest) {
  if (manifest.status !== 'ERROR') return { kind: 'manifest' as const, manifest: toManifest(manifest) }
  const said = manifest.errors.join(' ')
  return {
    kind: 'refused' as const,
    failure: describeFailure('manifest_error', said || 'Shippo gives no reason.'),
    jobs: [],
  }
}

const namedJobs = (filed: readonly JobTransactions[], message: string): RefusedJob[] =>
  filed
    .filter(({ transactionIds }) => transactionIds.some((id) => message.includes(id)))
    .map(({ carrierJobId }) => ({ carrierJobId, message }))
