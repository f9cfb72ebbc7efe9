/**
 * Requests that EasyPost's reference (docs.easypost.com, 2026) allows. Unknown fields and wrong types are refused, which the
 * real server is more lenient about: a test must notice them.
 */
import { z } from 'zod'

const text = z.string().nullish()
const flag = z.boolean().nullish()
/** Decimals are sent as numbers or as text, with one decimal place. */
const decimal = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)])
  .refine((value) => Number(value) > 0 && /^\d+(\.\d)?$/.test(String(value)), 'must have at most one decimal place')

const fields = {
  name: text,
  company: text,
  street2: text,
  state: text,
  phone: text,
  email: text,
  residential: flag,
  carrier_facility: text,
  federal_tax_id: text,
  state_tax_id: text,
  verify: flag,
  verify_strict: flag,
  verify_carrier: text,
}
const byId = z.strictObject({ id: z.string() })
const address = z
  .strictObject({
    ...fields,
    street1: z.string().min(1),
    city: text,
    zip: text,
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullish(),
  })
  .refine(({ name, company }) => name || company, 'name or company is required')

/** `verify` is a parameter beside the address, or one of its fields. */
export const addressRequest = z.strictObject({
  address: z.strictObject({ ...fields, street1: text, city: text, zip: text, country: text }),
  verify: flag,
})

const parcel = z.strictObject({
  length: decimal.nullish(),
  width: decimal.nullish(),
  height: decimal.nullish(),
  weight: decimal,
  predefined_package: text,
})

const payment = z.strictObject({
  type: z.enum(['SENDER', 'THIRD_PARTY', 'RECEIVER', 'COLLECT']),
  account: text,
  country: text,
  postal_code: text,
})
const options = z
  .strictObject({
    label_format: z.enum(['PNG', 'PDF', 'ZPL', 'EPL2']).nullish(),
    delivery_confirmation: z.enum(['NO_SIGNATURE', 'SIGNATURE', 'ADULT_SIGNATURE']).nullish(),
    saturday_delivery: flag,
    print_custom_1: text,
    print_custom_2: text,
    payment: payment.nullish(),
    hazmat: z.enum(['LITHIUM', 'LIMITED_QUANTITY']).nullish(),
  })
  .nullish()
const route = { to_address: z.union([address, byId]), from_address: z.union([address, byId]) }
const common = {
  reference: text,
  carrier_accounts: z.array(z.string()).nullish(),
  is_return: flag,
  return_address: z.union([address, byId]).nullish(),
}

export const shipmentRequest = z.strictObject({
  shipment: z.strictObject({
    ...route,
    ...common,
    parcel: z.union([parcel, byId]),
    customs_info: z.looseObject({}).nullish(),
    options,
    insurance: z.string().nullish(),
  }),
})

export const orderRequest = z.strictObject({
  order: z.strictObject({
    ...route,
    ...common,
    shipments: z
      .array(z.strictObject({ parcel, options, customs_info: z.looseObject({}).nullish() }))
      .min(1)
      .max(100),
  }),
})

export const shipmentPurchase = z.strictObject({
  rate: z.looseObject({ id: z.string().startsWith('rate_') }),
  insurance: text,
  end_shipper_id: text,
})
export const orderPurchase = z.strictObject({ carrier: z.string(), service: z.string() })
export const nothing = z.strictObject({})

const webhookFields = {
  webhook_secret: z.string().min(1).nullish(),
  custom_headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).nullish(),
}
export const webhookRequest = z.strictObject({ webhook: z.strictObject({ url: z.url(), ...webhookFields }) })
export const webhookUpdate = z.strictObject(webhookFields)

export const labelFormat = z.enum(['PNG', 'PDF', 'ZPL', 'EPL2'])
