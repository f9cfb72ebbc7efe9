/** Manifests: what POST /api/v1/manifests takes, and what became of it. */
import { z } from 'zod'
import { MOST_BATCH_ITEMS, publicErrorSchema } from '../batches/shipment-batch.ts'
import { acrossFields } from '../requests/across-fields.ts'
import { refuse } from '../requests/validation.ts'
import { publicAddressSchema } from '../values/address.ts'

/** Body of POST /api/v1/manifests. */
export const createManifestSchema = acrossFields(
  z.strictObject({
    carrier_account_id: z
      .string()
      .min(1)
      .max(64)
      .nullable()
      .default(null)
      .describe('The account whose labels are closed. Null: that of the first booking.'),
    booking_ids: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(MOST_BATCH_ITEMS)
      .superRefine((ids, context) => {
        const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index)
        if (repeated !== -1) refuse(context, [repeated], 'repeated', 'must be different from the ids before it')
      })
      .nullable()
      .default(null)
      .describe('1 to 500 bookings. Null, the default: all of the account, day and place that are in no manifest.'),
    ship_date: z.iso
      .date({ error: 'must be a date that exists, such as 2026-12-24' })
      .nullable()
      .default(null)
      .describe(
        'Only labels collected on this day: `collection_date` of their shipments. Null: that of the first booking; without `booking_ids`, today in UTC.',
      ),
    location_id: z
      .string()
      .min(1)
      .max(64)
      .nullable()
      .default(null)
      .describe(
        'Only labels collected at this place: `location_id` of a pickup address. Null: that of the first booking.',
      ),
  }),
  (_accepted, context, all: { carrier_account_id?: unknown; booking_ids?: unknown }) => {
    if ((all.carrier_account_id ?? null) !== null || (all.booking_ids ?? null) !== null) return
    refuse(context, ['carrier_account_id'], 'required', 'is required without booking_ids')
  },
).meta({ id: 'CreateManifest' })
export type CreateManifest = z.output<typeof createManifestSchema>

export const manifestStatuses = ['creating', 'created', 'failed'] as const
export type ManifestStatus = (typeof manifestStatuses)[number]

const leftOutCodes = [
  'no_manifests',
  'other_account',
  'other_carrier',
  'in_manifest',
  'not_booked',
  'cancelled',
  'ended',
  'no_label',
  'other_day',
  'other_place',
  'too_many',
  'refused',
] as const
export type LeftOutCode = (typeof leftOutCodes)[number]

const leftOutSchema = z
  .object({
    booking_id: z.string(),
    code: z
      .enum(leftOutCodes)
      .describe(
        'Why: `in_manifest`: it is in another one. `no_manifests`: its carrier makes none. `refused`: the carrier did not take this label. `too_many`: close the rest in another manifest.',
      ),
    message: z.string(),
  })
  .meta({ id: 'LeftOutLabel' })

/** A booking that a manifest leaves out, and why. */
export type LeftOut = z.output<typeof leftOutSchema>

export const publicManifestSchema = z
  .object({
    manifest_id: z.string().describe('Identifier, mnf_…'),
    merchant_id: z.string(),
    environment_id: z.string(),
    status: z
      .enum(manifestStatuses)
      .describe('`creating`: the carrier is being asked, or makes it. `created`: it has it. `failed`: see `error`.'),
    carrier_code: z.string(),
    carrier_account_id: z.string(),
    ship_date: z.string().describe('Day of the collection, YYYY-MM-DD.'),
    address: publicAddressSchema.nullable().describe('Where the parcels are collected. Null: erased.'),
    booking_ids: z.array(z.string()).describe('The bookings in it.'),
    left_out: z.array(leftOutSchema).describe('The bookings that are not in it, and why.'),
    manifest_number: z.string().nullable().describe("The carrier's number of the manifest."),
    document_url: z
      .string()
      .nullable()
      .describe('Where its document is, for callers with an access token. Null: it has not come yet, or is deleted.'),
    error: publicErrorSchema
      .nullable()
      .describe('Why it `failed`, or why its document has not come. `carrier_timeout`: the carrier may have it.'),
    created_at: z.string(),
    completed_at: z.string().nullable().describe('When the carrier had made it.'),
    updated_at: z.string(),
  })
  .meta({ id: 'Manifest' })
export type PublicManifest = z.output<typeof publicManifestSchema>

/** The labels of an account and a place that a manifest would close. */
export const openLabelsSchema = z
  .object({
    carrier_code: z.string(),
    carrier_account_id: z.string(),
    carried_by: z.string().nullable().describe('The carrier behind an aggregator, such as `usps`; null: none.'),
    ship_date: z.string().describe('Day of the collection, YYYY-MM-DD.'),
    location_id: z.string().nullable().describe('Of the pickup address. Null: erased.'),
    address: publicAddressSchema.nullable().describe('Where the parcels are collected. Null: erased.'),
    makes_manifests: z.boolean().describe('False: the carrier needs none, or makes none for Waybill.'),
    schedules_pickups: z.boolean().describe('Whether `POST /pickups` takes them.'),
    booking_ids: z.array(z.string()).describe('The bookings that a manifest would close, at most 500.'),
    left_out: z.array(leftOutSchema).describe('Other bookings of the account and the place, and why not.'),
  })
  .meta({ id: 'OpenLabels' })
export type PublicOpenLabels = z.output<typeof openLabelsSchema>
