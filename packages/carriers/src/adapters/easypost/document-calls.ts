/** Labels. EasyPost converts them to the form asked for, and names the address of the document. */
import type { CarrierAdapter, CarrierCall, Label, LabelOutcome, LabelRequest } from '../../carrier-adapter.ts'
import type { LabelFormat } from '../../carrier-descriptor.ts'
import type { HttpOutcome } from '../../http/client.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { createLabelRefusals, failAsNotOffered, ONE_PER_PARCEL } from '../../vendor/failures.ts'
import { FORM_UNAVAILABLE, labelContentTypes } from '../../wrappers/readable-documents.ts'
import { describeFailure, orderPath, shipmentPath } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { isOrderId } from './mapping/offers.ts'
import { type WireShipment, wireOrder, wireShipment } from './wire.ts'

const { noSuchLabel, noSuchParcel, noPapers, noCode } = createLabelRefusals(describeFailure)

/** EasyPost cannot make this form of the label. */
const NO_SUCH_FORM = new Set([
  'SHIPMENT.POSTAGE.INVALID_FORMAT',
  'SHIPMENT.POSTAGE.FORMAT_UNAVAILABLE',
  'IMAGE.CONVERSION.FAILURE',
  'DOCUMENT.CONVERSION.FAILURE',
])
const NOT_BOUGHT = 'SHIPMENT.POSTAGE.REQUIRED'

export const documentCalls = (client: VendorClient): Pick<CarrierAdapter, 'label' | 'media'> => ({
  async label(request, call) {
    const { carrierJobId, parcelNumber, format, size } = request
    if (request.document === 'qr') return await shipmentCode(client, carrierJobId, call)
    if (!easypostDescriptor.labels.some((form) => form.format === format && form.size === size)) {
      return noSuchLabel('form_unknown', `EasyPost has no ${format} labels of the size ${size}.`)
    }
    if (!isOrderId(carrierJobId)) {
      return (parcelNumber ?? 1) === 1 ? await shipmentLabel(client, carrierJobId, request, call) : noSuchParcel(1)
    }
    const target = { operation: 'label', path: orderPath(carrierJobId), reference: carrierJobId } as const
    const order = client.read(await client.get(call, target), wireOrder, ({ shipments }) => ({
      kind: 'order' as const,
      shipments,
    }))
    if (order.kind === 'failed') return order
    const { shipments } = order
    if (request.document === 'customs') return await orderPapers(client, shipments, parcelNumber, call)
    const ids = shipments.map(({ id }) => id)
    return await orderLabel(client, ids, request, call)
  },

  media: failAsNotOffered(describeFailure, 'EasyPost has no photos or signatures of deliveries.'),
})

async function orderLabel(
  client: VendorClient,
  shipmentIds: readonly string[],
  request: LabelRequest,
  call: CarrierCall,
): Promise<LabelOutcome> {
  const { parcelNumber, format } = request
  const number = parcelNumber ?? (format === 'png' ? 1 : null)
  if (number !== null) {
    const id = shipmentIds[number - 1]
    return id === undefined ? noSuchParcel(shipmentIds.length) : await shipmentLabel(client, id, request, call)
  }
  if (format === 'pdf' && shipmentIds.length > 1) {
    return noSuchLabel(ONE_PER_PARCEL, 'EasyPost has one PDF per parcel. Ask for each by its number, or for ZPL.')
  }
  const labels: Label[] = []
  for (const id of shipmentIds) {
    const outcome = await shipmentLabel(client, id, request, call)
    if (outcome.kind !== 'label') return outcome
    labels.push(outcome.label)
  }
  const bytes = Buffer.concat(labels.flatMap((label) => [label.bytes, Buffer.from('\n')]))
  return { kind: 'label', label: { contentType: labelContentTypes[format], bytes } }
}

async function shipmentLabel(
  client: VendorClient,
  shipmentId: string,
  { format, document: wanted }: LabelRequest,
  call: CarrierCall,
): Promise<LabelOutcome> {
  if (wanted === 'customs') return await shipmentPapers(client, shipmentId, call)
  const path = shipmentPath(shipmentId)
  const target = { operation: 'label', reference: shipmentId } as const
  // The PNG is what EasyPost makes the other forms of.
  const query = new URLSearchParams({ file_format: format.toUpperCase() })
  const outcome = await client.get(call, { ...target, path: format === 'png' ? path : `${path}/label?${query}` })
  const code = client.readProblem(outcome)?.code ?? ''
  if (code === NOT_BOUGHT) return { kind: 'not_ready' }
  if (NO_SUCH_FORM.has(code)) return { kind: 'no_such_label', failure: client.failed(outcome).failure }
  const found = client.read(outcome, wireShipment, ({ postage_label }) => ({ kind: 'found' as const, postage_label }))
  if (found.kind === 'failed') return found
  if (found.postage_label === null) return { kind: 'not_ready' }
  const url = findUrl(found.postage_label, format)
  if (url === null) return noSuchLabel(FORM_UNAVAILABLE, `The carrier made this label in another form than ${format}.`)
  return await fetchDocument(client, { url, shipmentId, format }, call)
}

