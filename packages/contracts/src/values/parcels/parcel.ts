import { z } from 'zod'
import type { Parcel__Output as ParcelMessage } from '../../gen/waybill/common/v1/Parcel.ts'
import { type Accepted, acrossFields } from '../../requests/across-fields.ts'
import { decimalString } from '../../requests/described-texts.ts'
import { currencyCode } from '../currency-code.ts'
import { completeItem, itemsSchema, type ParcelItem, publicItemSchema } from '../customs/items.ts'
import { decimalCount, decimalPlaces, lengthText, weightText } from '../decimals.ts'
import { decimalsProblem, type Money, moneyText } from '../money.ts'
import { numeric } from '../number.ts'
import { optionalText, requiredText } from '../text.ts'
import {
  checkMeasures,
  dimensionsSchema,
  publicDimensions,
  publicDimensionsSchema,
  publicWeight,
  publicWeightSchema,
  type SentMeasures,
  type StoredMeasures,
  weightSchema,
} from './units.ts'

/** Centimetres to tenths of a millimetre; at least 1, so that a tiny side does not become 0. */
export const lengthCm = numeric(z.number().gt(0).max(1000)).transform((cm) => Math.max(1, decimalCount(cm, 2)))

export const weightKg = numeric(z.number().gt(0).max(1000)).transform((kg) => Math.max(1, decimalCount(kg, 3)))

const currency = currencyCode.nullish().transform((code) => code ?? null)

const parcelFields = z.strictObject({
  title: requiredText(200),
  weight_kg: weightKg.optional(),
  weight: weightSchema
    .optional()
    .describe('The weight in another unit, stored exactly as sent. Instead of `weight_kg`.'),
  length_cm: lengthCm.optional(),
  width_cm: lengthCm.optional(),
  height_cm: lengthCm.optional(),
  dimensions: dimensionsSchema
    .optional()
    .describe('The sides in another unit, stored exactly as sent. Instead of `length_cm` and the others.'),
  declared_value: numeric(z.number().min(0).max(1_000_000_000))
    .nullish()
    .transform((value) => value ?? 0)
    .describe(
      'Value of the contents in `declared_value_currency`, with at most the digits of that currency. Default: 0.',
    ),
  declared_value_currency: currency.describe(
    'ISO 4217 code of the currency of `declared_value`. Default: the currency of the pickup country.',
  ),
  contents_description: optionalText(500),
  items: itemsSchema.nullish().describe('The articles in it.'),
})

/** The form of each measure that a request has. */
const withOneForm = <S extends z.ZodType<SentMeasures>>(schema: S, isSentBack: boolean): S =>
  acrossFields(schema, (accepted: Accepted<SentMeasures>, context, all) =>
    checkMeasures(accepted, context, all, { isSentBack }),
  )

/** A parcel in a request. Parses `weight_kg` to grams, and the sides in centimetres to tenths of a millimetre. */
export const parcelSchema = withOneForm(parcelFields, false).meta({ id: 'ParcelRequest' })
export type ParcelDocument = z.output<typeof parcelSchema> & { parcel_id?: string | undefined }

/** In a request about a stored shipment: the parcel that an entry is. */
const parcelId = z
  .string()
  .max(64)
  .describe('A parcel of the shipment, which keeps its id. Leave it out for a new parcel.')

/** The declared values with more digits than their currency has, by their paths. `currency`: of those without one. */
export const declaredValueProblems = (
  documents: readonly (Pick<Accepted<ParcelDocument>, 'declared_value' | 'declared_value_currency'> | undefined)[],
  currency: string | null,
): [path: (string | number)[], problem: string][] =>
  documents.flatMap((document, index) => {
    const { declared_value: value, declared_value_currency: own } = document ?? {}
    if (value === undefined) return []
    const problem = decimalsProblem(decimalPlaces(value), own === undefined ? null : (own ?? currency))
    return problem === null ? [] : [[['parcels', index, 'declared_value'], problem]]
  })

export const parcelsSchema = z.array(parcelSchema).min(1).max(99)

