/**
 * Answers of Shippo, as far as we read them. Only ids are required: carriers behind Shippo leave fields out and send null. An item
 * of a list that cannot be read is left out.
 */
import { z } from 'zod'
import type { CarrierProblem } from '../../http/outcome.ts'
import {
  anything,
  count,
  countryCode,
  each,
  instant,
  maybe,
  number,
  requiredText,
  text,
  toPoint,
} from '../../mapping/wire-fields.ts'
import { toProblem } from './mapping/problems.ts'

/** Message of Shippo or a carrier, as an object or as plain text. */
const told = z.union([
  z.object({ source: text, code: text, text }),
  z.string().transform((words) => ({ source: null, code: null, text: words })),
])

const serviceLevel = z.object({ token: text, name: text, extended_token: text })

const rate = z
  .object({
    object_id: requiredText,
    amount: text,
    currency: text,
    provider: text,
    servicelevel: maybe(serviceLevel),
    /** Set in rates within transactions, and by older versions of the API. */
    servicelevel_token: text,
    servicelevel_name: text,
    estimated_days: count,
    days: count,
    arrives_by: text,
    /** In `amount`, in the currency of the sender's country; null: the parcels are not insured. */
    included_insurance_price: text,
    shipment: text,
    messages: each(told),
  })
  .transform(({ servicelevel, servicelevel_token, servicelevel_name, estimated_days, days, ...rest }) => ({
    ...rest,
    token: servicelevel?.token ?? servicelevel_token ?? servicelevel?.extended_token ?? null,
    name: servicelevel?.name ?? servicelevel_name,
    estimatedDays: estimated_days ?? days,
  }))

export const wireRate = rate

export const wireShipment = z.object({
  object_id: text,
  status: text,
  messages: each(told),
  rates: each(rate),
  parcels: each(z.union([z.string(), z.object({ object_id: z.string() }).transform(({ object_id }) => object_id)])),
})

/** A rate by its id, or the rate itself. */
const rateOfTransaction = z.union([
  z
    .string()
    .min(1)
    .transform((object_id) => ({ object_id, provider: null })),
  z.object({ object_id: requiredText, provider: text }),
])

export const wireTransaction = z.object({
  object_id: requiredText,
  status: text,
  rate: maybe(rateOfTransaction),
  metadata: text,
  messages: each(told),
  label_url: text,
  commercial_invoice_url: text,
  qr_code_url: text,
  label_file_type: text,
  tracking_number: text,
  tracking_url_provider: text,
  eta: text,
  parcel: text,
  object_created: instant,
  object_updated: instant,
})

export const wireTransactions = z.object({ results: each(wireTransaction) })

export const wireRefund = z.object({ status: text, messages: each(told) })

const trackingEvent = z.object({
  status: text,
  status_details: text,
  status_date: instant,
  object_created: instant,
  substatus: z.union([z.string(), maybe(z.object({ code: text })).transform((substatus) => substatus?.code ?? null)]),
  location: maybe(z.object({ city: text, country: countryCode })),
})

const place = maybe(z.object({ country: countryCode, state: text }))

export const wireTrack = z.object({
  tracking_number: text,
  eta: text,
  address_to: place,
  tracking_status: maybe(trackingEvent),
  tracking_history: each(trackingEvent),
  transaction: text,
})

export const wireCallback = z.object({ event: z.string(), data: z.unknown() })

/** The list is there, whatever is in it. */
export const wireCarrierAccounts = z.object({ results: z.array(z.unknown()) })

const webhook = z.object({ object_id: requiredText, url: text, event: text })
export const wireWebhooks = z.object({ results: each(webhook) })

/** Shippo's errors: `detail`, or lists of words by field. */
export const wireProblem = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .transform((body, context): CarrierProblem => {
    const problem = toProblem(body)
    if (problem !== null) return problem
    context.addIssue('the error has no words')
    return z.NEVER
  })

export type WireRate = z.output<typeof rate>
export type WireShipment = z.output<typeof wireShipment>
export type WireTransaction = z.output<typeof wireTransaction>
export type WireTrack = z.output<typeof wireTrack>
export type WireTrackingEvent = z.output<typeof trackingEvent>

/** An address as Shippo has stored it; without results it was not validated. */
export const wireValidatedAddress = z
  .object({
    street_no: text,
    street1: text,
    street2: text,
    city: text,
    state: text,
    zip: text,
    is_residential: anything.transform((value) => (typeof value === 'boolean' ? value : null)),
    latitude: number,
    longitude: number,
    validation_results: maybe(
      z.object({
        is_valid: anything.transform((value) => (typeof value === 'boolean' ? value : null)),
        messages: each(z.object({ code: text, type: text, text })),
      }),
    ),
  })
  .transform(({ latitude, longitude, ...found }) => ({ ...found, position: toPoint(latitude, longitude) }))

/** The carrier account at Shippo by which a rate is bought. */
export const wireRateAccount = z.object({ carrier_account: requiredText })

export const wireManifest = z.object({
  object_id: requiredText,
  status: text,
  transactions: each(z.string()),
  documents: each(z.string()),
  errors: each(z.string()),
})
export const wireManifests = z.object({ results: each(wireManifest) })

export const wirePickup = z.object({
  object_id: requiredText,
  status: text,
  confirmation_code: text,
  messages: each(told),
})
export type WireManifest = z.output<typeof wireManifest>
