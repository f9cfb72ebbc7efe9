/**
 * Answers of ShipEngine, as far as we read them. Only ids are required: carriers behind ShipEngine leave fields out and send null.
 * An item of a list that cannot be read is left out.
 */
import { z } from 'zod'
import type { CarrierProblem } from '../../http/outcome.ts'
import { anything, count, countryCode, each, instant, maybe, requiredText, text } from '../../mapping/wire-fields.ts'
import { toWords } from './mapping/problems.ts'

/** An amount as a decimal. The shortest form of a JSON number with up to 15 digits is what was sent. */
const money = maybe(
  z.object({
    currency: text.transform((code) => code?.toUpperCase() ?? null),
    amount: z.union([z.number(), z.string()]).transform(String),
  }),
)
const flag = anything.transform((value) => value === true)
/** Null: not said. */
const answered = anything.transform((value) => (typeof value === 'boolean' ? value : null))

const rate = z.object({
  rate_id: text,
  carrier_id: text,
  carrier_code: text,
  carrier_friendly_name: text,
  service_code: requiredText,
  service_type: text,
  /** Null: any. */
  package_type: text,
  shipping_amount: money,
  insurance_amount: money,
  confirmation_amount: money,
  other_amount: money,
  tax_amount: money,
  rate_details: each(z.object({ rate_detail_type: text, amount: money })),
  delivery_days: count,
  estimated_delivery_date: text,
  carrier_delivery_days: text,
  validation_status: text,
  error_messages: each(z.string()),
  warning_messages: each(z.string()),
})

/** An error in ShipEngine's words, of itself or of a carrier. */
const problem = z.object({
  error_code: text,
  message: text,
  field_name: text,
  carrier_code: text,
  carrier_id: text,
  carrier_name: text,
})

export const wireRates = z.object({
  rate_response: z.object({ rates: each(rate), invalid_rates: each(rate), errors: each(problem), status: text }),
})

export const wireCarriers = z.object({
  carriers: each(
    z.object({
      carrier_id: requiredText,
      carrier_code: text,
      friendly_name: text,
      has_multi_package_supporting_services: flag,
      disabled_by_billing_plan: flag,
      services: each(
        z.object({ service_code: z.string(), is_multi_package_supported: flag, is_return_supported: answered }),
      ),
    }),
  ),
})

const place = z.object({ country_code: countryCode, state_province: text })
const documents = maybe(z.object({ href: text, pdf: text, png: text, zpl: text }))

export const wireLabel = z.object({
  label_id: requiredText,
  status: text,
  external_shipment_id: text,
  carrier_code: text,
  tracking_number: text,
  tracking_url: text,
  service_code: text,
  voided: flag,
  voided_at: instant,
  void_type: text,
  label_download: documents,
  form_download: maybe(z.object({ href: text })),
  qr_code_download: maybe(z.object({ href: text })),
  paperless_download: maybe(z.object({ href: text })),
  packages: each(
    z.object({
      label_download: documents,
      form_download: maybe(z.object({ href: text })),
      sequence: count,
      tracking_number: text,
    }),
  ),
  ship_to: maybe(place),
  shipment: maybe(z.object({ external_shipment_id: text, ship_to: maybe(place) })),
  shipment_cost: maybe(z.object({ currency: text, amount: text })),
  refund_details: maybe(z.object({ refund_status: text })),
})

export const wireLabels = z.object({ labels: each(wireLabel) })

export const wireVoid = z.object({ approved: z.boolean(), message: text, reason_code: text })

const trackingEvent = z
  .object({
    occurred_at: instant,
    /** In call-backs of old accounts, in place of `occurred_at`. */
    event_date: instant,
    carrier_occurred_at: text,
    description: text,
    city_locality: text,
    country_code: countryCode,
    signer: text,
    event_code: text,
    carrier_status_code: text,
    status_code: text,
    status_detail_code: text,
  })
  .transform((event) => ({ ...event, occurred_at: event.occurred_at ?? event.event_date }))

export const wireTracking = z.object({
  tracking_number: text,
  status_code: text,
  status_detail_code: text,
  estimated_delivery_date: text,
  actual_delivery_date: instant,
  exception_description: text,
  events: each(trackingEvent),
})

export const wireCallback = z.object({
  resource_type: z.string(),
  resource_url: text,
  data: maybe(wireTracking.extend({ label_url: text })),
})

export const wireWebhooks = z.array(z.object({ webhook_id: requiredText, url: text, event: text }))

export const wireKeys = z.object({
  keys: each(z.looseObject({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })),
})

/** ShipEngine's errors. A 404 of its router swaps message and path, and a 500 has one error without a list. */
export const wireProblem = z
  .object({ errors: each(problem), error: maybe(z.object({ message: text })), message: text })
  .refine(({ errors, error, message }) => errors.length > 0 || error !== null || message !== null)
  .transform(({ errors, error, message }): CarrierProblem => {
    const code = errors.find(({ error_code }) => error_code !== null)?.error_code ?? 'carrier_error'
    const said = errors.map(toWords).join(' ') || error?.message || message
    return { code, message: said || 'ShipEngine gives no reason.' }
  })

export type WireRate = z.output<typeof rate>
export type WireProblem = z.output<typeof problem>
export type WireRates = z.output<typeof wireRates>['rate_response']
export type WireCarrier = z.output<typeof wireCarriers>['carriers'][number]
export type WireLabel = z.output<typeof wireLabel>
export type WireTracking = z.output<typeof wireTracking>
export type WireTrackingEvent = z.output<typeof trackingEvent>

/** One entry for each address that was sent. */
export const wireValidations = z.array(
  z.object({
    status: text,
    matched_address: maybe(
      z.object({
        address_line1: text,
        address_line2: text,
        city_locality: text,
        state_province: text,
        postal_code: text,
        address_residential_indicator: text.transform((answer) =>
          answer === 'yes' ? true : answer === 'no' ? false : null,
        ),
      }),
    ),
    messages: each(z.object({ code: text, detail_code: text, type: text, message: text })),
  }),
)

export const wireManifest = z.object({
  manifest_id: requiredText,
  submission_id: text,
  label_ids: each(z.string()),
  manifest_download: maybe(z.object({ href: text })),
})
export const wireManifestList = z.object({ manifests: each(wireManifest) })

/** Manifests that are made, and requests for others. */
export const wireManifests = z.object({
  manifests: each(wireManifest),
  manifest_requests: each(z.object({ manifest_request_id: requiredText, status: text })),
  errors: each(problem),
})

export const wirePickup = z.object({
  pickup_id: requiredText,
  label_ids: each(z.string()),
  confirmation_number: text,
  cancelled_at: instant,
})
export const wirePickups = z.object({ pickups: each(wirePickup), pages: count })
export const wirePickupDeletion = z.object({ pickup_id: requiredText })
export type WirePickup = z.output<typeof wirePickup>
export type WireManifests = z.output<typeof wireManifests>
