/**
 * Requests that ShipEngine's reference (shipengine-openapi 1.1.202604070904) allows. Unknown fields and wrong types are refused,
 * which the real server is more lenient about: a test must notice them.
 */
import { z } from 'zod'

const id = z.string().regex(/^se(-[a-z0-9]+)+$/)
const text = z.string().min(1)
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[-+]\d{2}:\d{2}))?$/)
const validation = z.enum(['no_validation', 'validate_only', 'validate_and_clean'])

const address = z.strictObject({
  name: text,
  address_line1: text,
  city_locality: text,
  state_province: text,
  postal_code: text,
  country_code: z.string().regex(/^[A-Z]{2}$/),
  phone: text.optional(),
  email: text.optional(),
  company_name: text.nullish(),
  address_line2: text.nullish(),
  address_line3: text.nullish(),
  instructions: z.string().nullish(),
  address_residential_indicator: z.enum(['unknown', 'yes', 'no']).optional(),
})

/** An address to validate lacks what a label needs. */
export const validationRequest = z
  .array(
    address
      .partial()
      .extend({ address_line1: text, city_locality: text, state_province: z.string(), country_code: text }),
  )
  .min(1)

const money = z.strictObject({ currency: text, amount: z.number().min(0) })
const weight = z.strictObject({
  value: z.number().positive(),
  unit: z.enum(['pound', 'ounce', 'gram', 'kilogram']),
})
const side = z.number().min(0)
const dimensions = z.strictObject({
  unit: z.enum(['inch', 'centimeter']),
  length: side,
  width: side,
  height: side,
})

const countryCode = z.string().regex(/^[A-Z]{2}$/)
const product = z.strictObject({
  description: z.string().max(100).nullish(),
  quantity: z.int().min(0),
  value: money,
  weight,
  harmonized_tariff_code: z.string().nullish(),
  country_of_origin: countryCode.nullish(),
  sku: z.string().nullish(),
})
const international = {
  customs: z
    .strictObject({
      contents: z.enum(['merchandise', 'documents', 'gift', 'returned_goods', 'sample', 'other']),
      contents_explanation: text.optional(),
      non_delivery: z.enum(['return_to_sender', 'treat_as_abandoned']),
      terms_of_trade_code: z
        .enum([
          ...([
            'exw',
            'fca',
            'cpt',
            'cip',
            'dpu',
            'dap',
            'ddp',
            'fas',
            'fob',
            'cfr',
            'cif',
            'ddu',
            'daf',
            'deq',
            'des',
          ] as const),
        ])
        .optional(),
      invoice_additional_details: z.strictObject({ invoice_number: text }).optional(),
    })
    .refine(({ contents, contents_explanation }) => contents !== 'other' || contents_explanation !== undefined)
    .nullish(),
  tax_identifiers: z
    .array(
      z.strictObject({
        taxable_entity_type: z.enum(['shipper', 'recipient', 'ior']),
        identifier_type: z.enum([
          ...([
            'vat',
            'eori',
            'ssn',
            'ein',
            'tin',
            'ioss',
            'pan',
            'voec',
            'pccc',
            'oss',
            'passport',
            'abn',
            'ukims',
          ] as const),
        ]),
        issuing_authority: countryCode,
        value: text,
      }),
    )
    .nullish(),
}

const parcel = z.strictObject({
  products: z.array(product).optional(),
  package_code: z
    .string()
    .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/)
    .optional(),
  weight,
  dimensions: dimensions.optional(),
  insured_value: money.optional(),
  label_messages: z
    .strictObject({
      reference1: z.string().nullable(),
      reference2: z.string().nullable(),
      reference3: z.string().nullable(),
    })
    .optional(),
})

const shipment = z.strictObject({
  validate_address: validation.optional(),
  carrier_id: id.nullish(),
  service_code: text.nullish(),
  external_shipment_id: z.string().max(50).nullish(),
  external_order_id: z.string().nullish(),
  ship_date: date.optional(),
  ship_to: address,
  ship_from: address,
  return_to: address.optional(),
  is_return: z.boolean().nullish(),
  ...international,
  advanced_options: z
    .strictObject({
      delivered_duty_paid: z.boolean().optional(),
      saturday_delivery: z.boolean().optional(),
      bill_to_party: z.enum(['recipient', 'third_party']).nullish(),
      bill_to_account: text.nullish(),
      bill_to_country_code: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .nullish(),
      bill_to_postal_code: text.nullish(),
    })
    .optional(),
  confirmation: z.enum(['none', 'delivery', 'signature', 'adult_signature', 'direct_signature']).optional(),
  insurance_provider: z.enum(['none', 'shipsurance', 'carrier', 'third_party']).optional(),
  packages: z.array(parcel).min(1),
})

export const ratesRequest = z.strictObject({
  shipment,
  rate_options: z.strictObject({
    carrier_ids: z.array(id).min(1),
    package_types: z.array(text).optional(),
    service_codes: z.array(text).optional(),
    calculate_tax_amount: z.boolean().optional(),
    preferred_currency: text.optional(),
    is_return: z.boolean().optional(),
  }),
})

const labelFields = {
  validate_address: validation.optional(),
  label_layout: z.enum(['4x6', 'letter', 'A4', 'A6']).optional(),
  label_format: z.enum(['pdf', 'png', 'zpl']).optional(),
  label_download_type: z.enum(['url', 'inline']).optional(),
  display_scheme: z.enum(['label', 'paperless', 'label_and_paperless']).optional(),
}
export const rateLabelRequest = z.strictObject(labelFields)

export const labelRequest = z.strictObject({
  ...labelFields,
  shipment: shipment.required({ carrier_id: true, service_code: true }),
  is_return_label: z.boolean().optional(),
  rma_number: z.string().nullish(),
  charge_event: z.enum(['carrier_default', 'on_creation', 'on_carrier_acceptance']).optional(),
  outbound_label_id: id.optional(),
})

const webhookFields = {
  url: z.url(),
  headers: z.array(z.strictObject({ key: text, value: z.string() })).optional(),
  name: z.string().optional(),
  store_id: z.int().optional(),
}
export const webhookRequest = z.strictObject({
  ...webhookFields,
  event: z.enum(['batch', 'carrier_connected', 'rate', 'track']),
})
export const webhookUpdate = z.strictObject({ ...webhookFields, url: z.url().optional() })

/** The vendor’s client sends an empty object. */
export const nothing = z.strictObject({}).optional()

export type ShipmentRequest = z.output<typeof shipment>
export type LabelRequest = z.output<typeof labelRequest>
export type RatesRequest = z.output<typeof ratesRequest>

export const manifestRequest = z.strictObject({ label_ids: z.array(id).min(1) })

export const pickupRequest = z.strictObject({
  label_ids: z.array(id).min(1),
  contact_details: z.strictObject({ name: text, email: z.email(), phone: z.string().min(7) }),
  pickup_notes: z.string().optional(),
  pickup_window: z.strictObject({ start_at: z.iso.datetime(), end_at: z.iso.datetime() }),
})
export type PickupRequest = z.output<typeof pickupRequest>
export type ManifestRequest = z.output<typeof manifestRequest>
