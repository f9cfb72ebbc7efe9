/**
 * Answers of EasyPost, as far as we read them. Only ids are required: carriers behind EasyPost leave fields out, send null, and
 * numbers as text. An item of a list that cannot be read is left out.
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

const rate = z.object({
  id: requiredText,
  carrier: requiredText,
  service: requiredText,
  rate: z.union([z.string(), z.number()]).transform(String),
  currency: text.transform((code) => code?.toUpperCase() ?? 'USD'),
  delivery_days: count,
  /** A date or a time, with or without a zone. */
  delivery_date: text,
})

/** Why a carrier behind EasyPost gave no rate, in its own words. */
const message = z.object({ carrier: text, message: text })

const place = z.object({ city: text, state: text, country: countryCode, zip: text })

const trackingDetail = z.object({
  status: text,
  status_detail: text,
  message: text,
  datetime: instant,
  tracking_location: maybe(place),
})

export const wireTracker = z.object({
  id: requiredText,
  shipment_id: text,
  tracking_code: text,
  status: text,
  status_detail: text,
  signed_by: text,
  public_url: text,
  updated_at: instant,
  est_delivery_date: text,
  carrier_detail: maybe(z.object({ destination_tracking_location: maybe(place) })),
  tracking_details: each(trackingDetail),
})

export const wireShipment = z.object({
  id: requiredText,
  order_id: text,
  tracking_code: text,
  refund_status: text,
  is_return: z.boolean().nullish(),
  updated_at: instant,
  rates: each(rate),
  messages: each(message),
  selected_rate: maybe(z.object({ carrier: z.string(), service: z.string(), rate: text, currency: text })),
  postage_label: maybe(z.object({ label_url: text, label_pdf_url: text, label_zpl_url: text, label_file_type: text })),
  forms: each(z.object({ form_type: text, form_url: text })),
  tracker: maybe(wireTracker),
  to_address: maybe(z.object({ country: countryCode, state: text })),
})

/** Several parcels: one shipment each. */
export const wireOrder = z.object({
  id: requiredText,
  rates: each(rate),
  messages: each(message),
  shipments: z.array(wireShipment),
})

/** SmartRate: when the parcel arrives, by what EasyPost has seen on that route. */
export const wireDeliveryDates = z.object({
  rates: each(
    z.object({
      rate: z.object({ id: requiredText }),
      easypost_time_in_transit_data: z.object({ easypost_estimated_delivery_date: text }),
    }),
  ),
})

export const wireWebhook = z.object({ id: requiredText, url: requiredText })
export const wireWebhooks = z.object({ webhooks: each(wireWebhook) })

export const wireEvent = z.object({ description: z.string(), result: anything })

/** Every text in a message, which may also be a list or an object of texts. */
const words = (value: unknown): string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(words) : []
}

const fieldProblem = (problem: unknown): string => {
  if (typeof problem !== 'object' || problem === null) return words(problem).join(' ')
  const { field, message: said, suggestion } = problem as Record<string, unknown>
  const hint = words(suggestion).join(' ')
  return [...words(field), ...words(said), ...(hint ? [`(${hint})`] : [])].join(' ')
}

export const wireScanForm = z.object({
  id: requiredText,
  status: text,
  message: text,
  form_url: text,
  tracking_codes: each(z.string()),
})
export type WireScanForm = z.output<typeof wireScanForm>

/** A shipment, as far as a scan form depends on it. */
export const wireFiledShipment = z.object({ id: requiredText, refund_status: text, scan_form: maybe(wireScanForm) })

/** EasyPost's errors: code, message, and what is wrong with each field. */
export const wirePickup = z.object({
  id: requiredText,
  status: text,
  confirmation: text,
  messages: each(z.object({ carrier: text, message: text })),
  pickup_rates: each(z.object({ carrier: requiredText, service: requiredText, rate: text, currency: text })),
})
export type WirePickup = z.output<typeof wirePickup>

export const wireProblem = z
  .object({
    error: z.union([
      z.string().transform((message) => ({ code: undefined, message, errors: [] as unknown[] })),
      z.object({
        code: z.string().optional().catch(undefined),
        message: anything,
        errors: z.array(z.unknown()).catch([]),
      }),
    ]),
  })
  .transform(({ error }): CarrierProblem => {
    const message = words(error.message).join(', ')
    const fields = error.errors.map(fieldProblem).filter((said) => said !== '' && said !== message)
    const said = [message, ...fields.map((field) => (field.endsWith('.') ? field : `${field}.`))].join(' ').trim()
    return { code: error.code ?? 'carrier_error', message: said || 'EasyPost gives no reason.' }
  })

export type WireRate = z.output<typeof rate>
export type WireMessage = z.output<typeof message>
export type WireTracker = z.output<typeof wireTracker>
export type WireTrackingDetail = z.output<typeof trackingDetail>
export type WireShipment = z.output<typeof wireShipment>
export type WireOrder = z.output<typeof wireOrder>

/** An address that was verified: as EasyPost has corrected it. Without `delivery`, it was not looked up. */
export const wireVerifiedAddress = z.object({
  street1: text,
  street2: text,
  city: text,
  state: text,
  zip: text,
  residential: anything.transform((value) => (typeof value === 'boolean' ? value : null)),
  verifications: maybe(
    z.object({
      delivery: maybe(
        z.object({
          success: z.boolean(),
          errors: each(z.object({ code: text, message: text })),
          details: maybe(z.object({ latitude: number, longitude: number })).transform((found) =>
            found === null ? null : toPoint(found.latitude, found.longitude),
          ),
        }),
      ),
    }),
  ).transform((found) => found ?? { delivery: null }),
})
