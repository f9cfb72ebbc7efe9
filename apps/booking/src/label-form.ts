import type { CarrierDescriptor, LabelForm } from '@waybill/carriers/carrier-adapter'

/** The form that comes with a booking and that `label_url` leads to. */
export const usualLabelForm = ({ labels }: CarrierDescriptor): LabelForm => labels[0] ?? { format: 'pdf', size: '4x6' }
