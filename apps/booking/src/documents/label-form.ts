/** Pure: the forms in which a carrier prints labels, and which of them a request means. */
import type { CarrierDescriptor, LabelForm } from '@waybill/carriers/carrier-descriptor'
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

/** The carrier's first form that matches the request. Throws `invalid_parameter` with the forms on offer, or `label_not_found` if there are none. */
export function chooseLabelForm(descriptor: CarrierDescriptor, asked: AskedForm): LabelChoice {
  const form = descriptor.labels.find(
    ({ format, size }) => (asked.format || format) === format && (asked.size || size) === size,
  )
  const parcelNumber = asked.parcel || (form?.format === 'png' ? 1 : null)
  if (form) return { ...form, parcelNumber }
  if (descriptor.labels.length === 0) {
    throw new AppError('label_not_found', `${descriptor.name} prints no labels. Nothing has to be on the parcels.`)
  }
  const offered = descriptor.labels.map(({ format, size }) => `${format} in size ${size}`).join(', ')
  const wanted = `${asked.format && `${asked.format} `}labels${asked.size && ` in size ${asked.size}`}`
  throw new AppError('invalid_parameter', `${descriptor.name} does not offer ${wanted}. Choose one of: ${offered}.`, {
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

/** The key under which papers for customs are stored: of all parcels, or of one. */
export const papersKey = (parcelNumber: number | null): string => `customs:${parcelNumber ?? 'all'}`

/** The key under which the code of a return is stored. */
export const CODE_KEY = 'qr'

/** The key under which a label is stored. */
export function labelKey(descriptor: CarrierDescriptor, { format, size, parcelNumber }: LabelChoice): string {
  const usual = usualLabelForm(descriptor)
  if (parcelNumber === null && format === usual.format && size === usual.size) return USUAL_LABEL
  return `${format}:${size}:${parcelNumber ?? 'all'}`
}