async function fetchDocument(
  client: VendorClient,
  { url, shipmentId, format }: { url: string; shipmentId: string; format: LabelFormat },
  call: CarrierCall,
): Promise<LabelOutcome> {
  const document = await client.download(call, url, shipmentId)
  if (document === null) throw new TypeError('documents of EasyPost are at any address')
  if (!isSuccess(document)) return client.failed(document)
  return { kind: 'label', label: { contentType: labelContentTypes[format], bytes: document.body } }
}

/** Forms for customs, the one with most in it first. Source: Form.d.ts. */
const CUSTOMS_FORMS = ['commercial_invoice', 'cn22']

type Papers = LabelOutcome | { kind: 'form'; url: string; shipmentId: string }

/** A form may be listed before it has an address. A label that is made lists all that there will be. */
function findPapers({ id: shipmentId, forms, postage_label }: WireShipment): Papers {
  const listed = CUSTOMS_FORMS.flatMap((type) => forms.filter(({ form_type }) => form_type === type))
  const url = listed.find(({ form_url }) => form_url !== null)?.form_url ?? null
  if (url !== null) return { kind: 'form', url, shipmentId }
  return listed.length > 0 || postage_label === null ? { kind: 'not_ready' } : noPapers
}

const fetchPapers = async (client: VendorClient, papers: Papers, call: CarrierCall): Promise<LabelOutcome> =>
  papers.kind === 'form' ? await fetchDocument(client, { ...papers, format: 'pdf' }, call) : papers

async function shipmentPapers(client: VendorClient, shipmentId: string, call: CarrierCall): Promise<LabelOutcome> {
  const target = { operation: 'label', path: shipmentPath(shipmentId), reference: shipmentId } as const
  const found = client.read(await client.get(call, target), wireShipment, (shipment) => ({
    kind: 'found' as const,
    shipment,
  }))
  return found.kind === 'failed' ? found : await fetchPapers(client, findPapers(found.shipment), call)
}

const CODE_FORM = 'label_qr_code'
/** EasyPost has no code of the shipment, or will not make one. Other answers decide nothing. */
const NO_CODE_STATUSES = new Set([400, 404, 422])

/** The code of a label, which EasyPost makes when it is asked: once, as the shipment lists the code that it has. */
async function shipmentCode(client: VendorClient, shipmentId: string, call: CarrierCall): Promise<LabelOutcome> {
  if (isOrderId(shipmentId)) return noCode
  const path = shipmentPath(shipmentId)
  const target = { operation: 'label', reference: shipmentId } as const
  const read = (outcome: HttpOutcome) =>
    client.read(outcome, wireShipment, ({ forms, postage_label }) => ({
      kind: 'found' as const,
      isBought: postage_label !== null,
      url: forms.find(({ form_type, form_url }) => form_type === CODE_FORM && form_url !== null)?.form_url ?? null,
    }))
  const found = read(await client.get(call, { ...target, path }))
  if (found.kind === 'failed') return found
  if (!found.isBought) return { kind: 'not_ready' }
  if (found.url !== null) return await fetchDocument(client, { url: found.url, shipmentId, format: 'png' }, call)
  const outcome = await client.send(call, {
    ...target,
    method: 'POST',
    path: `${path}/forms`,
    timeoutMs: easypostDescriptor.timeoutsMs.track,
    idempotent: false,
    body: { form: { type: CODE_FORM } },
  })
  const made = read(outcome)
  if (made.kind === 'failed') return NO_CODE_STATUSES.has(made.failure.httpStatus ?? 0) ? noCode : made
  return made.url === null
    ? { kind: 'not_ready' }
    : await fetchDocument(client, { url: made.url, shipmentId, format: 'png' }, call)
}

/** Each parcel of an order has its own papers. */
async function orderPapers(
  client: VendorClient,
  shipments: readonly WireShipment[],
  parcelNumber: number | null,
  call: CarrierCall,
): Promise<LabelOutcome> {
  const found = shipments.map(findPapers)
  const [first, ...others] = parcelNumber === null ? found : found.slice(parcelNumber - 1, parcelNumber)
  if (first === undefined) return noSuchParcel(shipments.length)
  if (others.length === 0) return await fetchPapers(client, first, call)
  const all = [first, ...others]
  const pending = all.find(({ kind }) => kind === 'not_ready')
  if (pending !== undefined) return await fetchPapers(client, pending, call)
  return all.some(({ kind }) => kind === 'form') ? papersPerParcel : noPapers
}

const papersPerParcel = noSuchLabel(
  ONE_PER_PARCEL,
  'EasyPost has papers for customs of each parcel. Ask for each by its number.',
)

/** `label_url` is the label as the carrier made it, usually a PNG. */
function findUrl(label: NonNullable<WireShipment['postage_label']>, format: LabelFormat): string | null {
  const original = label.label_file_type
  const isOriginal = original === null ? format === 'png' : original.toLowerCase().includes(format)
  const converted = { pdf: label.label_pdf_url, zpl: label.label_zpl_url, png: null }[format]
  return converted ?? (isOriginal ? label.label_url : null)
}
