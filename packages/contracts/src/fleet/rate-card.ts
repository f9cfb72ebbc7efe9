/** Rate cards: the merchant's prices for deliveries by their own drivers. What they send, what quoting stores, what they see. */
import { z } from 'zod'
import type { ErrorDetail } from '../app-error.ts'
import { type Accepted, acrossFields } from '../requests/across-fields.ts'
import { inOrder } from '../requests/key-order.ts'
import { changedNames, ignored, readOnly, readOnlyDetail } from '../requests/read-only-fields.ts'
import { errorDetail, getDetails, parseDocument, refuse } from '../requests/validation.ts'
import { country } from '../values/address.ts'
import { canonicalPrefix, postCodePrefix } from '../values/area.ts'
import { currencyCode } from '../values/currency-code.ts'
import { decimalPlaces, numberText } from '../values/decimals.ts'
import { decimalsProblem, moneyText, toMoney } from '../values/money.ts'
import { numeric, wholeNumber } from '../values/number.ts'
import { requiredText } from '../values/text.ts'

/** At once, or on a round on the same day. */
export const fleetServiceCodes = ['fleet_now', 'fleet_same_day'] as const
export type FleetServiceCode = (typeof fleetServiceCodes)[number]

const MOST_ZONES = 200
const MOST_UNITS = 1_000_000
const LONGEST_KM = 1_000
const HEAVIEST_KG = 1_000
const MOST_PARCELS = 99
const LONGEST_MINUTES = 1_440

const amount = numeric(z.number().min(0).max(MOST_UNITS))

const distancePriceSchema = z.strictObject({
  base_amount: amount.describe('Charged for every delivery, before tax.'),
  per_km_amount: amount.default(0).describe('For each kilometre as the crow flies. Default 0.'),
  included_weight_kg: numeric(z.number().min(0).max(HEAVIEST_KG))
    .default(0)
    .describe('Weight of all parcels together that costs nothing. Default 0.'),
  per_kg_amount: amount.default(0).describe('For each kilogram beyond `included_weight_kg`. Default 0.'),
})

const zoneSchema = z.strictObject({
  country,
  post_code_prefix: postCodePrefix
    .default(null)
    .describe(
      'Beginning of the post code of the drop-off: `SW1` applies to SW1A 1AA, `N1` not to N17 6AA. The longest match counts. Default null: the whole country.',
    ),
  amount: amount.describe('The price of the delivery, before tax.'),
})

const fields = {
  name: requiredText(100),
  service_code: z.enum(fleetServiceCodes),
  currency: currencyCode,
  pickup_country: country,
  pickup_post_code_prefix: postCodePrefix,
  distance_price: distancePriceSchema.nullable(),
  zones: z.array(zoneSchema).min(1).max(MOST_ZONES).nullable(),
  max_distance_km: numeric(z.number().positive().max(LONGEST_KM)).nullable(),
  max_weight_kg: numeric(z.number().positive().max(HEAVIEST_KG)),
  max_parcels: wholeNumber(1, MOST_PARCELS),
  tax_rate_percent: numeric(z.number().min(0).max(100)),
  delivery_minutes: wholeNumber(1, LONGEST_MINUTES),
  enabled: z.boolean(),
}

