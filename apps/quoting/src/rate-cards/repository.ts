/** SQL of rate cards. */
import type { RateCard } from '@waybill/contracts/fleet/rate-card'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { QuotingDatabase, RateCardTable } from '../db.ts'

type Reader = Kysely<QuotingDatabase>
type Writer = Transaction<QuotingDatabase>

export interface RateCardKey {
  environmentId: string
  rateCardId: string
}

/** Locks the environment's cards until the transaction ends, so that they can be counted. */
export async function countRateCardsLocked(trx: Writer, environmentId: string): Promise<number> {
  const key = JSON.stringify(['rate_card', environmentId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('rate_card')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('environment_id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a new card, or the new state of a locked one. */
export async function storeRateCard(trx: Writer, card: RateCard): Promise<void> {
  const changeable = {
    enabled: card.document.enabled,
    document: JSON.stringify(card.document),
    version: card.version,
    updated_at: card.updatedAt,
  }
  await trx
    .insertInto('rate_card')
    .values({
      ...changeable,
      environment_id: card.environmentId,
      rate_card_id: card.rateCardId,
      created_at: card.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'rate_card_id']).doUpdateSet(changeable))
    .execute()
}

export async function findRateCard(db: Reader, key: RateCardKey): Promise<RateCard | undefined> {
  const row = await selectByKey(db, key).executeTakeFirst()
  return row && toCard(row)
}

export async function lockRateCard(trx: Writer, key: RateCardKey): Promise<RateCard | undefined> {
  const row = await selectByKey(trx, key).forUpdate().executeTakeFirst()
  return row && toCard(row)
}

const selectByKey = (db: Reader, { environmentId, rateCardId }: RateCardKey) =>
  db
    .selectFrom('rate_card')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('rate_card_id', '=', rateCardId)

export async function removeRateCard(trx: Writer, { environmentId, rateCardId }: RateCardKey): Promise<void> {
  await trx
    .deleteFrom('rate_card')
    .where('environment_id', '=', environmentId)
    .where('rate_card_id', '=', rateCardId)
    .execute()
}

/** The enabled cards of the environment, oldest first. */
export async function listEnabledRateCards(db: Reader, environmentId: string): Promise<RateCard[]> {
  const rows = await db
    .selectFrom('rate_card')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('enabled', '=', sql.lit(true))
    .orderBy('rate_card_id')
    .execute()
  return rows.map(toCard)
}

/** Newest first: at most one more than the page holds, after a card. */
export async function listRateCards(
  db: Reader,
  environmentId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<RateCard[]> {
  const rows = await db
    .selectFrom('rate_card')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .$if(after !== null, (query) => query.where('rate_card_id', '<', after ?? ''))
    .orderBy('rate_card_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toCard)
}

const toCard = (row: Selectable<RateCardTable>): RateCard => ({
  environmentId: row.environment_id,
  rateCardId: row.rate_card_id,
  document: row.document,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
