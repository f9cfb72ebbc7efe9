/**
 * Manifests are EasyPost's scan forms, of shipments with one origin. A shipment is in one at most, and names it. Sources:
 * docs.easypost.com/docs/scan-forms, ScanForm.d.ts and Shipment.d.ts of its client.
 */
import type {
  CarrierAdapter,
  CarrierCall,
  CarrierManifest,
  Failed,
  ManifestRequest,
  RefusedJob,
} from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { readTogether } from '../../vendor/grouped-reads.ts'
import { describeFailure, orderPath, shipmentPath } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { isOrderId } from './mapping/offers.ts'
import { type WireScanForm, wireFiledShipment, wireOrder, wireScanForm } from './wire.ts'

const { timeoutsMs } = easypostDescriptor

const formPath = (id: string): string => `/scan_forms/${encodeURIComponent(id)}`

type ManifestCalls = 'createManifest' | 'findManifest' | 'readManifest' | 'manifestDocuments'

/** A job and its shipments: one for each parcel. */
interface Filed {
  carrierJobId: string
  shipmentIds: string[]
}

export const manifestCalls = (client: VendorClient): Required<Pick<CarrierAdapter, ManifestCalls>> => ({
  async createManifest(request, call) {
    const filed = await listShipments(client, request, call)
    if ('failure' in filed) return { ...filed, kind: 'not_sent' }
    const outcome = await client.send(call, {
      operation: 'create_manifest',
      method: 'POST',
      path: '/scan_forms',
      timeoutMs: timeoutsMs.book,
      reference: request.reference,
      idempotent: false,
      body: { scan_form: { shipments: filed.flatMap(({ shipmentIds }) => shipmentIds.map((id) => ({ id }))) } },
    })
    const answer = client.written(outcome, wireScanForm, (form) => toOutcome(form))
    if (answer.kind !== 'refused') return answer
    const named = namedJobs(filed, answer.failure.message)
    return { ...answer, jobs: named.length > 0 ? named : await findUnfit(client, filed, request.reference, call) }
  },

  async findManifest(request, call) {
    const [first] = request.jobs
    if (first === undefined) return { kind: 'not_found' }
    const filed = await listShipments(client, { ...request, jobs: [first] }, call)
    if ('failure' in filed) return filed
    const shipment = await readFiled(client, filed[0]?.shipmentIds[0] ?? '', request.reference, call)
    if (shipment.kind === 'failed') return shipment
    const { scan_form: form } = shipment.shipment
    if (form === null || form.status === 'failed') return { kind: 'not_found' }
    // One that was made elsewhere is another one.
    const numbers = new Set(form.tracking_codes)
    const isOurs = request.jobs.every(({ trackingNumber }) => trackingNumber === null || numbers.has(trackingNumber))
    return isOurs || numbers.size === 0 ? { kind: 'found', manifest: toManifest(form) } : { kind: 'not_found' }
  },

  async readManifest({ reference, carrierManifestId }, call) {
    const outcome = await client.get(call, { operation: 'read_manifest', path: formPath(carrierManifestId), reference })
    return client.read(outcome, wireScanForm, (form) => toOutcome(form))
  },

  async manifestDocuments({ reference, carrierManifestId }, call) {
    const target = { operation: 'manifest_documents', reference } as const
    const outcome = await client.get(call, { ...target, path: formPath(carrierManifestId) })
    const form = client.read(outcome, wireScanForm, ({ form_url: url }) => ({ kind: 'form' as const, url }))
    if (form.kind === 'failed') return form
    const download = form.url === null ? null : client.download(call, form.url, reference)
    if (download === null) return { kind: 'not_ready' }
    const document = await download
    if (!isSuccess(document)) return client.failed(document)
    return { kind: 'documents', documents: [{ contentType: 'application/pdf', bytes: document.body }] }
  },
})

function toManifest({ id, status }: WireScanForm): CarrierManifest {
  return { carrierManifestId: id, isCreated: status === 'created', number: null }
}

function toOutcome(form: WireScanForm) {
  if (form.status !== 'failed') return { kind: 'manifest' as const, manifest: toManifest(form) }
  const failure = describeFailure('scan_form_failed', form.message ?? 'EasyPost gives no reason.')
  return { kind: 'refused' as const, failure, jobs: [] }
}

/** The shipments of each job, in its order: an order has several. */
async function listShipments(
  client: VendorClient,
  { jobs, reference }: ManifestRequest,
  call: CarrierCall,
): Promise<Filed[] | Failed> {
  const orders = jobs.filter(({ carrierJobId }) => isOrderId(carrierJobId))
  const { results, failure } = await readTogether(orders, async ({ carrierJobId }) => {
    const path = orderPath(carrierJobId)
    const outcome = await client.get(call, { operation: 'create_manifest', path, reference })
    return client.read(outcome, wireOrder, ({ shipments }) => ({ kind: 'order' as const, carrierJobId, shipments }))
  })
  if (failure) return { kind: 'failed', failure: { ...failure, retryable: true } }
  const read = new Map(results.map(({ carrierJobId, shipments }) => [carrierJobId, shipments.map(({ id }) => id)]))
  return jobs.map(({ carrierJobId }) => ({ carrierJobId, shipmentIds: read.get(carrierJobId) ?? [carrierJobId] }))
}

const namedJobs = (filed: readonly Filed[], message: string): RefusedJob[] =>
  filed
    .filter(({ shipmentIds }) => shipmentIds.some((id) => message.includes(id)))
    .map(({ carrierJobId }) => ({ carrierJobId, message }))

/**
 * The jobs that are refunded, or in another scan form: EasyPost refuses all for one of them, often without its name. Those that were
 * found until a read fails or the deadline passes.
 */
async function findUnfit(
  client: VendorClient,
  filed: readonly Filed[],
  reference: string,
  call: CarrierCall,
): Promise<RefusedJob[]> {
  const shipments = filed.flatMap(({ carrierJobId, shipmentIds }) => shipmentIds.map((id) => ({ carrierJobId, id })))
  const { results } = await readTogether(shipments, async ({ carrierJobId, id }) => {
    const read = await readFiled(client, id, reference, call)
    return read.kind === 'failed' ? read : { ...read, carrierJobId }
  })
  const unfit = new Map<string, RefusedJob>()
  for (const { carrierJobId, shipment } of results) {
    const { refund_status: refund, scan_form: form } = shipment
    const isRefunded = refund === 'submitted' || refund === 'refunded'
    const isFiled = form !== null && form.status !== 'failed'
    if (!isRefunded && !isFiled) continue
    const message = isRefunded ? `Its refund is ${refund}.` : `It is in scan form ${form?.id}.`
    unfit.set(carrierJobId, { carrierJobId, message })
  }
  return [...unfit.values()]
}

async function readFiled(client: VendorClient, id: string, reference: string, call: CarrierCall) {
  const outcome = await client.get(call, { operation: 'find_manifest', path: shipmentPath(id), reference })
  return client.read(outcome, wireFiledShipment, (shipment) => ({ kind: 'shipment' as const, shipment }))
}
