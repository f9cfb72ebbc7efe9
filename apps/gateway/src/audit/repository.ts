import type { Database } from '@waybill/chassis/postgres/database'
import { type Selectable, sql } from 'kysely'
import type { AuditEntryTable, GatewayDatabase } from '../db.ts'
import type { AuditEntry, StoredAuditEntry } from './entry.ts'

type Db = Database<GatewayDatabase>

/** Filters of the list; null: any. */
export interface AuditFilters {
  actor: string | null
  action: string | null
  /** Id of the target, or of the environment or merchant that it belongs to. */
  target: string | null
  since: string | null
  until: string | null
}

const BATCH = 5_000

/** Idempotent: an action has one entry before it, and one with its outcome. */
export async function insertAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      action_id: entry.actionId,
      actor: entry.actor,
      action: entry.action,
      target_type: entry.targetType,
      target_id: entry.targetId,
      merchant_id: entry.merchantId,
      environment_id: entry.environmentId,
      address: entry.address,
      user_agent: entry.userAgent,
      request_id: entry.requestId,
      outcome: entry.outcome,
      code: entry.code,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Newest first, beginning after the position. */
export async function listAuditEntries(
  db: Db,
  { actor, action, target, since, until }: AuditFilters,
  { after, limit }: { after: number | null; limit: number },
): Promise<StoredAuditEntry[]> {
  const environmentsOf = (merchantId: string | null) =>
    db.selectFrom('environment').select('environment_id').where('merchant_id', '=', merchantId)
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .$if(actor !== null, (query) => query.where('actor', '=', actor))
    .$if(action !== null, (query) => query.where('action', '=', action))
    .$if(target !== null, (query) =>
      query.where(({ or, eb }) =>
        or([
          ...[eb('target_id', '=', target), eb('environment_id', '=', target), eb('merchant_id', '=', target)],
          eb('environment_id', 'in', environmentsOf(target)),
        ]),
      ),
    )
    .$if(since !== null, (query) => query.where('occurred_at', '>=', sql<Date>`${since}::timestamptz`))
    .$if(until !== null, (query) => query.where('occurred_at', '<', sql<Date>`${until}::timestamptz`))
    .$if(after !== null, (query) => query.where('position', '<', after))
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.map(entryFromRow)
}

/** Deletes a batch of entries older than `days`; resolves to their number. */
export async function pruneAuditEntries(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_entry
    where position in (
      select position from audit_entry
      where occurred_at < now() - ${days} * interval '1 day'
      order by occurred_at limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const entryFromRow = (row: Selectable<AuditEntryTable>): StoredAuditEntry => ({
  position: row.position,
  occurredAt: row.occurred_at,
  actionId: row.action_id,
  actor: row.actor,
  action: row.action,
  targetType: row.target_type,
  targetId: row.target_id,
  merchantId: row.merchant_id,
  environmentId: row.environment_id,
  address: row.address,
  userAgent: row.user_agent,
  requestId: row.request_id,
  outcome: row.outcome,
  code: row.code,
})
