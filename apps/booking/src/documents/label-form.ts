/** In which forms a carrier's labels can be had, and which one is meant. Pure. */
import type { CarrierDescriptor, LabelForm } from '@waybill/carriers/carrier-adapter'
import { AppError } from '@waybill/contracts/app-error'

/** The form that comes with a booking and that `label_url` leads to. */
export const usualLabelForm = ({ labels }: CarrierDescriptor): LabelForm => labels[0] ?? { format: 'pdf', size: '4x6' }

/** Empty or 0: not said. */
export interface AskedForm {
  format: string
  size: string
  parcel: number
}

/** A label of a booking: of all parcels, or of one of them. */
export interface LabelChoice extends LabelForm {
  parcelNumber: number | null
}

/** The first form of the carrier's that is what was asked for. Throws `invalid_parameter`, naming those that there are. */
export function chooseLabelForm(descriptor: CarrierDescriptor, asked: AskedForm): LabelChoice {
  const form = descriptor.labels.find(
    ({ format, size }) => (asked.format || format) === format && (asked.size || size) === size,
  )
  const parcelNumber = asked.parcel || (form?.format === 'png' ? 1 : null)
  if (form) return { ...form, parcelNumber }
  const offered = descriptor.labels.map(({ format, size }) => `${format} of size ${size}`).join(', ')
  const wanted = [asked.format, asked.size].filter(Boolean).join(' of size ')
  throw new AppError(
    'invalid_parameter',
    `${descriptor.name} prints no label as ${wanted}; it prints: ${offered || 'none'}.`,
    {
      details: [
        {
          field: 'format',
          pointer: '/format',
          code: 'not_offered',
          message: `must be one of: ${offered}`,
          location: 'query',
        },
      ],
    },
  )
}

/** Under this name the usual form, with all parcels, is stored; others under names of their own. */
export const USUAL_LABEL = 'pdf'

export function labelKey(descriptor: CarrierDescriptor, { format, size, parcelNumber }: LabelChoice): string {
  const usual = usualLabelForm(descriptor)
  if (parcelNumber === null && format === usual.format && size === usual.size) return USUAL_LABEL
  return `${format}:${size}:${parcelNumber ?? 'all'}`
}
