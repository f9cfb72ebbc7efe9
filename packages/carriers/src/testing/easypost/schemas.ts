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
    incoterm: z.enum(['EXW', 'FCA', 'CPT', 'CIP', 'DAT', 'DAP', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF']).nullish(),
    invoice_number: text,
  })
  .nullish()
const positive = z.number().positive()
const customsInfo = z
  .strictObject({
    contents_type: z.enum([
      ...(['documents', 'gift', 'merchandise', 'returned_goods', 'sample', 'humanitarian_donation', 'other'] as const),
    ]),
    contents_explanation: z.string().min(1).max(255).optional(),
    customs_certify: z.literal(true).optional(),
    customs_signer: z.string().min(1).optional(),
    non_delivery_option: z.enum(['abandon', 'return']).optional(),
    eel_pfc: z.string().min(1).optional(),
    customs_items: z
      .array(
        z.strictObject({
          description: z.string().min(1),
          quantity: positive,
          value: positive,
          weight: positive,
          origin_country: z.string().length(2),
          hs_tariff_number: z.string().optional(),
          code: z.string().optional(),
          currency: z.string().length(3).optional(),
        }),
      )
      .min(1),
  })
  .refine(({ customs_certify, customs_signer }) => (customs_certify === undefined) === (customs_signer === undefined))
const international = {
  customs_info: customsInfo.nullish(),
  tax_identifiers: z
    .array(
      z.strictObject({
        entity: z.enum(['SENDER', 'RECEIVER']),
        tax_id: z.string().min(1),
        tax_id_type: z.string().min(1),
        issuing_country: z.string().length(2),
      }),
    )
    .optional(),
}
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
    ...international,
    options,
    insurance: z.string().nullish(),
  }),
})

export const orderRequest = z.strictObject({
  order: z.strictObject({
    ...route,
    ...common,
    shipments: z
      .array(z.strictObject({ parcel, options, ...international }))
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
export const scanFormRequest = z.strictObject({
  scan_form: z.strictObject({ shipments: z.array(byId).min(1) }),
})
export const pickupRequest = z.strictObject({
  pickup: z
    .strictObject({
      reference: text,
      shipment: byId,
      address,
      is_account_address: flag,
      min_datetime: z.iso.datetime(),
      max_datetime: z.iso.datetime(),
      instructions: text,
    })
    .refine(({ min_datetime, max_datetime }) => min_datetime < max_datetime, 'max_datetime must be later'),
})
/** Source: the guide to forms. */
export const codeRequest = z.strictObject({ form: z.strictObject({ type: z.literal('label_qr_code') }) })
export const nothing = z.strictObject({})

const webhookFields = {
  webhook_secret: z.string().min(1).nullish(),
  custom_headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).nullish(),
}
export const webhookRequest = z.strictObject({ webhook: z.strictObject({ url: z.url(), ...webhookFields }) })
export const webhookUpdate = z.strictObject(webhookFields)

export const labelFormat = z.enum(['PNG', 'PDF', 'ZPL', 'EPL2'])
