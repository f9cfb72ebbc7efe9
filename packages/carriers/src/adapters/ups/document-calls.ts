/** Labels, by Label Recovery, which has those of 30 days. Source: Shipping.yaml, LabelRecoveryRequest. */
import type { CarrierAdapter, CarrierCall, LabelOutcome } from '../../carrier-adapter.ts'
import type { Exchange, VendorClient } from '../../vendor/client.ts'
import { createLabelRefusals, failAsNotOffered } from '../../vendor/failures.ts'
import { detectContentType, FORM_UNAVAILABLE, labelContentTypes } from '../../wrappers/readable-documents.ts'
import { describeFailure } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { decode, joinZpl } from './mapping/jobs.ts'
import { type Recovered, toRecoveryRequest } from './mapping/requests.ts'
import { wireRecovery } from './wire.ts'

const { noSuchLabel } = createLabelRefusals(describeFailure)
const RECOVERY = '/labels/v1/recovery'

export const documentCalls = (client: VendorClient): Pick<CarrierAdapter, 'label' | 'media'> => ({
  async label({ carrierJobId, format, size, parcelNumber }, call): Promise<LabelOutcome> {
    const isPrinted = upsDescriptor.labels.some((form) => form.format === format && form.size === size)
    if (!isPrinted || format === 'png')
      return noSuchLabel('form_unknown', `UPS has no ${format} labels of the size ${size}.`)
    const exchange = { operation: 'label', reference: carrierJobId } as const
    const outcome = await recover(client, call, { ...exchange, shipment: { trackingNumber: carrierJobId }, format })
    const found = client.read(outcome, wireRecovery, ({ LabelRecoveryResponse: { LabelResults } }) => ({
      kind: 'images' as const,
      images: LabelResults.map(({ LabelImage }) => LabelImage?.GraphicImage ?? null),
    }))
    return found.kind === 'failed' ? found : pick(found.images, { format, parcelNumber })
  },

  media: failAsNotOffered(describeFailure, 'UPS sends photos and signatures with its reports.'),
})

/** Asks for the labels of a shipment. */
export const recover = (
  client: VendorClient,
  call: CarrierCall,
  {
    operation,
    reference,
    shipment,
    format,
  }: Pick<Exchange, 'operation' | 'reference'> & { shipment: Recovered; format: 'zpl' | 'pdf' },
) =>
  client.send(call, {
    operation,
    reference,
    method: 'POST',
    path: RECOVERY,
    timeoutMs: upsDescriptor.timeoutsMs.track,
    body: toRecoveryRequest(shipment, format),
  })

/** In PDF, all labels come with the first package. */
function pick(
  images: readonly (string | null)[],
  { format, parcelNumber }: { format: 'zpl' | 'pdf'; parcelNumber: number | null },
): LabelOutcome {
  if (images.length === 0) return { kind: 'not_ready' }
  if (parcelNumber !== null && parcelNumber > images.length) {
    return noSuchLabel('parcel_unknown', `The shipment has ${images.length} parcels.`)
  }
  if (format === 'pdf' && parcelNumber !== null && images.length > 1) {
    return noSuchLabel('form_unknown', 'UPS makes one PDF of the labels of all parcels.')
  }
  const chosen = parcelNumber === null ? images : images.slice(parcelNumber - 1, parcelNumber)
  const [first = null] = chosen
  const bytes = (format === 'zpl' ? joinZpl(chosen) : null) ?? decode(first ?? '')
  const contentType = detectContentType(bytes)
  if (contentType !== null && contentType !== labelContentTypes[format]) {
    return noSuchLabel(FORM_UNAVAILABLE, `UPS has no label of this shipment in ${format}: it sends ${contentType}.`)
  }
  return { kind: 'label', label: { contentType: labelContentTypes[format], bytes } }
}
