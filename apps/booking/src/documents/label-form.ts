/** Pure: the forms in which a carrier prints labels, and which of them a request means. */
import type { CarrierDescriptor, LabelForm } from '@waybill/carriers/carrier-adapter'
import { AppError } from '@waybill/contracts/app-error'

/** The form that comes with a booking and that `label_url` serves. */
export const usualLabelForm = ({ labels }: CarrierDescriptor): LabelForm => labels[0] ?? { format: 'pdf', size: '4x6' }

/** The form in a request; an empty string or 0 is unspecified. */
export interface AskedForm {
  format: string
  size: string
  parcel: number
}

/** The label of all parcels (`parcelNumber` null) or of one. */
export interface LabelChoice extends LabelForm {
  parcelNumber: number | null
}

/** The carrier's first form that matches the request. Throws `invalid_parameter` with the forms on offer. */
export function chooseLabelForm(descriptor: CarrierDescriptor, asked: AskedForm): LabelChoice {
  const form = descriptor.labels.find(
    ({ format, size }) => (asked.format || format) === format && (asked.size || size) === size,
  )
  const parcelNumber = asked.parcel || (form?.format === 'png' ? 1 : null)
  if (form) return { ...form, parcelNumber }
  const offered = descriptor.labels.map(({ format, size }) => `${format} in size ${size}`).join(', ')
  const wanted = `${asked.format && `${asked.format} `}labels${asked.size && ` in size ${asked.size}`}`
  const remedy = offered ? `Choose one of: ${offered}.` : 'It offers no labels.'
  throw new AppError('invalid_parameter', `${descriptor.name} does not offer ${wanted}. ${remedy}`, {
    details: [
      {
        field: 'format',
        pointer: '/format',
        code: 'not_offered',
        message: `must be one of: ${offered}`,
        location: 'query',
      },
    ],
  })
}

/** The key under which the usual form with all parcels is stored. */
export const USUAL_LABEL = 'pdf'

/** The key under which a label is stored. */
export function labelKey(descriptor: CarrierDescriptor, { format, size, parcelNumber }: LabelChoice): string {
  const usual = usualLabelForm(descriptor)
  if (parcelNumber === null && format === usual.format && size === usual.size) return USUAL_LABEL
  return `${format}:${size}:${parcelNumber ?? 'all'}`
}
