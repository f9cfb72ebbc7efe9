/** Requests that Shippo's reference allows. Fields that it does not know are refused. */
import { z } from 'zod'

const text = z.string().min(1)
/** "Up to six digits in front and four digits after the decimal separator". */
const decimal = z.string().regex(/^\d{1,6}(\.\d{1,4})?$/)

export const address = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  name: text.optional(),
  company: text.optional(),
  street1: text.optional(),
  street2: text.optional(),
  street3: text.optional(),
  street_no: text.optional(),
  city: text.optional(),
  state: text.optional(),
  zip: text.optional(),
  phone: text.optional(),
  email: z.email().optional(),
  metadata: z.string().optional(),
  is_residential: z.boolean().nullish(),
  validate: z.boolean().optional(),
})

const insurance = z.strictObject({
  amount: decimal,
  currency: z.string().regex(/^[A-Z]{3}$/),
  content: text,
  provider: z.enum(['FEDEX', 'UPS', 'ONTRAC']).optional(),
})
const labelText = z.string().min(1).max(50).optional()
const extra = z.strictObject({
  signature_confirmation: z.enum(['STANDARD', 'ADULT', 'CERTIFIED', 'INDIRECT', 'CARRIER_CONFIRMATION']).optional(),
  insurance: insurance.optional(),
  saturday_delivery: z.boolean().optional(),
  is_return: z.boolean().optional(),
  qr_code_requested: z.boolean().optional(),
  reference_1: labelText,
  reference_2: labelText,
  billing: z
    .strictObject({
      type: z.enum(['SENDER', 'RECIPIENT', 'THIRD_PARTY', 'THIRD_PARTY_CONSIGNEE', 'COLLECT']),
      account: text,
      country: text.optional(),
      zip: text.optional(),
    })
    .optional(),
  dangerous_goods: z
    .strictObject({ contains: z.boolean(), lithium_batteries: z.strictObject({ contains: z.boolean() }).optional() })
    .optional(),
})

const parcel = z.strictObject({
  weight: decimal,
  length: decimal,
  width: decimal,
  height: decimal,
  mass_unit: z.enum(['g', 'kg', 'lb', 'oz']),
  distance_unit: z.enum(['cm', 'in', 'ft', 'm', 'mm', 'yd']),
  metadata: z.string().optional(),
  extra: z.strictObject({ insurance: insurance.optional() }).optional(),
})

const customsDeclaration = z
  .strictObject({
    contents_type: z.enum([
      ...([
        'DOCUMENTS',
        'GIFT',
        'SAMPLE',
        'MERCHANDISE',
        'HUMANITARIAN_DONATION',
        'RETURN_MERCHANDISE',
        'OTHER',
      ] as const),
    ]),
    contents_explanation: text.optional(),
    non_delivery_option: z.enum(['ABANDON', 'RETURN']),
    certify: z.literal(true),
    certify_signer: text,
    incoterm: z.enum(['DDP', 'DDU', 'FCA', 'DAP', 'eDAP']).optional(),
    eel_pfc: z.enum(['NOEEI_30_37_a', 'NOEEI_30_37_h', 'NOEEI_30_37_f', 'NOEEI_30_36', 'AES_ITN']).optional(),
    aes_itn: text.optional(),
    invoice: text.optional(),
    exporter_identification: z
      .strictObject({
        eori_number: z
          .string()
          .regex(/^[A-Z]{2}[A-Z0-9]{6,17}$/)
          .optional(),
        tax_id: z.strictObject({ type: z.enum(['EIN', 'VAT', 'IOSS', 'ARN']), number: text }).optional(),
      })
      .optional(),
    items: z
      .array(
        z.strictObject({
          description: text,
          quantity: z.int().positive(),
          net_weight: decimal,
          mass_unit: z.enum(['g', 'kg', 'lb', 'oz']),
          value_amount: decimal,
          value_currency: z.string().regex(/^[A-Z]{3}$/),
          origin_country: z.string().regex(/^[A-Z]{2}$/),
          tariff_number: text.max(12).optional(),
          hs_code: text.max(50).optional(),
          sku_code: text.optional(),
        }),
      )
      .min(1),
  })
  .refine(({ eel_pfc, aes_itn }) => (eel_pfc === 'AES_ITN') === (aes_itn !== undefined))

export const shipmentRequest = z.strictObject({
  address_from: address,
  address_to: address,
  address_return: address.optional(),
  parcels: z.array(parcel).min(1).max(50),
  shipment_date: z.iso.datetime().optional(),
  metadata: z.string().max(100).optional(),
  carrier_accounts: z.array(text).optional(),
  extra: extra.optional(),
  customs_declaration: customsDeclaration.optional(),
  async: z.boolean().optional(),
})

const labelFileTypes = [
  ...['PNG', 'PNG_2.3x7.5', 'PDF', 'PDF_2.3x7.5', 'PDF_4x6', 'PDF_4x8', 'PDF_A4', 'PDF_A5', 'PDF_A6', 'ZPLII'],
] as const

export const transactionRequest = z.strictObject({
  rate: text,
  label_file_type: z.enum(labelFileTypes).optional(),
  metadata: z.string().max(100).optional(),
  async: z.boolean().optional(),
  order: text.optional(),
})

export const refundRequest = z.strictObject({ transaction: text, async: z.boolean().optional() })

export const webhookRequest = z.strictObject({
  event: z.enum([
    'transaction_created',
    'transaction_updated',
    'track_updated',
    'batch_created',
    'batch_purchased',
    'all',
  ]),
  url: z.url(),
  active: z.boolean().optional(),
  is_test: z.boolean().optional(),
})

export type ShipmentRequest = z.output<typeof shipmentRequest>
export type TransactionRequest = z.output<typeof transactionRequest>
export type WebhookRequest = z.output<typeof webhookRequest>

export const manifestRequest = z.strictObject({
  carrier_account: z.string().min(1),
  shipment_date: z.iso.datetime(),
  address_from: address,
  transactions: z.array(z.string()).min(1),
  async: z.boolean().optional(),
})

const locationTypes = [
  ...(['Back Door', 'Ring Bell', 'Security Deck', 'Shipping Dock', 'Front Door', 'Knock on Door'] as const),
  ...(['In/At Mailbox', 'Mail Room', 'Office', 'Other', 'Reception', 'Side Door'] as const),
]
export const pickupRequest = z.strictObject({
  carrier_account: text,
  location: z
    .strictObject({
      address: address.required({ name: true, street1: true, city: true, zip: true, phone: true }),
      building_location_type: z.enum(locationTypes),
      building_type: z.enum(['apartment', 'building', 'department', 'floor', 'room', 'suite']).optional(),
      instructions: text.optional(),
    })
    .refine(({ building_location_type: type, instructions }) => type !== 'Other' || instructions !== undefined),
  transactions: z.array(text).min(1),
  requested_start_time: z.iso.datetime(),
  requested_end_time: z.iso.datetime(),
  metadata: z.string().max(100).optional(),
  is_test: z.boolean().optional(),
})
export type PickupRequest = z.output<typeof pickupRequest>
export type ManifestRequest = z.output<typeof manifestRequest>
