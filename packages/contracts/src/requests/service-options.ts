/** Options of a shipment: what carriers are asked for beside the transport. */
import { z } from 'zod'
import { type Address, country, fullAddress, fullAddressSchema, replacedAddressSchema } from '../values/address.ts'
import { currencyCode } from '../values/currency-code.ts'
import { decimalPlaces } from '../values/decimals.ts'
import { decimalsProblem, moneyText, toMoney } from '../values/money.ts'
import { numeric, wholeNumber } from '../values/number.ts'
import { optionalText, requiredText } from '../values/text.ts'
import { acrossFields } from './across-fields.ts'
import { inOrder } from './key-order.ts'
import { refuse } from './validation.ts'

const signatures = ['none', 'required', 'adult'] as const
export type Signature = (typeof signatures)[number]
const insuranceProviders = ['carrier', 'aggregator'] as const
export type InsuranceProvider = (typeof insuranceProviders)[number]
const billedParties = ['recipient', 'third_party'] as const
const dangerousGoodsKinds = ['lithium_batteries', 'limited_quantity'] as const
export type DangerousGoodsKind = (typeof dangerousGoodsKinds)[number]

/** More than any carrier insures. */
const MOST_INSURED = 10_000_000
const LARGEST_TIP = 1_000_000
/** The longest that any carrier prints. */
const LABEL_REFERENCE_LENGTH = 60
const MOST_LABEL_REFERENCES = 2

const amountFields = (most: number) => ({ amount: numeric(z.number().gt(0).max(most)), currency: currencyCode })

/** The amount has no more digits than its currency. */
const withDigits = <S extends z.ZodType<{ amount: number; currency: string }>>(schema: S): S =>
  acrossFields(schema, (accepted: { amount?: number | undefined; currency?: string | undefined }, context) => {
    const { amount, currency = null } = accepted
    const problem = amount === undefined ? null : decimalsProblem(decimalPlaces(amount), currency)
    if (problem !== null) refuse(context, ['amount'], 'too_many_decimals', problem)
  })

/** An amount above zero with its currency. */
export const moneyField = (most: number) => withDigits(z.strictObject(amountFields(most)))

const insurance = withDigits(
  z.strictObject({
    ...amountFields(MOST_INSURED),
    provider: z
      .enum(insuranceProviders)
      .nullish()
      .transform((provider) => provider ?? null)
      .describe(
        '`carrier`: the carrier of the parcels insures them. `aggregator`: EasyPost, ShipEngine or Shippo does. Default: the one that insures at the account.',
      ),
  }),
).describe(
  'Value to be insured, of the whole shipment: EasyPost (one parcel, in USD), ShipEngine, Shippo, UPS (its declared value, in the currency of the shipper), City Van, Eco Parcel. Carriers that insure each parcel get its share, by `declared_value` or in equal parts.',
)

const billTo = acrossFields(
  z.strictObject({
    party: z.enum(billedParties),
    account: requiredText(35).describe('Account with the carrier that pays.'),
    country: country.nullish().transform((code) => code ?? null),
    post_code: optionalText(32).describe('Post code of the account, which some carriers need.'),
  }),
  (_accepted, context, all: { party?: unknown; country?: unknown }) => {
    if (all.party === 'third_party' && (all.country ?? null) === null)
      refuse(context, ['country'], 'required', 'is required for a third party')
  },
).describe(
  'Who pays the carrier in place of the account: EasyPost, ShipEngine, Shippo (with UPS and FedEx), UPS. Offers show the price all the same.',
)

const COURIERS_CHECK_AGES =
  'cannot be sent with the signature adult: couriers check ages, carriers of parcels take the signatures of adults'

/** Why options exclude each other, with the field to leave out; null: they do not. */
export const optionConflict = (options: {
  signature?: Signature | null | undefined
  age_verification?: object | null | undefined
}): { name: string; message: string } | null =>
  options.signature === 'adult' && options.age_verification
    ? { name: 'age_verification', message: COURIERS_CHECK_AGES }
    : null

/** `service_options` of a shipment in requests. In a change, an option that is left out stays, and null removes it. */
export const serviceOptionsSchema = acrossFields(
  z.strictObject({
    signature: z
      .enum(signatures)
      .nullish()
      .describe(
        'Signature at the door, of anybody or an adult. Default: `none`. `required`: all carriers but own drivers. `adult`: EasyPost, ShipEngine, Shippo, UPS, Eco Parcel.',
      ),
    insurance: insurance.nullish(),
    saturday_delivery: z
      .boolean()
      .nullish()
      .describe('Deliver on Saturday: EasyPost, ShipEngine, Shippo; UPS within a country.'),
    label_references: z
      .array(requiredText(LABEL_REFERENCE_LENGTH))
      .max(MOST_LABEL_REFERENCES)
      .nullish()
      .describe(
        'Up to two texts on the label: EasyPost, ShipEngine, Shippo, UPS, Eco Parcel. A quote says which carrier shortens them.',
      ),
    return_address: replacedAddressSchema
      .nullish()
      .describe(
        'Where parcels that cannot be delivered go back to: EasyPost, ShipEngine, Shippo. Default: the pickup.',
      ),
    bill_to: billTo.nullish(),
    dangerous_goods: z
      .strictObject({
        kind: z
          .enum(dangerousGoodsKinds, {
            error: `must be one of: ${dangerousGoodsKinds.join(', ')}. Book other dangerous goods with the carrier itself`,
          })
          .describe(
            'EasyPost takes them with USPS, FedEx and DHL eCommerce, Shippo lithium batteries with USPS. Others cannot be sent.',
          ),
      })
      .nullish(),
    age_verification: z
      .strictObject({ minimum_age: wholeNumber(16, 25).describe('Years.') })
      .nullish()
      .describe('The courier checks the age by a document: Uber Direct; DoorDash Drive for 21 in the United States.'),
    delivery_pin: z
      .boolean()
      .nullish()
      .describe(
        'The recipient tells the courier a PIN of the carrier: Uber Direct; DoorDash Drive, in place of the photo.',
      ),
    tip: moneyField(LARGEST_TIP)
      .nullish()
      .describe(
        'Tip for the courier: Uber Direct, DoorDash Drive, Swift Courier, City Van. Only carriers whose price is in this currency make an offer.',
      ),
  }),
  (accepted, context) => {
    const conflict = optionConflict(accepted)
    if (conflict !== null) refuse(context, [conflict.name], 'conflicting_fields', conflict.message)
  },
).meta({ id: 'ServiceOptionsRequest' })
type ServiceOptionsDocument = z.output<typeof serviceOptionsSchema>

