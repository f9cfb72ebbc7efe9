/**
 * Manifests of the labels of one carrier account at Shippo. It makes them after its answer, and lists them with their transactions, by
 * which one is found. Sources: Manifests in Shippo's reference, manifest.d.ts and manifestcreaterequest.d.ts of its client.
 */
import type {
  CarrierAdapter,
  CarrierCall,
  CarrierManifest,
  Failed,
  Label,
  ManifestRequest,
  RefusedJob,
} from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { wireAddress } from './mapping/requests.ts'
import { listForJob } from './transactions.ts'
import { type WireManifest, wireManifest, wireManifests, wireRateAccount } from './wire.ts'

const { timeoutsMs } = shippoDescriptor

const MANIFESTS = '/manifests/'
const manifestPath = (id: string): string => `${MANIFESTS}${encodeURIComponent(id)}`
/** The greatest number that Shippo lists on one page, the newest first. */
const PAGE_SIZE = 100

type ManifestCalls = 'createManifest' | 'findManifest' | 'readManifest' | 'manifestDocuments'

/** A job and its transactions: one for each parcel. */
interface Filed {
  carrierJobId: string
  transactionIds: string[]
}

export const manifestCalls = (client: VendorClient): Required<Pick<CarrierAdapter, ManifestCalls>> => ({
  async createManifest(request, call) {
    const read = await readJobs(client, request, call)
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
        transactions: read.filed.flatMap(({ transactionIds }) => transactionIds),
        async: true,
      },
    })
    const answer = client.written(outcome, wireManifest, toOutcome)
    return answer.kind === 'refused' ? { ...answer, jobs: namedJobs(read.filed, answer.failure.message) } : answer
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

const namedJobs = (filed: readonly Filed[], message: string): RefusedJob[] =>
  filed
    .filter(({ transactionIds }) => transactionIds.some((id) => message.includes(id)))
    .map(({ carrierJobId }) => ({ carrierJobId, message }))

/** The transactions of each job, and the carrier account at Shippo by which the first was bought. */
async function readJobs(
  client: VendorClient,
  { jobs, reference }: ManifestRequest,
  call: CarrierCall,
): Promise<{ filed: Filed[]; carrierAccount: string } | Failed> {
  const target = { operation: 'create_manifest', reference } as const
  const filed: Filed[] = []
  let rateId: string | null = null
  for (const { carrierJobId } of jobs) {
    const job = await listForJob(client, carrierJobId, target, call)
    if (job.kind === 'failed') return again(job)
    filed.push({ carrierJobId, transactionIds: job.transactions.map(({ object_id }) => object_id) })
    rateId ??= job.transactions[0]?.rate?.object_id ?? null
  }
  const outcome = await client.get(call, { ...target, path: `/rates/${encodeURIComponent(rateId ?? '')}` })
  const rate = client.read(outcome, wireRateAccount, ({ carrier_account }) => ({
    kind: 'rate' as const,
    carrierAccount: carrier_account,
  }))
  return rate.kind === 'failed' ? again(rate) : { filed, carrierAccount: rate.carrierAccount }
}

/** Nothing is asked for yet. */
const again = ({ kind, failure }: Failed): Failed => ({ kind, failure: { ...failure, retryable: true } })
