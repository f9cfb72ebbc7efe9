/** Labels. ShipEngine makes each in several forms, and names the address of the document. */
import type { CarrierAdapter, LabelOutcome, LabelRequest } from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { createLabelRefusals, failAsNotOffered, ONE_PER_PARCEL } from '../../vendor/failures.ts'
import { FORM_UNAVAILABLE, labelContentTypes } from '../../wrappers/readable-documents.ts'
import { describeFailure, labelPath } from './client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { inSequence, isFailed } from './mapping/jobs.ts'
import { type WireLabel, wireLabel } from './wire.ts'

const { noSuchLabel, noSuchParcel, noPapers, noCode } = createLabelRefusals(describeFailure)

export const documentCalls = (client: VendorClient): Pick<CarrierAdapter, 'label' | 'media'> => ({
  async label(request, call) {
    const { carrierJobId, format, size } = request
    if (!shipengineDescriptor.labels.some((form) => form.format === format && form.size === size)) {
      return noSuchLabel('form_unknown', `ShipEngine has no ${format} labels of the size ${size}.`)
    }
    const target = { operation: 'label', path: labelPath(carrierJobId), reference: carrierJobId } as const
    const found = client.read(await client.get(call, target), wireLabel, (label) => ({
      kind: 'found' as const,
      label,
    }))
    if (found.kind === 'failed') return found
    if (isFailed(found.label)) return noSuchLabel('label_error', 'The carrier could not make the label.')
    const find = { label: findDocument, customs: findPapers, qr: findCode }[request.document ?? 'label']
    const document = find(found.label, request)
    if (document.kind !== 'document') return document
    const download = client.download(call, document.url, carrierJobId)
    if (download === null) return { kind: 'failed', failure: foreignHost }
    const outcome = await download
    if (!isSuccess(outcome)) return client.failed(outcome)
    return { kind: 'label', label: { contentType: labelContentTypes[format], bytes: outcome.body } }
  },

  media: failAsNotOffered(describeFailure, 'ShipEngine has no photos or signatures of deliveries.'),
})

interface Document {
  kind: 'document'
  url: string
}

type Documents = WireLabel['label_download']

/** Where the document is. The label of a shipment is one document with all parcels; carriers may add one for each. */
function findDocument(label: WireLabel, { format, parcelNumber }: LabelRequest): Document | LabelOutcome {
  const packages = inSequence(label)
  const count = Math.max(packages.length, 1)
  if (parcelNumber !== null && parcelNumber > count) {
    return noSuchParcel(count)
  }
  // An image has one page.
  const number = parcelNumber ?? (format === 'png' ? 1 : null)
  const own = number === null ? null : (packages[number - 1]?.label_download ?? null)
  const documents: Documents = own ?? label.label_download
  if (parcelNumber !== null && count > 1 && own === null) {
    return oneDocument
  }
  if (documents === null) return { kind: 'not_ready' }
  const url = documents[format] ?? (readExtension(documents.href) === format ? documents.href : null)
  if (url !== null) return { kind: 'document', url }
  return noSuchLabel(FORM_UNAVAILABLE, `The carrier made this label in another form than ${format}.`)
}

/** Papers of the shipment, or of a package. A label that is made names them, or has none. */
function findPapers(label: WireLabel, { parcelNumber }: LabelRequest): Document | LabelOutcome {
  const packages = inSequence(label)
  const count = Math.max(packages.length, 1)
  if (parcelNumber !== null && parcelNumber > count) return noSuchParcel(count)
  const whole = label.form_download?.href ?? null
  const each = packages.map(({ form_download }) => form_download?.href ?? null)
  const own = each[(parcelNumber ?? 1) - 1] ?? null
  const url = count === 1 ? (whole ?? own) : parcelNumber === null ? whole : own
  if (url !== null) return { kind: 'document', url }
  if (whole !== null) return oneDocument
  if (parcelNumber === null && each.some((href) => href !== null)) return papersPerParcel
  return label.label_download === null || label.status === 'processing' ? { kind: 'not_ready' } : noPapers
}

/** The code that was asked for with the purchase. */
function findCode({ qr_code_download, paperless_download, ...label }: WireLabel): Document | LabelOutcome {
  const url = qr_code_download?.href ?? paperless_download?.href ?? null
  if (url !== null) return { kind: 'document', url }
  return label.label_download === null || label.status === 'processing' ? { kind: 'not_ready' } : noCode
}

const readExtension = (url: string | null): string | null => /\.(\w+)(\?|$)/.exec(url ?? '')?.[1]?.toLowerCase() ?? null

const foreignHost = describeFailure(
  'label_host_unknown',
  'The address of the label is not at ShipEngine; it was not fetched.',
)

const oneDocument = noSuchLabel(
  'one_document',
  'ShipEngine has those of all parcels in one document. Ask without a number.',
)
const papersPerParcel = noSuchLabel(
  ONE_PER_PARCEL,
  'ShipEngine has papers for customs of each parcel. Ask for each by its number.',
)
