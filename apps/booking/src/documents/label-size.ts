/** Labels of 4 × 6 inches: the size that was asked for is the size that is stored and served. */
import type { CarrierAdapter, CarrierCall, Label, LabelOutcome, LabelRequest } from '@waybill/carriers/carrier-adapter'
import { FORM_UNAVAILABLE } from '@waybill/carriers/wrappers/readable-documents'
import { countLabels, isLabelSized, mergeLabels, UnreadableLabel } from '@waybill/labels/foreign/converter'

type Labels = Pick<CarrierAdapter, 'descriptor' | 'label'>

/** As many parcels as a shipment may have. */
const MOST_PICTURES = 99

/**
 * The carrier's label. A PDF of 4 × 6 inches that the carrier made on larger pages is made anew of its pictures of that size, one
 * for each page. Without a readable picture of every page it stays as it is, so that no parcel is left without its label.
 */
export async function fetchSizedLabel(
  adapter: Labels,
  request: LabelRequest,
  call: CarrierCall,
): Promise<LabelOutcome> {
  const outcome = await adapter.label(request, call)
  if (
    outcome.kind !== 'label' ||
    (await isSizeKept(adapter, request, { ...outcome.label, environmentId: call.account.environmentId }))
  )
    return outcome
  if (!hasPicture(adapter)) return outcome
  try {
    return await makeOfPictures(adapter, request, { outcome, call })
  } catch (error) {
    if (error instanceof UnreadableLabel) return outcome
    throw error
  }
}

async function makeOfPictures(
  adapter: Labels,
  request: LabelRequest,
  { outcome, call }: { outcome: Extract<LabelOutcome, { kind: 'label' }>; call: CarrierCall },
): Promise<LabelOutcome> {
  const { environmentId } = call.account
  const parcels = await listParcels(request, outcome.label, environmentId)
  if (parcels.length > MOST_PICTURES) return outcome
  const pictures: Label[] = []
  for (const parcelNumber of parcels) {
    const picture = await adapter.label({ ...request, format: 'png', parcelNumber }, call)
    if (picture.kind === 'no_such_label') return outcome
    if (picture.kind !== 'label') return picture
    pictures.push({ ...picture.label, contentType: 'image/png' })
  }
  const bytes = await mergeLabels(environmentId, pictures, '4x6')
  return { kind: 'label', label: { contentType: 'application/pdf', bytes } }
}

/** Numbers of the parcels whose labels a document has: the one asked for, else one for each page. */
async function listParcels({ parcelNumber }: LabelRequest, label: Label, environmentId: string): Promise<number[]> {
  if (parcelNumber !== null) return [parcelNumber]
  const pages = await countLabels(environmentId, { ...label, contentType: 'application/pdf' })
  return Array.from({ length: pages }, (_, index) => index + 1)
}

const hasPicture = ({ descriptor }: Labels): boolean =>
  descriptor.labels.some(({ format, size }) => format === 'png' && size === '4x6')

/** Whether a label has the size that was asked for, as far as its form and the carrier do not already say so. */
export async function isSizeKept(
  { descriptor }: Labels,
  { format, size }: Pick<LabelRequest, 'format' | 'size'>,
  { bytes, environmentId }: Pick<Label, 'bytes'> & { environmentId: string },
): Promise<boolean> {
  return (
    format !== 'pdf' || size !== '4x6' || descriptor.printsHere === true || (await isLabelSized(environmentId, bytes))
  )
}

/** Whether a stored label may have another size than its form says: there were no pictures of which to make it. */
export const mayBeLarger = ({ descriptor }: Labels): boolean => descriptor.printsHere !== true

export const otherSize = ({ descriptor: { carrierCode, name } }: Labels) => ({
  carrierCode,
  code: FORM_UNAVAILABLE,
  message: `${name} made this label on another page than 4 × 6 inches. Leave out the size to get it as it is.`,
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
})