/** Body of POST /api/v1/rate-cards. */
export const createRateCardSchema = acrossFields(
  z.strictObject({
    ...fields,
    pickup_post_code_prefix: fields.pickup_post_code_prefix
      .default(null)
      .describe('The card holds for pickups whose post code begins with it. Default null: the whole country.'),
    distance_price: fields.distance_price
      .default(null)
      .describe('Price by distance. Exactly one of it and `zones` is given. Default null.'),
    zones: fields.zones.default(null).describe('Prices by place of the drop-off, each place once. Default null.'),
    max_distance_km: fields.max_distance_km
      .default(null)
      .describe('Longest distance from pickup to drop-off, as the crow flies. Default null: any.'),
    max_weight_kg: fields.max_weight_kg.default(50).describe('Highest weight of all parcels together. Default 50.'),
    max_parcels: fields.max_parcels.default(20).describe('Most parcels of a shipment. Default 20.'),
    tax_rate_percent: fields.tax_rate_percent.default(0).describe('Tax on the whole price, in percent. Default 0.'),
    delivery_minutes: fields.delivery_minutes
      .default(120)
      .describe('The delivery is promised within these minutes after the goods are ready. Default 120.'),
    enabled: fields.enabled.default(true).describe('Whether quotes have offers of the card. Default true.'),
  }),
  (card, context, all: { distance_price?: unknown; zones?: unknown; currency?: unknown }) => {
    const hasDistancePrice = (all.distance_price ?? null) !== null
    const hasZones = (all.zones ?? null) !== null
    if (hasDistancePrice && hasZones)
      refuse(context, ['distance_price'], 'invalid_value', 'must be null beside zones: a card has one of the two')
    if (!hasDistancePrice && !hasZones)
      refuse(context, ['distance_price'], 'invalid_value', 'must be given if zones is not')
    const currency = typeof all.currency === 'string' ? all.currency : null
    for (const [path, value] of listAmounts(card)) {
      const problem = decimalsProblem(decimalPlaces(value), currency)
      if (problem !== null) refuse(context, path, 'too_many_decimals', problem)
    }
    for (const [first, index] of repeatedZones(card.zones ?? [])) {
      const message = `is the same place as zones[${first}]: give each country and post code prefix once`
      refuse(context, ['zones', index, 'post_code_prefix'], 'invalid_value', message)
    }
  },
).meta({ id: 'CreateRateCard' })
export type RateCardDocument = z.output<typeof createRateCardSchema>

/** The amounts of a document with their places in it. */
function* listAmounts({
  distance_price: price,
  zones,
}: Pick<Accepted<RateCardDocument>, 'distance_price' | 'zones'>): Generator<[(string | number)[], number]> {
  for (const name of ['base_amount', 'per_km_amount', 'per_kg_amount'] as const)
    if (price?.[name] !== undefined) yield [['distance_price', name], price[name]]
  for (const [index, zone] of (zones ?? []).entries())
    if (zone?.amount !== undefined) yield [['zones', index, 'amount'], zone.amount]
}

/** Each zone whose place an earlier zone has, with the index of that one before its own. */
function repeatedZones(zones: NonNullable<Accepted<RateCardDocument>['zones']>): [first: number, index: number][] {
  const firsts = new Map<string, number>()
  return zones.flatMap((zone, index): [number, number][] => {
    if (zone?.country === undefined || zone.post_code_prefix === undefined) return []
    const place = `${zone.country} ${canonicalPrefix(zone.country, zone.post_code_prefix ?? '')}`
    const first = firsts.get(place)
    if (first !== undefined) return [[first, index]]
    firsts.set(place, index)
    return []
  })
}

const fixedNames = ['rate_card_id', 'environment_id', 'created_at'] as const
type SentBack = Partial<Record<(typeof fixedNames)[number], unknown>>

/** Body of PATCH /api/v1/rate-cards/{rate_card_id}: each field that is sent is replaced as a whole. Takes a response. */
export const updateRateCardSchema = z
  .strictObject({
    ...z.strictObject(fields).partial().shape,
    ...Object.fromEntries(fixedNames.map((name) => [name, readOnly.optional()])),
    updated_at: ignored.optional(),
  })
  .meta({ id: 'UpdateRateCard' })
export type UpdateRateCard = z.output<typeof updateRateCardSchema>

