/** Parcel presets as merchants send and see them. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import { changedNames, ignored, readOnly, readOnlyDetail } from '@waybill/contracts/requests/read-only-fields'
import { lengthText, weightText } from '@waybill/contracts/values/decimals'
import { lengthCm, weightKg } from '@waybill/contracts/values/parcels/parcel'
import { requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'

const fields = {
  name: requiredText(100),
  weight_kg: weightKg
    .nullable()
    .describe('Kilograms, to three decimals. Null: the weight differs from parcel to parcel.'),
  length_cm: lengthCm.describe('Centimetres, to two decimals.'),
  width_cm: lengthCm.describe('Centimetres, to two decimals.'),
  height_cm: lengthCm.describe('Centimetres, to two decimals.'),
  is_default: z.boolean().describe('Whether new parcels begin with it. Another default preset is then no longer it.'),
}

/** Body of POST /api/v1/parcel-presets. */
export const createParcelPresetSchema = z
  .strictObject({
    ...fields,
    weight_kg: fields.weight_kg.default(null),
    is_default: fields.is_default.default(false),
  })
  .meta({ id: 'CreateParcelPreset' })
export type CreateParcelPreset = z.output<typeof createParcelPresetSchema>

const fixedNames = ['preset_id', 'environment_id', 'created_at'] as const

/** Body of PATCH /api/v1/parcel-presets/{preset_id}. Takes a response. */
export const updateParcelPresetSchema = z
  .strictObject({
    ...z.strictObject(fields).partial().shape,
    ...Object.fromEntries(fixedNames.map((name) => [name, readOnly.optional()])),
    updated_at: ignored.optional(),
  })
  .meta({ id: 'UpdateParcelPreset' })
/** Fields of a response that is sent back. */
type SentBack = Partial<Record<(typeof fixedNames)[number], unknown>>
export type UpdateParcelPreset = z.output<typeof updateParcelPresetSchema>

/** A preset as it is stored. */
export interface ParcelPreset {
  environmentId: string
  presetId: string
  name: string
  /** null: differs from parcel to parcel. */
  weightGrams: number | null
  lengthTenthMm: number
  widthTenthMm: number
  heightTenthMm: number
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
  weightGrams: document.weight_kg,
  lengthTenthMm: document.length_cm,
  widthTenthMm: document.width_cm,
  heightTenthMm: document.height_cm,
  isDefault: document.is_default,
})

/** The content of a preset after a patch. */
export const patchedContent = (before: PresetContent, patch: UpdateParcelPreset): PresetContent => ({
  name: patch.name ?? before.name,
  weightGrams: patch.weight_kg === undefined ? before.weightGrams : patch.weight_kg,
  lengthTenthMm: patch.length_cm ?? before.lengthTenthMm,
  widthTenthMm: patch.width_cm ?? before.widthTenthMm,
  heightTenthMm: patch.height_cm ?? before.heightTenthMm,
  isDefault: patch.is_default ?? before.isDefault,
})

export const parcelPresetSchema = z
  .object({
    preset_id: z.string().describe('Identifier, prs_…'),
    environment_id: z.string(),
    name: z.string().describe('Name of the preset.'),
    weight_kg: z.string().nullable().describe('Kilograms; null: differs from parcel to parcel.'),
    length_cm: z.string().describe('Centimetres.'),
    width_cm: z.string().describe('Centimetres.'),
    height_cm: z.string().describe('Centimetres.'),
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
  weight_kg: preset.weightGrams === null ? null : weightText(preset.weightGrams),
  length_cm: lengthText(preset.lengthTenthMm),
  width_cm: lengthText(preset.widthTenthMm),
  height_cm: lengthText(preset.heightTenthMm),
  is_default: preset.isDefault,
  created_at: preset.createdAt.toISOString(),
  updated_at: preset.updatedAt.toISOString(),
})

/** The fields of a response that was sent back which are not those of the preset. */
export const presetPatchProblems = (
  before: ParcelPreset,
  patch: Accepted<UpdateParcelPreset> & SentBack,
): ErrorDetail[] => changedNames(publicParcelPreset(before), patch, fixedNames).map((name) => readOnlyDetail([name]))
