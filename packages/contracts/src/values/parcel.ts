import { z } from 'zod'
import type { Parcel__Output as ParcelMessage } from '../gen/waybill/common/v1/Parcel.ts'
import { decimalCount, lengthText, weightText } from './decimals.ts'
import { moneyText } from './money.ts'
import { optionalText, requiredText } from './text.ts'

/** Centimetres to tenths of a millimetre; at least 1, so that a tiny side does not become 0. */
const lengthCm = z
  .number()
  .gt(0)
  .max(1000)
  .transform((cm) => Math.max(1, decimalCount(cm, 2)))

const weightKg = z
  .number()
  .gt(0)
  .max(1000)
  .transform((kg) => Math.max(1, decimalCount(kg, 3)))

/** A parcel in a request. Parses to grams and tenths of a millimetre. */
export const parcelSchema = z
  .strictObject({
    title: requiredText(200),
    weight_kg: weightKg,
    length_cm: lengthCm,
    width_cm: lengthCm,
    height_cm: lengthCm,
    declared_value: z
      .number()
      .min(0)
      .max(1_000_000_000)
      .nullish()
      .transform((value) => value ?? 0)
      .describe('Value of the contents in the currency of the pickup country. Default: 0.'),
    contents_description: optionalText(500),
  })
  .meta({ id: 'ParcelRequest' })
export type ParcelDocument = z.output<typeof parcelSchema>

export const parcelsSchema = z.array(parcelSchema).min(1).max(99)

export interface Parcel {
  parcelId: string
  title: string
  weightGrams: number
  lengthTenthMm: number
  widthTenthMm: number
  heightTenthMm: number
  /** Minor units of the currency of the pickup country. */
  declaredValueMinor: number
  contentsDescription: string
}

export const publicParcelSchema = z
  .object({
    parcel_id: z.string(),
    title: z.string(),
    weight_kg: z.string(),
    length_cm: z.string(),
    width_cm: z.string(),
    height_cm: z.string(),
    declared_value: z.string(),
    contents_description: z.string(),
  })
  .meta({ id: 'Parcel' })
export type PublicParcel = z.output<typeof publicParcelSchema>

export const publicParcel = (parcel: Parcel, currency: string): PublicParcel => ({
  parcel_id: parcel.parcelId,
  title: parcel.title,
  weight_kg: weightText(parcel.weightGrams),
  length_cm: lengthText(parcel.lengthTenthMm),
  width_cm: lengthText(parcel.widthTenthMm),
  height_cm: lengthText(parcel.heightTenthMm),
  declared_value: moneyText(parcel.declaredValueMinor, currency),
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
  contentsDescription: message.contents_description,
})