/** Parcels in a request about a stored shipment, as sent at creation or as returned. */
export const sentBackParcelsSchema = z
  .array(
    withOneForm(
      parcelFields.extend({
        parcel_id: parcelId.optional(),
        items: itemsSchema.nullish().describe('Left out: a parcel with its id keeps its items.'),
        weight: weightSchema.optional().describe('Instead of `weight_kg`, or with it as returned.'),
        dimensions: dimensionsSchema
          .optional()
          .describe('Instead of `length_cm` and the others, or with them as returned.'),
      }),
      true,
    ).meta({ id: 'ParcelSentBack' }),
  )
  .min(1)
  .max(99)

export interface Parcel extends StoredMeasures {
  parcelId: string
  title: string
  declaredValueMinor: number
  declaredValueCurrency: string
  declaredValueExponent: number
  contentsDescription: string
  /** Absent: not listed. */
  items?: readonly ParcelItem[]
}

type DeclaredValueFields = Pick<Parcel, 'declaredValueMinor' | 'declaredValueCurrency' | 'declaredValueExponent'>

export const declaredValue = (parcel: DeclaredValueFields): Money => ({
  amountMinor: parcel.declaredValueMinor,
  currency: parcel.declaredValueCurrency,
  exponent: parcel.declaredValueExponent,
})

export const publicParcelSchema = z
  .object({
    parcel_id: z.string(),
    title: z.string(),
    weight_kg: decimalString('Kilograms, 3 decimals.'),
    weight: publicWeightSchema.describe('The weight as it was sent.'),
    length_cm: decimalString('Centimetres, 2 decimals.'),
    width_cm: decimalString('Centimetres, 2 decimals.'),
    height_cm: decimalString('Centimetres, 2 decimals.'),
    dimensions: publicDimensionsSchema.describe('The sides as they were sent.'),
    declared_value: decimalString('Value of the contents, with the digits of its currency.'),
    declared_value_currency: z.string().describe('ISO 4217 code of the currency of `declared_value`.'),
    contents_description: z.string(),
    items: z.array(publicItemSchema),
  })
  .meta({ id: 'Parcel' })
type PublicParcel = z.output<typeof publicParcelSchema>

export const publicParcel = (parcel: Parcel): PublicParcel => ({
  parcel_id: parcel.parcelId,
  title: parcel.title,
  weight_kg: weightText(parcel.weightGrams),
  weight: publicWeight(parcel),
  length_cm: lengthText(parcel.lengthTenthMm),
  width_cm: lengthText(parcel.widthTenthMm),
  height_cm: lengthText(parcel.heightTenthMm),
  dimensions: publicDimensions(parcel),
  declared_value: moneyText(declaredValue(parcel)),
  declared_value_currency: parcel.declaredValueCurrency,
  contents_description: parcel.contentsDescription,
  items: [...(parcel.items ?? [])],
})

export const parcelMessage = (parcel: Parcel): ParcelMessage => ({
  parcel_id: parcel.parcelId,
  title: parcel.title,
  weight_grams: parcel.weightGrams,
  length_tenth_mm: parcel.lengthTenthMm,
  width_tenth_mm: parcel.widthTenthMm,
  height_tenth_mm: parcel.heightTenthMm,
  declared_value_minor: parcel.declaredValueMinor,
  declared_value_currency: parcel.declaredValueCurrency,
  declared_value_exponent: parcel.declaredValueExponent,
  contents_description: parcel.contentsDescription,
  weight_sent: parcel.weightSent ?? '',
  dimensions_sent: parcel.dimensionsSent ?? '',
  items: parcel.items ? JSON.stringify(parcel.items) : '',
})

export const parcelFromMessage = (message: ParcelMessage): Parcel => ({
  parcelId: message.parcel_id,
  title: message.title,
  weightGrams: message.weight_grams,
  lengthTenthMm: message.length_tenth_mm,
  widthTenthMm: message.width_tenth_mm,
  heightTenthMm: message.height_tenth_mm,
  declaredValueMinor: message.declared_value_minor,
  declaredValueCurrency: message.declared_value_currency,
  declaredValueExponent: message.declared_value_exponent,
  contentsDescription: message.contents_description,
  ...(message.weight_sent && { weightSent: message.weight_sent }),
  ...(message.dimensions_sent && { dimensionsSent: message.dimensions_sent }),
  ...storedItems(message.items ? JSON.parse(message.items) : null),
})

/** The field of a parcel, from items that were stored; none: absent. */
export const storedItems = (items: readonly ParcelItem[] | null): Pick<Parcel, 'items'> =>
  items && items.length > 0 ? { items: items.map(completeItem) } : {}
