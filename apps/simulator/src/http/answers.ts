/** Bodies of the simulated carriers' answers. */
import type { CarrierDescriptor } from '@waybill/carriers/carrier-adapter'
import { defaultLabel, printJobLabel } from '../documents/job-label.ts'
import type { Job } from '../jobs/job.ts'
import { sealOffer } from '../pricing/offer.ts'
import { deliveryWindow, priceOf, unserved } from '../pricing/tariff.ts'
import { CarrierProblem } from '../problem.ts'
import type { QuoteBody } from './wire.ts'

export interface OfferInput {
  carrier: CarrierDescriptor
  carrierAccountId: string
  simulatorKey: string
  body: QuoteBody
  at: Date
}

/** An offer for each service that takes the transport. Throws 422 with the last one's reason if none does. */
export function offersAnswer({ carrier, carrierAccountId, simulatorKey, body, at }: OfferInput) {
  const reasons = carrier.services.map((service) => unserved(service, body))
  const offers = carrier.services
    .filter((_, index) => reasons[index] === null)
    .map((service) => {
      const { currency, amountMinor, taxMinor } = priceOf(service.serviceCode, body)
      const { fromAt, toAt } = deliveryWindow(service.serviceCode, body, at)
      const until = at.getTime() + service.quoteValidityMs
      return {
        offer_id: sealOffer(simulatorKey, {
          account: carrierAccountId,
          service: service.serviceCode,
          currency,
          total: amountMinor + taxMinor,
          until,
        }),
        service: service.serviceCode,
        currency,
        amount_minor: amountMinor,
        tax_minor: taxMinor,
        eta_from: fromAt.toISOString(),
        eta_to: toAt.toISOString(),
        expires_at: new Date(until).toISOString(),
        max_weight_grams: service.maxWeightGrams,
      }
    })
  const reason = reasons.findLast((candidate) => candidate !== null)
  if (offers.length === 0 && reason) throw new CarrierProblem(422, reason.code, `${carrier.name} ${reason.message}`)
  return { offers }
}

/** The job as its owner sees it, with the label inside. */
export async function jobAnswer(carrier: CarrierDescriptor, job: Job) {
  const label = await printJobLabel(carrier, job, defaultLabel)
  return { ...jobState(job), label: { content_type: label.contentType, base64: label.bytes.toString('base64') } }
}

export const jobState = (job: Job) => ({
  id: job.jobId,
  reference: job.reference,
  tracking_number: job.trackingNumber,
  service: job.request.service,
  code: job.code,
  driver: job.driver,
  eta_from: job.etaFromAt.toISOString(),
  eta_to: job.etaToAt.toISOString(),
  label: null,
})

/** The job as an audit sees it. */
export const jobRecord = (job: Job) => ({
  ...jobState(job),
  carrier_code: job.carrierCode,
  carrier_account_id: job.carrierAccountId,
  idempotency_key: job.idempotencyKey,
  ready_at: job.request.ready_at,
  created_at: job.createdAt.toISOString(),
  facts_count: job.factsCount,
})
