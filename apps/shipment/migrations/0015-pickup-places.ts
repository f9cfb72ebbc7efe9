import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: rows that have a key are skipped. */
export const inBatches = true

const BATCH_ROWS = 500
const LONGEST_PART = 150

interface PickupAddress {
  country: string
  post_code: string | null
  province: string | null
  city: string
  address_line_1: string
  address_line_2: string | null
}

interface Row {
  environment_id: string
  pickup_location_id: string
  address: PickupAddress
}

const lettersAndDigits = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LONGEST_PART)

const placeKey = ({ country, post_code, province, city, address_line_1, address_line_2 }: PickupAddress): string =>
  JSON.stringify([country, ...[post_code ?? province, city, address_line_1, address_line_2].map(lettersAndDigits)])

/** Pickup locations are found by what a courier sees of the address. Several locations may have the same key. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table pickup_location add column if not exists place_key text`.execute(db)
  while ((await fillBatch(db)) === BATCH_ROWS);
  await sql`drop index concurrently if exists pickup_location_by_place`.execute(db)
  await sql`
    create index concurrently pickup_location_by_place on pickup_location (environment_id, place_key)`.execute(db)
}

async function fillBatch(db: Kysely<never>): Promise<number> {
  const { rows } = await sql<Row>`
    select environment_id, pickup_location_id, address from pickup_location
    where place_key is null limit ${sql.lit(BATCH_ROWS)}`.execute(db)
  await sql`
    update pickup_location stored set place_key = filled.place_key
    from unnest(
      ${rows.map((row) => row.environment_id)}::text[],
      ${rows.map((row) => row.pickup_location_id)}::text[],
      ${rows.map((row) => placeKey(row.address))}::text[]
    ) filled (environment_id, pickup_location_id, place_key)
    where stored.environment_id = filled.environment_id
      and stored.pickup_location_id = filled.pickup_location_id`.execute(db)
  return rows.length
}
