import type { Database } from '@waybill/chassis/postgres/database'
import { type Selectable, sql } from 'kysely'
import type { AuditEntryTable, IdentityDatabase } from '../db.ts'
import type { AuditEntry, StoredAuditEntry } from './entry.ts'

type Db = Database<IdentityDatabase>

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
  const getEnvironments = (merchantId: string | null) =>
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
          eb('environment_id', 'in', getEnvironments(target)),
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

/** Filters of a merchant's list; null or none: any. */
export interface OwnFilters {
  actor: string | null
  actions: readonly string[]
  target: string | null
  environmentId: string | null
  from: string | null
  to: string | null
}

/** Entries that a page looks at. A filter that few entries match then costs no more than one that all match. */
export const SCANNED = 10_000

/** An entry with the names that its actor has now. */
export interface OwnEntry extends Omit<StoredAuditEntry, 'userAgent'> {
  actorName: string | null
  actorEmail: string | null
}

interface OwnPage {
  /** Newest first, at most one more than the page holds. */
  entries: OwnEntry[]
  /** The oldest entry that was looked at, if there can be more; null: all were. */
  scannedTo: number | null
}

/** Entries of a merchant, beginning after the position. An action whose outcome is known has one entry. */
export async function listOwnEntries(
  db: Db,
  merchantId: string,
  filters: OwnFilters,
  { after, limit }: { after: number | null; limit: number },
): Promise<OwnPage> {
  const { actor, actions, target, environmentId, from, to } = filters
  const matching = sql.join(
    [
      sql`(outcome <> 'started' or not exists (
        select 1 from audit_entry as ended where ended.action_id = scanned.action_id and ended.outcome <> 'started'))`,
      ...(actor === null ? [] : [sql`actor = ${actor}`]),
      ...(actions.length === 0 ? [] : [sql`action = any(${actions}::text[])`]),
      ...(target === null ? [] : [sql`target_id = ${target}`]),
      ...(environmentId === null ? [] : [sql`environment_id = ${environmentId}`]),
      ...(from === null ? [] : [sql`occurred_at >= ${from}::timestamptz`]),
      ...(to === null ? [] : [sql`occurred_at < ${to}::timestamptz`]),
    ],
    sql` and `,
  )
  type Row = Selectable<AuditEntryTable> & Pick<OwnEntry, 'actorName' | 'actorEmail'>
  const { rows } = await sql<Row & { last_position: number | null; scanned: number }>`
    with scanned as materialized (
      select * from audit_entry
      where merchant_id = ${merchantId} ${after === null ? sql`` : sql`and position < ${after}`}
      order by position desc
      limit ${SCANNED}
    ), matching as (
      select * from scanned where ${matching} order by position desc limit ${limit + 1}
    ), ending as (
      select min(position) as last_position, count(*)::int as scanned from scanned
    )
    select matching.*, coalesce(member.name, api_key.name) as "actorName", 
      case when member.erased_at is null then member.email end as "actorEmail",
      ending.last_position, ending.scanned
    from ending
      left join matching on true
      left join member on member.merchant_id = ${merchantId} and member.user_id = matching.actor
      left join api_key on api_key.environment_id = matching.environment_id and api_key.key_id = matching.actor
    order by matching.position desc`.execute(db)
  const entries = rows
    .filter(({ position }) => position !== null)
    .map(({ actorName, actorEmail, ...row }) => ({ ...entryFromRow(row), actorName, actorEmail }))
  const [first] = rows
  return { entries, scannedTo: first && first.scanned >= SCANNED ? first.last_position : null }
}

/** Removes the addresses and browsers of a member. Ids stay. */
export async function eraseActor(
  trx: Db,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<void> {
  await trx
    .updateTable('audit_entry')
    .set({ address: '[erased]', user_agent: null })
    .where('merchant_id', '=', merchantId)
    .where('actor', '=', userId)
    .execute()
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
