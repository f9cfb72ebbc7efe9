/** Labels of own fleets' jobs. Equal jobs give equal bytes. */
import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import type { Label } from '@waybill/carriers/carrier-adapter'
import type { LabelForm } from '@waybill/carriers/carrier-descriptor'
import { addressLines } from '@waybill/carriers/label/address-lines'
import type { LabelDocument, LabelPage } from '@waybill/carriers/label/label-document'
import { parcelLabel } from '@waybill/carriers/label/parcel-label'
import { printLabels } from '@waybill/labels/print'
import type { FleetJob, FleetRequest } from './job.ts'

/** Number of random letters among the 26 of a job's ID. */
const NUMBER_LETTERS = 14

/** Text of the barcode: short enough for bars that print well. */
export const trackingNumber = ({ jobId }: Pick<FleetJob, 'jobId'>): string =>
  `OF${jobId.slice(-NUMBER_LETTERS).toUpperCase()}`

/** The label of a parcel, counted from 1, or of all; null: the job has no such parcel. */
export async function printJobLabel(
  job: FleetJob & { request: FleetRequest },
  { format, size, parcelNumber }: LabelForm & { parcelNumber: number | null },
): Promise<Label | null> {
  const { parcels } = job.request
  const all = parcels.map((_, index) => index + 1)
  const numbers = parcelNumber === null ? (format === 'png' ? [1] : all) : all.filter((one) => one === parcelNumber)
  if (numbers.length === 0) return null
  const document: LabelDocument = {
    title: `Label ${trackingNumber(job)}`,
    createdAt: job.createdAt,
    pages: numbers.map((number) => labelPage(job, number)),
  }
  return await printLabels(document, { format, sheet: size })
}

function labelPage(job: FleetJob & { request: FleetRequest }, parcelNumber: number): LabelPage {
  const { pickup, dropoff, parcels, merchantOrderRef, dropoffInstructions } = job.request
  const number = trackingNumber(job)
  return parcelLabel({
    carrierName: pickup.company ?? ownFleetDescriptor.name,
    serviceName: ownFleetDescriptor.services.find(({ serviceCode }) => serviceCode === job.serviceCode)?.name ?? '',
    sender: addressLines(pickup, dropoff.country),
    recipient: addressLines(dropoff, pickup.country),
    parcelNumber,
    parcelsCount: parcels.length,
    weightGrams: parcels[parcelNumber - 1]?.weightGrams ?? 0,
    remarks: [`Order ${merchantOrderRef}`, dropoffInstructions ?? ''],
    code: parcelNumber === 1 ? number : `${number}-${parcelNumber}`,
  })
}
