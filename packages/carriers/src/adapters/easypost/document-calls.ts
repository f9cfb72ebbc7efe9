/** Labels. EasyPost converts them to the form asked for, and names the address of the document. */
import type { CarrierAdapter, CarrierCall, Label, LabelOutcome, LabelRequest } from '../../carrier-adapter.ts'
import type { LabelFormat } from '../../carrier-descriptor.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { createLabelRefusals, failAsNotOffered } from '../../vendor/failures.ts'
import { FORM_UNAVAILABLE, labelContentTypes } from '../../wrappers/readable-documents.ts'
import { describeFailure, orderPath, shipmentPath } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { isOrderId } from './mapping/offers.ts'
import { type WireShipment, wireOrder, wireShipment } from './wire.ts'

const { noSuchLabel, noSuchParcel } = createLabelRefusals(describeFailure)

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
    if (!easypostDescriptor.labels.some((form) => form.format === format && form.size === size)) {
      return noSuchLabel('form_unknown', `EasyPost has no ${format} labels of the size ${size}.`)
    }
    if (!isOrderId(carrierJobId)) {
      return (parcelNumber ?? 1) === 1 ? await shipmentLabel(client, carrierJobId, request, call) : noSuchParcel(1)
    }
    const target = { operation: 'label', path: orderPath(carrierJobId), reference: carrierJobId } as const
    const order = client.read(await client.get(call, target), wireOrder, ({ shipments }) => ({
      kind: 'order' as const,
      ids: shipments.map(({ id }) => id),
    }))
    if (order.kind === 'failed') return order
    return await orderLabel(client, order.ids, request, call)
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
    return noSuchLabel(
      'one_label_per_parcel',
      'EasyPost has one PDF per parcel. Ask for each by its number, or for ZPL.',
    )
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

/** EasyPost may make the form after the label, or none. */
async function shipmentPapers(client: VendorClient, shipmentId: string, call: CarrierCall): Promise<LabelOutcome> {
  const target = { operation: 'label', path: shipmentPath(shipmentId), reference: shipmentId } as const
  const found = client.read(await client.get(call, target), wireShipment, ({ forms }) => ({
    kind: 'forms' as const,
    forms,
  }))
  if (found.kind === 'failed') return found
  const urls = CUSTOMS_FORMS.flatMap(
    (type) => found.forms.find(({ form_type, form_url }) => form_type === type && form_url !== null)?.form_url ?? [],
  )
  const [url] = urls
  return url === undefined
    ? { kind: 'not_ready' }
    : await fetchDocument(client, { url, shipmentId, format: 'pdf' }, call)
}

/** `label_url` is the label as the carrier made it, usually a PNG. */
function findUrl(label: NonNullable<WireShipment['postage_label']>, format: LabelFormat): string | null {
  const original = label.label_file_type
  const isOriginal = original === null ? format === 'png' : original.toLowerCase().includes(format)
  const converted = { pdf: label.label_pdf_url, zpl: label.label_zpl_url, png: null }[format]
  return converted ?? (isOriginal ? label.label_url : null)
}
