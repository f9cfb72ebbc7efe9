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
  ManifestQuery,
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
      const said = made.errors.map(toWords).join(' ')
      const manifest = toManifest(made)
      if (manifest === null)
        return { kind: 'refused' as const, failure: describeFailure('no_manifest', said || 'No manifest was made.') }
      return { kind: 'manifest' as const, manifest: { ...manifest, refused: namedJobs(jobs, said) } }
    })
    return withNamedJobs(answer, jobs)
  },

  async findManifest({ reference, jobs }, call) {
    const query = new URLSearchParams({ page_size: '50' })
    for (const { carrierJobId } of jobs.slice(0, MOST_IDS)) query.append('label_ids', carrierJobId)
    const outcome = await client.get(call, { operation: 'find_manifest', path: `${MANIFESTS}?${query}`, reference })
    return client.read(outcome, wireManifestList, ({ manifests }) => {
      const ours = manifests.filter(({ label_ids: ids }) => jobs.some(({ carrierJobId }) => ids.includes(carrierJobId)))
      const manifest = toManifest({ manifests: ours, manifest_requests: [], errors: [] })
      return manifest === null ? { kind: 'not_found' as const } : { kind: 'found' as const, manifest }
    })
  },

  async readManifest(query, call) {
    const read = await readAll(client, query, call)
    if ('failure' in read) return read
    const manifest = toManifest(read)
    if (manifest !== null) return { kind: 'manifest', manifest }
    const said = read.errors.map(toWords).join(' ')
    return { kind: 'refused', failure: describeFailure('no_manifest', said || 'No manifest was made.'), jobs: [] }
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

/** So many labels name their manifest in a look-up: the others are in the same ones. */
const MOST_IDS = 50

/** Null: neither a manifest nor a request for one. */
function toManifest({ manifests, manifest_requests: requests }: WireManifests): CarrierManifest | null {
  const open = requests.filter(({ status }) => status !== 'completed')
  const ids = [
    ...manifests.map(({ manifest_id }) => manifest_id),
    ...open.map(({ manifest_request_id: id }) => `${REQUEST}${id}`),
  ]
  if (ids.length === 0) return null
  const number = manifests.find(({ submission_id }) => submission_id !== null)?.submission_id ?? null
  return { carrierManifestId: ids.join(','), isCreated: open.length === 0, number }
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
