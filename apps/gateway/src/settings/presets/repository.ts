/** SQL of parcel presets. */
import type { Database } from '@waybill/chassis/postgres/database'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { GatewayDatabase, ParcelPresetTable } from '../../db.ts'
import type { ParcelPreset } from './document.ts'

type Db = Database<GatewayDatabase>
type Trx = Transaction<GatewayDatabase>

export interface PresetKey {
  environmentId: string
  presetId: string
}

export async function countPresets(trx: Trx, environmentId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('parcel_preset')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('environment_id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return count
}

/** No preset of the environment is the default any more. It is a change of the one that was. */
export async function clearDefault(trx: Trx, environmentId: string, at: Date): Promise<void> {
  await trx
    .updateTable('parcel_preset')
    .set({ is_default: false, version: sql`version + 1`, updated_at: at })
    .where('environment_id', '=', environmentId)
    .where('is_default', '=', sql.lit(true))
    .execute()
}

export async function findPreset(db: Db, key: PresetKey): Promise<ParcelPreset | undefined> {
  const row = await byKey(db, key).executeTakeFirst()
  return row && toPreset(row)
}

/** Locks its row until the transaction ends. */
export async function lockPreset(trx: Trx, key: PresetKey): Promise<ParcelPreset | undefined> {
  const row = await byKey(trx, key).forUpdate().executeTakeFirst()
  return row && toPreset(row)
}

/** Oldest first: at most one more than the page holds, after a preset. */
export async function listPresetPage(
  db: Db,
  environmentId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<ParcelPreset[]> {
  const rows = await db
    .selectFrom('parcel_preset')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .$if(after !== null, (query) => query.where('preset_id', '>', after))
    .orderBy('preset_id')
    .limit(limit + 1)
    .execute()
  return rows.map(toPreset)
}

/** Stores a new preset, or the new state of a locked one. */
export async function storePreset(trx: Trx, preset: ParcelPreset): Promise<void> {
  const changeable = {
    name: preset.name,
    weight_grams: preset.weight?.weightGrams ?? null,
    weight_sent: preset.weight?.weightSent ?? null,
    length_tenth_mm: preset.sides.lengthTenthMm,
    width_tenth_mm: preset.sides.widthTenthMm,
    height_tenth_mm: preset.sides.heightTenthMm,
    dimensions_sent: preset.sides.dimensionsSent ?? null,
    is_default: preset.isDefault,
    version: preset.version,
    updated_at: preset.updatedAt,
  }
  await trx
    .insertInto('parcel_preset')
    .values({
      ...changeable,
      environment_id: preset.environmentId,
      preset_id: preset.presetId,
      created_at: preset.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'preset_id']).doUpdateSet(changeable))
    .execute()
}

export async function deletePreset(trx: Trx, { environmentId, presetId }: PresetKey): Promise<void> {
  await trx
    .deleteFrom('parcel_preset')
    .where('environment_id', '=', environmentId)
    .where('preset_id', '=', presetId)
    .execute()
}

const byKey = (db: Db, { environmentId, presetId }: PresetKey) =>
  db
    .selectFrom('parcel_preset')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('preset_id', '=', presetId)

const toPreset = (row: Selectable<ParcelPresetTable>): ParcelPreset => ({
  environmentId: row.environment_id,
  presetId: row.preset_id,
  name: row.name,
  weight:
    row.weight_grams === null
      ? null
      : { weightGrams: row.weight_grams, ...(row.weight_sent !== null && { weightSent: row.weight_sent }) },
  sides: {
    lengthTenthMm: row.length_tenth_mm,
    widthTenthMm: row.width_tenth_mm,
    heightTenthMm: row.height_tenth_mm,
    ...(row.dimensions_sent !== null && { dimensionsSent: row.dimensions_sent }),
  },
  isDefault: row.is_default,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