/** A rate card as the quoting service stores it. */
export interface RateCard {
  environmentId: string
  rateCardId: string
  /** As sent: amounts are numbers in `currency`. */
  document: RateCardDocument
  /** Rises with each change; also the ETag. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** The card after a patch, before its validation as a whole. */
export function patchedRateCard(before: RateCard, patch: Accepted<UpdateRateCard>): object {
  const names = Object.keys(fields)
  const sent = Object.entries(patch).filter(([name, value]) => names.includes(name) && value !== undefined)
  return { ...before.document, ...Object.fromEntries(sent) }
}

/**
 * Errors beyond the schema in a patch of the card, or in the part of it that the schema accepts. `wrong`: the details of the
 * schema's errors.
 */
export function rateCardPatchProblems(
  before: RateCard,
  patch: Accepted<UpdateRateCard> & SentBack,
  wrong: readonly ErrorDetail[] = [],
): ErrorDetail[] {
  const both = priceBesideStored(before, patch)
  const isPriceWrong = wrong.some(({ pointer }) => /^\/(?:distance_price|zones)(?:\/|$)/.test(pointer))
  const found = getDetails(() => parseDocument(createRateCardSchema, patchedRateCard(before, patch)))
  // Whether the card has one price is not known while a price is wrong, and said in other words if the stored one stays.
  const others = found.filter(({ pointer }) => pointer !== '/distance_price' || !(both || isPriceWrong))
  const fixed = changedNames(publicRateCard(before), patch, fixedNames).map((name) => readOnlyDetail([name]))
  return [...fixed, ...(both ? [both] : []), ...others]
}

/** A price by distance beside the stored zones, or the other way round; null: neither. */
function priceBesideStored(
  { document }: RateCard,
  { distance_price: price, zones }: Accepted<UpdateRateCard>,
): ErrorDetail | null {
  const keeps = (name: 'distance_price' | 'zones', other: string): ErrorDetail =>
    errorDetail(
      [name],
      'required',
      `is required: the card has one of the two prices. Send "${name}": null with ${other}`,
    )
  if (zones && price === undefined && document.distance_price) return keeps('distance_price', 'zones')
  if (price && zones === undefined && document.zones) return keeps('zones', 'distance_price')
  return null
}

export const publicRateCardSchema = z
  .object({
    rate_card_id: z.string(),
    environment_id: z.string(),
    name: z.string(),
    service_code: z.string(),
    currency: z.string(),
    pickup_country: z.string(),
    pickup_post_code_prefix: z.string().nullable(),
    distance_price: z
      .object({
        base_amount: z.string(),
        per_km_amount: z.string(),
        included_weight_kg: z.string(),
        per_kg_amount: z.string(),
      })
      .nullable(),
    zones: z
      .array(z.object({ country: z.string(), post_code_prefix: z.string().nullable(), amount: z.string() }))
      .nullable(),
    max_distance_km: z.string().nullable(),
    max_weight_kg: z.string(),
    max_parcels: z.number().int(),
    tax_rate_percent: z.string(),
    delivery_minutes: z.number().int(),
    enabled: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'RateCard' })
type PublicRateCard = z.output<typeof publicRateCardSchema>

export function publicRateCard({ document, ...card }: RateCard): PublicRateCard {
  const text = (value: number) => moneyText(toMoney(value, document.currency))
  const { distance_price: price, zones } = document
  return {
    rate_card_id: card.rateCardId,
    environment_id: card.environmentId,
    ...inOrder(document, Object.keys(fields)),
    distance_price: price && {
      base_amount: text(price.base_amount),
      per_km_amount: text(price.per_km_amount),
      included_weight_kg: numberText(price.included_weight_kg, 3),
      per_kg_amount: text(price.per_kg_amount),
    },
    zones:
      zones?.map((zone) => ({ ...inOrder(zone, Object.keys(zoneSchema.shape)), amount: text(zone.amount) })) ?? null,
    max_distance_km: document.max_distance_km === null ? null : numberText(document.max_distance_km, 3),
    max_weight_kg: numberText(document.max_weight_kg, 3),
    tax_rate_percent: numberText(document.tax_rate_percent, 2),
    created_at: card.createdAt.toISOString(),
    updated_at: card.updatedAt.toISOString(),
  }
}