const publicAmount = { amount: z.string().describe('Decimal string.'), currency: z.string() }

export const publicServiceOptionsSchema = z
  .object({
    signature: z.enum(signatures),
    insurance: z.object({ ...publicAmount, provider: z.enum(insuranceProviders).nullable() }).nullable(),
    saturday_delivery: z.boolean(),
    label_references: z.array(z.string()),
    return_address: fullAddressSchema.nullable(),
    bill_to: z
      .object({
        party: z.enum(billedParties),
        account: z.string(),
        country: z.string().nullable(),
        post_code: z.string().nullable(),
      })
      .nullable(),
    dangerous_goods: z.object({ kind: z.enum(dangerousGoodsKinds) }).nullable(),
    age_verification: z.object({ minimum_age: z.number().int() }).nullable(),
    delivery_pin: z.boolean(),
    tip: z.object(publicAmount).nullable(),
  })
  .meta({ id: 'ServiceOptions' })
type PublicServiceOptions = z.output<typeof publicServiceOptionsSchema>

/** The options as the shipment keeps them. */
export type ServiceOptions = Omit<PublicServiceOptions, 'return_address'> & { return_address: Address | null }

const nothingAsked: ServiceOptions = {
  signature: 'none',
  insurance: null,
  saturday_delivery: false,
  label_references: [],
  return_address: null,
  bill_to: null,
  dangerous_goods: null,
  age_verification: null,
  delivery_pin: false,
  tip: null,
}

const optionNames = Object.keys(nothingAsked)

/** Options that were stored, perhaps by an earlier version, in the order in which they are shown: PostgreSQL has its own. */
export const completeServiceOptions = (stored: Partial<ServiceOptions>): ServiceOptions =>
  inOrder({ ...nothingAsked, ...stored }, optionNames)

const amountText = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount: moneyText(toMoney(amount, currency)),
  currency,
})

function toAddress({ location_id: _, ...address }: z.output<typeof replacedAddressSchema>): Address {
  return address
}

/** The value that was sent: absent keeps the stored one, null removes it. */
const merged = <Sent, Value>(
  sent: Sent | null | undefined,
  { stored, none, read }: { stored: Value; none: Value; read: (value: Sent) => Value },
): Value => (sent === undefined ? stored : sent === null ? none : read(sent))

/** The options after a document: absent keeps all that are stored, null removes them. Null: nothing is asked for. */
export function toServiceOptions(
  document: ServiceOptionsDocument | null | undefined,
  stored?: ServiceOptions | null,
): ServiceOptions | null {
  if (document === undefined) return stored ?? null
  if (document === null) return null
  const before = stored ?? nothingAsked
  const same = <Value>(value: Value): Value => value
  const field = <Name extends keyof ServiceOptions, Sent>(
    name: Name,
    sent: Sent | null | undefined,
    read: (value: Sent) => ServiceOptions[Name],
  ) => merged(sent, { stored: before[name], none: nothingAsked[name], read })
  const options: ServiceOptions = {
    signature: field('signature', document.signature, same),
    insurance: field('insurance', document.insurance, ({ provider, ...money }) => ({ ...amountText(money), provider })),
    saturday_delivery: field('saturday_delivery', document.saturday_delivery, same),
    label_references: field('label_references', document.label_references, same),
    return_address: field('return_address', document.return_address, toAddress),
    bill_to: field('bill_to', document.bill_to, same),
    dangerous_goods: field('dangerous_goods', document.dangerous_goods, same),
    age_verification: field('age_verification', document.age_verification, same),
    delivery_pin: field('delivery_pin', document.delivery_pin, same),
    tip: field('tip', document.tip, amountText),
  }
  return JSON.stringify(options) === JSON.stringify(nothingAsked) ? null : options
}

/** Equal for equal options, in whatever order their fields are stored; empty: nothing is asked for. */
export function serviceOptionsText(options: ServiceOptions | null | undefined): string {
  if (!options) return ''
  const address = Object.entries(options.return_address ?? {}).filter(([, value]) => (value ?? null) !== null)
  return JSON.stringify({ ...options, return_address: address.toSorted(([one], [other]) => (one < other ? -1 : 1)) })
}

export const publicServiceOptions = (
  environmentId: string,
  options: ServiceOptions | null | undefined,
): PublicServiceOptions | null =>
  options
    ? { ...options, return_address: options.return_address && fullAddress(environmentId, options.return_address) }
    : null
