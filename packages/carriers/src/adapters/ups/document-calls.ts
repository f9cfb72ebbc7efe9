/**
 * Labels, and shipments by their reference: both by Label Recovery, which has the labels of 30 days.
 * Source: Shipping.yaml, LabelRecoveryRequest and TrackingCandidate.
 */
import type { CarrierAdapter, CarrierCall, CarrierJob, Failed, LabelOutcome } from '../../carrier-adapter.ts'
import { statusByFacts } from '../../mapping/parcel-facts.ts'
import { detectContentType, FORM_UNAVAILABLE, labelContentTypes } from '../../wrappers/readable-documents.ts'
import { accountNumberOf, type Exchange, type UpsClient } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { refusal } from './failures.ts'
import { trackShipment } from './job-calls.ts'
import { bytesOf, joinZpl, trackingOf } from './mapping/jobs.ts'
import { type Recovered, toRecoveryRequest } from './mapping/requests.ts'
import { wireRecovery } from './wire.ts'

const RECOVERY = '/labels/v1/recovery'

export const documentCalls = (client: UpsClient): Pick<CarrierAdapter, 'label' | 'media' | 'findJob'> => ({
  async label({ carrierJobId, format, size, parcelNumber }, call): Promise<LabelOutcome> {
    const isPrinted = upsDescriptor.labels.some((form) => form.format === format && form.size === size)
    if (!isPrinted || format === 'png')
      return noLabel('form_unknown', `UPS has no ${format} labels of the size ${size}.`)
    const exchange = { operation: 'label', reference: carrierJobId } as const
    const outcome = await recover(client, call, { ...exchange, shipment: { trackingNumber: carrierJobId }, format })
    const found = client.read(outcome, wireRecovery, ({ LabelRecoveryResponse: { LabelResults } }) => ({
      kind: 'images' as const,
      images: LabelResults.map(({ LabelImage }) => LabelImage?.GraphicImage ?? null),
    }))
    return found.kind === 'failed' ? found : pick(found.images, { format, parcelNumber })
  },

  media: async () => ({
    kind: 'failed',
    failure: refusal('not_offered', 'UPS sends photos and signatures with its reports.'),
  }),

  async findJob({ reference }, call) {
    const shipment = { reference, accountNumber: accountNumberOf(call.account) }
    const outcome = await recover(client, call, { operation: 'find', reference, shipment, format: 'zpl' })
    const found = client.read(outcome, wireRecovery, ({ LabelRecoveryResponse: answer }) => {
      const candidates = answer.TrackingCandidate.map(({ TrackingNumber }) => TrackingNumber)
      const shipmentId = answer.ShipmentIdentificationNumber ?? answer.LabelResults[0]?.TrackingNumber ?? null
      const images = answer.LabelResults.map(({ LabelImage }) => LabelImage?.GraphicImage ?? null)
      return { kind: 'recovered' as const, shipmentId, candidates, label: joinZpl(images) }
    })
    if (found.kind === 'failed') return isNoneFound(found) ? { kind: 'not_found' } : found
    const { shipmentId, candidates, label } = found
    const carrierJobId = shipmentId ?? (candidates.length === 1 ? candidates[0] : null)
    if (carrierJobId === null || carrierJobId === undefined) return ambiguous(candidates.length)
    return { kind: 'found', job: await jobOf(client, carrierJobId, label, call) }
  },
})

/** A decision of UPS, not of a proxy on the way. UPS publishes no code for a reference that it does not find. */
const isNoneFound = ({ failure: { httpStatus, code } }: Failed): boolean =>
  (httpStatus === 400 || httpStatus === 404) && code !== `http_${httpStatus}`

const ambiguous = (count: number): Failed | { kind: 'not_found' } =>
  count === 0
    ? { kind: 'not_found' }
    : { kind: 'failed', failure: refusal('ambiguous_reference', `UPS has ${count} packages with the reference.`, 200) }

const recover = (
  client: UpsClient,
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

/** A shipment that UPS does not track yet is booked. */
async function jobOf(
  client: UpsClient,
  carrierJobId: string,
  label: Buffer | null,
  call: CarrierCall,
): Promise<CarrierJob> {
  const tracked = await trackShipment(client, carrierJobId, { call, operation: 'find' })
  return {
    carrierJobId,
    ...trackingOf(carrierJobId),
    driver: null,
    etaFromAt: null,
    etaToAt: null,
    status: tracked.kind === 'facts' ? statusByFacts(tracked.facts) : 'assigned',
    label: label && { contentType: labelContentTypes.zpl, bytes: label },
  }
}

const noLabel = (code: string, message: string): LabelOutcome => ({
  kind: 'no_such_label',
  failure: refusal(code, message),
})

/** In PDF, all labels come with the first package. */
function pick(
  images: readonly (string | null)[],
  { format, parcelNumber }: { format: 'zpl' | 'pdf'; parcelNumber: number | null },
): LabelOutcome {
  if (images.length === 0) return { kind: 'not_ready' }
  if (parcelNumber !== null && parcelNumber > images.length) {
    return noLabel('parcel_unknown', `The shipment has ${images.length} parcels.`)
  }
  if (format === 'pdf' && parcelNumber !== null && images.length > 1) {
    return noLabel('form_unknown', 'UPS makes one PDF of the labels of all parcels.')
  }
  const chosen = parcelNumber === null ? images : images.slice(parcelNumber - 1, parcelNumber)
  const [first = null] = chosen
  const bytes = (format === 'zpl' ? joinZpl(chosen) : null) ?? bytesOf(first ?? '')
  const contentType = detectContentType(bytes)
  if (contentType !== null && contentType !== labelContentTypes[format]) {
    return noLabel(FORM_UNAVAILABLE, `UPS has no label of this shipment in ${format}: it sends ${contentType}.`)
  }
  return { kind: 'label', label: { contentType: labelContentTypes[format], bytes } }
}
