import { z } from 'zod'
import type { Parcel__Output as ParcelMessage } from '../gen/waybill/common/v1/Parcel.ts'
import type { Accepted } from '../requests/across-fields.ts'
import { currencyCode } from './currency-code.ts'
import { decimalCount, decimalPlaces, lengthText, weightText } from './decimals.ts'
import { decimalsProblem, type Money, moneyText } from './money.ts'
import { numeric } from './number.ts'
import { optionalText, requiredText } from './text.ts'

/** Centimetres to tenths of a millimetre; at least 1, so that a tiny side does not become 0. */
const lengthCm = numeric(z.number().gt(0).max(1000)).transform((cm) => Math.max(1, decimalCount(cm, 2)))

const weightKg = numeric(z.number().gt(0).max(1000)).transform((kg) => Math.max(1, decimalCount(kg, 3)))

const currency = currencyCode.nullish().transform((code) => code ?? null)

/** A parcel in a request. Parses to grams and tenths of a millimetre. */
export const parcelSchema = z
  .strictObject({
    title: requiredText(200),
    weight_kg: weightKg,
    length_cm: lengthCm,
    width_cm: lengthCm,
    height_cm: lengthCm,
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
  })
  .meta({ id: 'ParcelRequest' })
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
  .array(parcelSchema.extend({ parcel_id: parcelId.optional() }).meta({ id: 'ParcelSentBack' }))
  .min(1)
  .max(99)

export interface Parcel {
  parcelId: string
  title: string
  weightGrams: number
  lengthTenthMm: number
  widthTenthMm: number
  heightTenthMm: number
  declaredValueMinor: number
  declaredValueCurrency: string
  declaredValueExponent: number
  contentsDescription: string
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
    weight_kg: z.string(),
    length_cm: z.string(),
    width_cm: z.string(),
    height_cm: z.string(),
    declared_value: z.string(),
    declared_value_currency: z.string(),
    contents_description: z.string(),
  })
  .meta({ id: 'Parcel' })
type PublicParcel = z.output<typeof publicParcelSchema>

export const publicParcel = (parcel: Parcel): PublicParcel => ({
  parcel_id: parcel.parcelId,
  title: parcel.title,
  weight_kg: weightText(parcel.weightGrams),
  length_cm: lengthText(parcel.lengthTenthMm),
  width_cm: lengthText(parcel.widthTenthMm),
  height_cm: lengthText(parcel.heightTenthMm),
  declared_value: moneyText(declaredValue(parcel)),
  declared_value_currency: parcel.declaredValueCurrency,
  contents_description: parcel.contentsDescription,
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
})
