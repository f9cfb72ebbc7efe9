import type { LabelDocument } from '@waybill/carriers/label/label-document'
import { type ParcelLabel, parcelLabel } from '@waybill/carriers/label/parcel-label'

export const aParcelLabel = (overrides: Partial<ParcelLabel> = {}): ParcelLabel => ({
  carrierName: 'Swift Courier',
  serviceName: 'Courier within the hour',
  sender: ['Ada Baker', '12 Market Street', 'NW1 8AB London', 'GB'],
  recipient: ['Grace Miller', '7 River Road', 'N1 9GU London', 'GB'],
  parcelNumber: 1,
  parcelsCount: 1,
  weightGrams: 1_250,
  remarks: ['Order ORDER-1001', ''],
  code: 'SC482719305551',
  ...overrides,
})

/** A document with a label for each of these parcels; one parcel unless more are given. */
export const aLabelDocument = (...parcels: Partial<ParcelLabel>[]): LabelDocument => ({
  title: 'Label SC482719305551',
  createdAt: new Date('2026-11-21T08:00:00Z'),
  pages: (parcels.length > 0 ? parcels : [{}]).map((parcel) => parcelLabel(aParcelLabel(parcel))),
})
