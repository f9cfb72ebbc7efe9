/** Bodies in which jobs are answered. */
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { defaultLabel, parcelCode, printJobLabel } from '../documents/job-label.ts'
import type { Job } from '../jobs/job.ts'

/** A job with its label, as its booking and a search answer it. */
export async function jobAnswer(carrier: CarrierDescriptor, job: Job) {
  const { contentType, bytes } = await printJobLabel(carrier, job, defaultLabel)
  return { ...jobState(job), label: { content_type: contentType, base64: bytes.toString('base64') } }
}

/** A job without its label. */
export const jobState = (job: Job) => ({
  id: job.jobId,
  reference: job.reference,
  tracking_number: job.trackingNumber,
  parcels: job.request.parcels.map((_parcel, index) => ({
    tracking_number: parcelCode(job.trackingNumber, index + 1),
  })),
  service: job.request.service,
  code: job.code,
  driver: job.driver,
  eta_from: job.etaFromAt.toISOString(),
  eta_to: job.etaToAt.toISOString(),
  charges: job.charges,
  label: null,
})

/** A job in the operator's API: with the account and the key that made it. */
export const jobRecord = (job: Job) => ({
  ...jobState(job),
  carrier_code: job.carrierCode,
  carrier_account_id: job.carrierAccountId,
  idempotency_key: job.idempotencyKey,
  ready_at: job.request.ready_at,
  created_at: job.createdAt.toISOString(),
  facts_count: job.factsCount,
})
