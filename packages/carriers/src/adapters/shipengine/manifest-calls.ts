/**
 * Manifests of labels. ShipEngine may make several for one call, leave labels out, or answer with requests that it works on: then the
 * id names each. A label is in one at most, by which they are found. Sources: create_manifest, list_manifests, get_manifest_by_id and
 * get_manifest_request_by_id in ShipEngine's reference.
 */
import type {
  CarrierAdapter,
  CarrierCall,
  CarrierManifest,
  Failed,
  Label,
  ManifestJob,
  ManifestQuery,
  RefusedJob,
} from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { namedJobs, withNamedJobs } from '../../vendor/refused-jobs.ts'
import { describeFailure } from './client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { toWords } from './mapping/problems.ts'
import { type WireManifests, wireManifest, wireManifestList, wireManifests } from './wire.ts'

const { timeoutsMs } = shipengineDescriptor

const MANIFESTS = '/v1/manifests'
/** Before the id of a request that ShipEngine works on. */
const REQUEST = 'requests/'

type ManifestCalls = 'createManifest' | 'findManifest' | 'readManifest' | 'manifestDocuments'

export const manifestCalls = (client: VendorClient): Required<Pick<CarrierAdapter, ManifestCalls>> => ({
  async createManifest({ reference, jobs }, call) {
    const outcome = await client.send(call, {
      operation: 'create_manifest',
      method: 'POST',
      path: MANIFESTS,
      timeoutMs: timeoutsMs.book,
      reference,
      idempotent: false,
      body: { label_ids: jobs.map(({ carrierJobId }) => carrierJobId) },
    })
    const answer = client.written(outcome, wireManifests, (made) => {
      const manifest = toManifest(made, jobs)
      if (manifest === null) return { kind: 'refused' as const, failure: noManifest(made) }
      return { kind: 'manifest' as const, manifest }
    })
    return withNamedJobs(answer, jobs)
  },

  async findManifest({ reference, jobs }, call) {
    const manifests: WireManifests['manifests'] = []
    let missing = jobs
    for (let sought = 0; sought < jobs.length; sought += MOST_IDS) {
      const asked = jobs.slice(sought, sought + MOST_IDS).filter((job) => missing.includes(job))
      if (asked.length === 0) continue
      const query = new URLSearchParams({ page_size: `${MOST_IDS}` })
      for (const { carrierJobId } of asked) query.append('label_ids', carrierJobId)
      const outcome = await client.get(call, { operation: 'find_manifest', path: `${MANIFESTS}?${query}`, reference })
      const read = client.read(outcome, wireManifestList, (list) => ({ kind: 'read' as const, list }))
      if (read.kind === 'failed') return read
      manifests.push(...read.list.manifests.filter((one) => asked.some((job) => hasLabel(one, job))))
      missing = missing.filter((job) => !manifests.some((one) => hasLabel(one, job)))
    }
    const manifest = toManifest({ manifests, manifest_requests: [], errors: [] }, jobs)
    return manifest === null ? { kind: 'not_found' } : { kind: 'found', manifest }
  },

  async readManifest(query, call) {
    const read = await readAll(client, query, call)
    if ('failure' in read) return read
    const manifest = toManifest(read, query.jobs)
    if (manifest !== null) return { kind: 'manifest', manifest }
    return { kind: 'refused', failure: noManifest(read), jobs: [] }
  },

  async manifestDocuments(query, call) {
    const read = await readAll(client, query, call)
    if ('failure' in read) return read
    const documents: Label[] = []
    for (const { manifest_download } of read.manifests) {
      const url = manifest_download?.href ?? null
      const download = url === null ? null : client.download(call, url, query.reference)
      if (download === null) return { kind: 'not_ready' }
      const document = await download
      if (!isSuccess(document)) return client.failed(document)
      documents.push({ contentType: 'application/pdf', bytes: document.body })
    }
    return documents.length === 0 ? { kind: 'not_ready' } : { kind: 'documents', documents }
  },
})

/** A look-up names so many labels at most. */
const MOST_IDS = 50

const hasLabel = ({ label_ids: ids }: WireManifests['manifests'][number], { carrierJobId }: ManifestJob): boolean =>
  ids.includes(carrierJobId)

const say = ({ errors }: WireManifests): string => errors.map(toWords).join(' ')

const noManifest = (read: WireManifests) => describeFailure('no_manifest', say(read) || 'No manifest was made.')

/** Null: neither a manifest nor a request for one. */
function toManifest(read: WireManifests, jobs: readonly ManifestJob[]): CarrierManifest | null {
  const { manifests, manifest_requests: requests } = read
  const open = requests.filter(({ status }) => status !== 'completed')
  const ids = [
    ...manifests.map(({ manifest_id }) => manifest_id),
    ...open.map(({ manifest_request_id: id }) => `${REQUEST}${id}`),
  ]
  if (ids.length === 0) return null
  const number = manifests.find(({ submission_id }) => submission_id !== null)?.submission_id ?? null
  const isCreated = open.length === 0
  return { carrierManifestId: ids.join(','), isCreated, number, refused: leftOut(read, jobs, isCreated) }
}

/** A manifest may not list its labels. While ShipEngine works on some, only its errors name those that it leaves out. */
function leftOut(read: WireManifests, jobs: readonly ManifestJob[], isCreated: boolean): RefusedJob[] {
  const { manifests } = read
  const said = say(read)
  if (!isCreated || manifests.some(({ label_ids: ids }) => ids.length === 0)) return namedJobs(jobs, said)
  return jobs
    .filter((job) => !manifests.some((one) => hasLabel(one, job)))
    .map(({ carrierJobId }) => ({ carrierJobId, message: said || 'ShipEngine left it out of the manifest.' }))
}

/** All manifests and requests that the id names, as they are now. */
async function readAll(
  client: VendorClient,
  { reference, carrierManifestId }: ManifestQuery,
  call: CarrierCall,
): Promise<WireManifests | Failed> {
  const all: WireManifests = { manifests: [], manifest_requests: [], errors: [] }
  for (const id of carrierManifestId.split(',')) {
    const path = `${MANIFESTS}/${id.split('/').map(encodeURIComponent).join('/')}`
    const outcome = await client.get(call, { operation: 'read_manifest', path, reference })
    const read = id.startsWith(REQUEST)
      ? client.read(outcome, wireManifests, (found) => ({ kind: 'read' as const, found }))
      : client.read(outcome, wireManifest, (manifest) => ({
          kind: 'read' as const,
          found: { manifests: [manifest], manifest_requests: [], errors: [] },
        }))
    if (read.kind === 'failed') return read
    all.manifests.push(...read.found.manifests)
    all.manifest_requests.push(...read.found.manifest_requests)
    all.errors.push(...read.found.errors)
  }
  return all
}
