/** SQL of pickups. */
import { randomInt, randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SimulatorDatabase } from '../db.ts'

type Db = Kysely<SimulatorDatabase> | Transaction<SimulatorDatabase>

const PRUNE_BATCH = 1_000

interface PickupOwner {
  carrierCode: string
  carrierAccountId: string
}

interface Pickup {
  pickupId: string
  confirmation: string
  cancelled: boolean
}

interface Asked {
  jobs: string[]
  fromAt: Date
  toAt: Date
}

/** The pickup of this account and key: the first call stores it. */
export async function keepPickup(
  db: Db,
  { carrierCode, carrierAccountId }: PickupOwner,
  idempotencyKey: string,
  { jobs, fromAt, toAt }: Asked,
): Promise<Pickup> {
  await db
    .insertInto('pickup')
    .values({
      pickup_id: `pck_${randomUUID()}`,
      carrier_code: carrierCode,
      carrier_account_id: carrierAccountId,
      idempotency_key: idempotencyKey,
      jobs: JSON.stringify(jobs),
      from_at: fromAt,
      to_at: toAt,
      confirmation: `P${String(randomInt(1e9)).padStart(9, '0')}`,
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.columns(['carrier_account_id', 'idempotency_key']).doNothing())
    .execute()
  return await selectPickup(db)
    .where('carrier_account_id', '=', carrierAccountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirstOrThrow()
}

/** Cancels a pickup of the account. Idempotent. Undefined: there is none. */
export async function cancelPickup(
  db: Db,
  { carrierCode, carrierAccountId }: PickupOwner,
  pickupId: string,
): Promise<Pickup | undefined> {
  await db
    .updateTable('pickup')
    .set({ cancelled: true })
    .where('pickup_id', '=', pickupId)
    .where('carrier_code', '=', carrierCode)
    .where('carrier_account_id', '=', carrierAccountId)
    .execute()
  return await selectPickup(db)
    .where('pickup_id', '=', pickupId)
    .where('carrier_account_id', '=', carrierAccountId)
    .executeTakeFirst()
}

/** The pickups of an account, in the order in which they were asked for. */
export const listPickups = async (db: Db, carrierAccountId: string): Promise<Pickup[]> =>
  await selectPickup(db)
    .where('carrier_account_id', '=', carrierAccountId)
    .orderBy('created_at')
    .orderBy('pickup_id')
    .execute()

const selectPickup = (db: Db) => db.selectFrom('pickup').select(['pickup_id as pickupId', 'confirmation', 'cancelled'])

/** Deletes a batch of pickups older than `days`. Resolves to their number. */
export async function prunePickups(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pickup where pickup_id in (
      select pickup_id from pickup where created_at < now() - ${days} * interval '1 day'
      order by created_at limit ${PRUNE_BATCH} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
