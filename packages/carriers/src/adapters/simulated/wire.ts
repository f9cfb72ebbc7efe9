/** Answers of the simulator, as far as we read them. Codes are open strings: a new code must not fail the parse. */
import { chargeTypes } from '@waybill/contracts/bookings/charge'
import { isCurrency } from '@waybill/contracts/values/money'
import { z } from 'zod'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const minor = z.int().nonnegative()

export const wireProblem = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .transform(({ error }) => error)

export const wireOffers = z.object({
  offers: z.array(
    z.object({
      offer_id: z.string(),
      service: z.string(),
      currency: z.string().refine(isCurrency),
      exponent: z.int().min(0).max(4),
      amount_minor: minor,
      tax_minor: minor,
      price_lines: z.array(z.object({ type: z.string(), amount_minor: z.int() })),
      eta_from: instant,
      eta_to: instant,
      expires_at: instant,
      max_weight_grams: z.int().positive(),
    }),
  ),
  declined: z.array(
    z.object({ service: z.string(), code: z.string(), message: z.string(), pointer: z.string().optional() }),
  ),
})

const wireDriver = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

export const wireJob = z.object({
  id: z.string(),
  reference: z.string(),
  tracking_number: z.string(),
  /** Older simulators do not send them. */
  parcels: z.array(z.object({ tracking_number: z.string() })).default([]),
  code: z.string(),
  driver: wireDriver.nullable(),
  eta_from: instant,
  eta_to: instant,
  label: z.object({ content_type: z.string(), base64: z.base64() }).nullable(),
})

/** A job that is cancelled. */
export const wireCancelledJob = z.object({
  charges: z.array(
    z.object({
      id: z.string(),
      type: z.enum(chargeTypes),
      currency: z.string().refine(isCurrency),
      exponent: z.int().min(0).max(4),
      amount_minor: z.int(),
      tax_minor: z.int(),
      reason: z.string().nullable(),
      at: instant,
    }),
  ),
})

/** A job after a change of it. */
export const wireChangedJob = wireCancelledJob.extend({ eta_from: instant, eta_to: instant })

export const wirePickup = z.object({ id: z.string(), confirmation: z.string() })

export const wireManifest = z.object({ id: z.string(), number: z.string(), state: z.string() })

export const wireDraft = z.object({ id: z.string() })

export const wireJobs = z.object({ jobs: z.array(wireJob) })

const wirePoint = z.object({ latitude: z.number(), longitude: z.number() })

const wireMedia = z.object({ path: z.string(), content_type: z.string() })

export const wireFact = z.object({
  id: z.string(),
  job_id: z.string(),
  reference: z.string(),
  code: z.string(),
  parcel: z.object({ number: z.int().positive(), tracking_number: z.string() }).optional(),
  detail: z.string().nullable(),
  description: z.string().nullable(),
  occurred_at: instant,
  utc_offset_minutes: z.int().nullable(),
  location: wirePoint.nullable(),
  driver: wireDriver.nullable(),
  eta: z.object({ from: instant, to: instant }).nullable(),
  proof: z
    .object({
      captured_at: instant,
      recipient_name: z.string().nullable(),
      relationship: z.string().nullable(),
      location: wirePoint.nullable(),
      notes: z.string().nullable(),
      photos: z.array(wireMedia),
      signature: wireMedia.extend({ signer_name: z.string().nullable() }).nullable(),
    })
    .nullable(),
})

export const wireFacts = z.object({ events: z.array(wireFact) })

export type WireOffers = z.output<typeof wireOffers>
export type WireOffer = WireOffers['offers'][number]
export type WireDriver = z.output<typeof wireDriver>
export type WireJob = z.output<typeof wireJob>
export type WireChangedJob = z.output<typeof wireChangedJob>
export type WireFact = z.output<typeof wireFact>
