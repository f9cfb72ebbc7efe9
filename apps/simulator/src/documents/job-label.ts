/** The label of a job, as the simulated carriers print it. Printed anew each time: equal jobs give equal bytes. */
import type { Label } from '@waybill/carriers/carrier-adapter'
import type { CarrierDescriptor, LabelForm } from '@waybill/carriers/carrier-descriptor'
import { addressLines } from '@waybill/carriers/label/address-lines'
import type { LabelDocument, LabelPage } from '@waybill/carriers/label/label-document'
import { parcelLabel } from '@waybill/carriers/label/parcel-label'
import { printLabels } from '@waybill/labels/print'
import type { Job } from '../jobs/job.ts'
import { CarrierProblem } from '../problem.ts'
import type { WireAddress } from '../wire/wire.ts'

interface LabelOrder extends LabelForm {
  /** Counted from 1. Null: all parcels, or the first if the format is an image. */
  parcelNumber: number | null
}

/** The form in which a job carries its label. */
export const defaultLabel: LabelOrder = { format: 'pdf', size: '4x6', parcelNumber: null }

/** Throws 422 `parcel_unknown` for a parcel that the job does not have. */
export async function printJobLabel(carrier: CarrierDescriptor, job: Job, order: LabelOrder): Promise<Label> {
  const { format, size } = order
  return await printLabels(labelDocument(carrier, job, selectParcels(job, order)), { format, sheet: size })
}

function selectParcels(job: Job, { format, parcelNumber }: LabelOrder): number[] {
  const { parcels } = job.request
  if (parcelNumber === null) return format === 'png' ? [1] : parcels.map((_, index) => index + 1)
  if (parcelNumber >= 1 && parcelNumber <= parcels.length) return [parcelNumber]
  throw new CarrierProblem(
    422,
    'parcel_unknown',
    `There is no parcel ${parcelNumber}: job ${job.jobId} has ${parcels.length}.`,
  )
}

const labelDocument = (carrier: CarrierDescriptor, job: Job, parcelNumbers: readonly number[]): LabelDocument => ({
  title: `Label ${job.trackingNumber}`,
  createdAt: job.createdAt,
  pages: parcelNumbers.map((parcelNumber) => labelPage(carrier, job, parcelNumber)),
})

function labelPage(carrier: CarrierDescriptor, { request, trackingNumber }: Job, parcelNumber: number): LabelPage {
  const service = carrier.services.find(({ serviceCode }) => serviceCode === request.service)
  return parcelLabel({
    carrierName: carrier.name,
    serviceName: service?.name ?? '',
    sender: addressLines(postalAddress(request.pickup), request.dropoff.country),
    recipient: addressLines(postalAddress(request.dropoff), request.pickup.country),
    parcelNumber,
    parcelsCount: request.parcels.length,
    weightGrams: request.parcels[parcelNumber - 1]?.weight_grams ?? 0,
    remarks: [
      `Order ${request.order_reference}`,
      ...(request.options?.label_references ?? []),
      request.dropoff_note ?? '',
    ],
    code: parcelCode(trackingNumber, parcelNumber),
  })
}

/** The tracking number; from the second parcel on, followed by the number of the parcel. */
export const parcelCode = (trackingNumber: string, parcelNumber: number): string =>
  parcelNumber === 1 ? trackingNumber : `${trackingNumber}-${parcelNumber}`

const postalAddress = ({ address_line_1, address_line_2, post_code, ...address }: WireAddress) => ({
  ...address,
  addressLine1: address_line_1,
  addressLine2: address_line_2,
  postCode: post_code,
})
