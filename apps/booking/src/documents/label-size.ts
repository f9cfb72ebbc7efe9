/** Labels of 4 × 6 inches: the size that was asked for is the size that is stored and served. */
import type { CarrierAdapter, CarrierCall, Label, LabelOutcome, LabelRequest } from '@waybill/carriers/carrier-adapter'
import { FORM_UNAVAILABLE } from '@waybill/carriers/wrappers/readable-documents'
import { isLabelSized, makeLabelPdf } from '@waybill/labels/merge'

type Labels = Pick<CarrierAdapter, 'descriptor' | 'label'>

/**
 * The carrier's label. A PDF of 4 × 6 inches that the carrier made on a larger page is made anew of its picture of that size;
 * without a picture it stays as it is.
 */
export async function fetchSizedLabel(
  adapter: Labels,
  request: LabelRequest,
  call: CarrierCall,
): Promise<LabelOutcome> {
  const outcome = await adapter.label(request, call)
  if (outcome.kind !== 'label' || (await isSizeKept(adapter, request, outcome.label))) return outcome
  if (!hasPicture(adapter)) return outcome
  const picture = await adapter.label({ ...request, format: 'png', parcelNumber: request.parcelNumber ?? 1 }, call)
  if (picture.kind !== 'label') return picture
  return { kind: 'label', label: { contentType: 'application/pdf', bytes: await makeLabelPdf(picture.label.bytes) } }
}

const hasPicture = ({ descriptor }: Labels): boolean =>
  descriptor.labels.some(({ format, size }) => format === 'png' && size === '4x6')

/** Whether a label has the size that was asked for, as far as its form and the carrier do not already say so. */
export async function isSizeKept(
  { descriptor }: Labels,
  { format, size }: Pick<LabelRequest, 'format' | 'size'>,
  { bytes }: Pick<Label, 'bytes'>,
): Promise<boolean> {
  return format !== 'pdf' || size !== '4x6' || descriptor.printsHere === true || (await isLabelSized(bytes))
}

/** Whether a stored label may have another size than its form says: there was no picture of which to make it. */
export const mayBeLarger = (adapter: Labels): boolean => adapter.descriptor.printsHere !== true && !hasPicture(adapter)

export const otherSize = ({ descriptor: { carrierCode, name } }: Labels) => ({
  carrierCode,
  code: FORM_UNAVAILABLE,
  message: `${name} made this label on another page than 4 × 6 inches. Leave out the size to get it as it is.`,
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
})
