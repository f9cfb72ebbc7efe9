/** Parcel presets as merchants send and see them. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import { type Accepted, acrossFields } from '@waybill/contracts/requests/across-fields'
import { changedNames, ignored, readOnly, readOnlyDetail } from '@waybill/contracts/requests/read-only-fields'
import { errorDetail } from '@waybill/contracts/requests/validation'
import { lengthText, weightText } from '@waybill/contracts/values/decimals'
import { lengthCm, weightKg } from '@waybill/contracts/values/parcels/parcel'
import {
  checkMeasures,
  dimensionsSchema,
  publicDimensions,
  publicDimensionsSchema,
  publicWeight,
  publicWeightSchema,
  weightSchema,
} from '@waybill/contracts/values/parcels/units'
import { requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import { newMeasures, type PresetMeasures, patchedMeasures, type SentPresetMeasures } from './measures.ts'

const fields = {
  name: requiredText(100),
  weight_kg: weightKg
    .nullable()
    .describe('Kilograms, to three decimals. Null: the weight differs from parcel to parcel.'),
  weight: weightSchema
    .nullable()
    .describe('The weight in another unit, stored exactly as sent. Instead of `weight_kg`.'),
  length_cm: lengthCm.describe('Centimetres, to two decimals.'),
  width_cm: lengthCm.describe('Centimetres, to two decimals.'),
  height_cm: lengthCm.describe('Centimetres, to two decimals.'),
  dimensions: dimensionsSchema.describe(
    'The sides in another unit, stored exactly as sent. Instead of `length_cm` and the others.',
  ),
  is_default: z.boolean().describe('Whether new parcels begin with it. Another default preset is then no longer it.'),
}

const withMeasures = <S extends z.ZodType<SentPresetMeasures>>(
  schema: S,
  ...[rules]: [Parameters<typeof checkMeasures>[3]]
): S =>
  acrossFields(schema, (accepted: Accepted<SentPresetMeasures>, context, all) => {
    const { weight, dimensions } = accepted
    checkMeasures({ weight: weight ?? undefined, dimensions }, context, all, rules)
  })

/** Body of POST /api/v1/parcel-presets. */
export const createParcelPresetSchema = withMeasures(
  z.strictObject({
    ...z.strictObject(fields).partial().shape,
    name: fields.name,
    is_default: fields.is_default.default(false),
  }),
  { isSentBack: false, optional: 'weight' },
).meta({ id: 'CreateParcelPreset' })
export type CreateParcelPreset = z.output<typeof createParcelPresetSchema>

const fixedNames = ['preset_id', 'environment_id', 'created_at'] as const

/** Body of PATCH /api/v1/parcel-presets/{preset_id}. Takes a response. */
export const updateParcelPresetSchema = withMeasures(
  z.strictObject({
    ...z.strictObject(fields).partial().shape,
    ...Object.fromEntries(fixedNames.map((name) => [name, readOnly.optional()])),
    updated_at: ignored.optional(),
  }),
  { isSentBack: true, optional: 'all' },
).meta({ id: 'UpdateParcelPreset' })
/** Fields of a response that is sent back. */
type SentBack = Partial<Record<(typeof fixedNames)[number], unknown>>
export type UpdateParcelPreset = z.output<typeof updateParcelPresetSchema>

/** A preset as it is stored. */
export interface ParcelPreset extends PresetMeasures {
  environmentId: string
  presetId: string
  name: string
  /** At most one of an environment. */
  isDefault: boolean
  /** Rises with each change; also the ETag. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** The part of a preset that merchants set. */
type PresetContent = Omit<ParcelPreset, 'environmentId' | 'presetId' | 'version' | 'createdAt' | 'updatedAt'>

export const toContent = (document: CreateParcelPreset): PresetContent => ({
  name: document.name,
  ...newMeasures(document),
  isDefault: document.is_default,
})

/** The content of a preset after a patch. */
export const patchedContent = (before: PresetContent, patch: UpdateParcelPreset): PresetContent => ({
  name: patch.name ?? before.name,
  ...patchedMeasures(before, patch).measures,
  isDefault: patch.is_default ?? before.isDefault,
})

export const parcelPresetSchema = z
  .object({
    preset_id: z.string().describe('Identifier, prs_…'),
    environment_id: z.string(),
    name: z.string().describe('Name of the preset.'),
    weight_kg: z.string().nullable().describe('Kilograms; null: differs from parcel to parcel.'),
    weight: publicWeightSchema.nullable().describe('The weight in the unit in which it was sent.'),
    length_cm: z.string().describe('Centimetres.'),
    width_cm: z.string().describe('Centimetres.'),
    height_cm: z.string().describe('Centimetres.'),
    dimensions: publicDimensionsSchema.describe('The sides in the unit in which they were sent.'),
    is_default: z.boolean().describe('Whether new parcels begin with it.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'ParcelPreset' })
type PublicParcelPreset = z.output<typeof parcelPresetSchema>

export const publicParcelPreset = (preset: ParcelPreset): PublicParcelPreset => ({
  preset_id: preset.presetId,
  environment_id: preset.environmentId,
  name: preset.name,
  weight_kg: preset.weight && weightText(preset.weight.weightGrams),
  weight: preset.weight && publicWeight(preset.weight),
  length_cm: lengthText(preset.sides.lengthTenthMm),
  width_cm: lengthText(preset.sides.widthTenthMm),
  height_cm: lengthText(preset.sides.heightTenthMm),
  dimensions: publicDimensions(preset.sides),
  is_default: preset.isDefault,
  created_at: preset.createdAt.toISOString(),
  updated_at: preset.updatedAt.toISOString(),
})

/** The fields of a response that was sent back which are not those of the preset, or of which two forms were changed. */
export const presetPatchProblems = (
  before: ParcelPreset,
  patch: Accepted<UpdateParcelPreset> & SentBack,
): ErrorDetail[] => [
  ...changedNames(publicParcelPreset(before), patch, fixedNames).map((name) => readOnlyDetail([name])),
  ...patchedMeasures(before, patch).conflicts.map((name) =>
    errorDetail(
      [name],
      'conflicting_fields',
      'says something else than the same measure in kg or cm: send one of them',
    ),
  ),
]
