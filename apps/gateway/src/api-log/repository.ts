/** SQL of the API log. */
import type { Database } from '@waybill/chassis/postgres/database'
import { lowestIdAt } from '@waybill/contracts/ids'
import { type RawBuilder, sql } from 'kysely'
import type { GatewayDatabase } from '../db.ts'
import type { ApiCall, ApiCallSummary } from './document.ts'

type Db = Database<GatewayDatabase>

/** Calls that a page looks at. A filter that few calls match then costs no more than one that all match. */
export const SCANNED = 10_000
const PRUNED = 5_000
const MS_PER_DAY = 86_400_000

export interface CallFilters {
  methods: readonly string[]
  statusClasses: readonly number[]
  operationIds: readonly string[]
  /** Whether GET calls of people are among them. */
  consoleReads: boolean
  actorId: string | null
  errorCode: string | null
  requestId: string | null
  subject: string | null
  from: Date | null
  to: Date | null
}

/** Idempotent: a batch can be written again. */
export async function insertApiCalls(db: Db, calls: readonly ApiCall[]): Promise<void> {
  await sql`
    insert into api_call (environment_id, call_id, request_id, method, operation_id, path, status, error_code, duration_ms,
      actor_id, replayed, subjects, request_body, response_body)
    select environment_id, call_id, request_id, method, operation_id, path, status, error_code, duration_ms,
      actor_id, replayed, subjects, request_body, response_body
    from json_populate_recordset(null::api_call, ${JSON.stringify(calls)}::json)
    on conflict do nothing`.execute(db)
}

interface CallPage {
  /** Newest first, at most one more than the page holds. */
  calls: ApiCallSummary[]
  /** The oldest call that was looked at, if there can be more; null: all were. */
  scannedTo: string | null
}

/** Beginning after a call. One statement, so that matches and end are of one moment. */
export async function listApiCalls(
  db: Db,
  environmentId: string,
  filters: CallFilters,
  { after, limit }: { after: string | null; limit: number },
): Promise<CallPage> {
  const { subject } = filters
  const { rows } = await sql<ApiCallSummary & { call_id: string | null; last_id: string | null; scanned: number }>`
    with ${subject === null ? sql`` : about(subject)} scanned as materialized (
      select ${columns}
      from ${subject === null ? sql`api_call` : sql`about`}
      where environment_id = ${environmentId} ${indexed(filters)}
        ${after === null ? sql`` : sql`and call_id < ${after}`}
      order by call_id desc
      limit ${SCANNED}
    ), matching as (
      select * from scanned where ${matching(filters)} order by call_id desc limit ${limit + 1}
    ), ending as (
      select min(call_id) as last_id, count(*)::int as scanned from scanned
    )
    select matching.*, ending.last_id, ending.scanned from ending left join matching on true
    order by matching.call_id desc`.execute(db)
  const calls = rows.filter(({ call_id }) => call_id !== null).map(({ last_id: _, scanned: __, ...call }) => call)
  const [first] = rows
  return { calls, scannedTo: first && first.scanned >= SCANNED ? first.last_id : null }
}

/** The columns of the list: without the bodies. */
const columns = sql`environment_id, call_id, request_id, method, operation_id, path, status, error_code, duration_ms, actor_id,
  replayed, subjects`

/** By itself: in the order of the list, Postgres would rather look at all calls of the environment than at its index. */
const about = (subject: string): RawBuilder<unknown> => sql`
  about as materialized (select ${columns} from api_call where subjects @> array[${subject}]::text[]),`

/** Condition on the columns of the other indexes. */
function indexed({ requestId, from, to, statusClasses }: CallFilters): RawBuilder<unknown> {
  const conditions = [
    from && sql`and call_id >= ${lowestIdAt('cal', from)}`,
    to && sql`and call_id < ${lowestIdAt('cal', to)}`,
    requestId && sql`and request_id = ${requestId}`,
    statusClasses.length > 0 && statusClasses.every((one) => one >= 4) && sql`and status >= 400`,
  ]
  return sql.join(conditions.filter((one) => one instanceof Object) as RawBuilder<unknown>[], sql` `)
}

function matching(filters: CallFilters): RawBuilder<unknown> {
  const { methods, statusClasses, operationIds, consoleReads, actorId, errorCode } = filters
  const conditions = [
    sql`true`,
    ...(methods.length > 0 ? [sql`method = any(${methods}::text[])`] : []),
    ...(statusClasses.length > 0 ? [sql`status / 100 = any(${statusClasses}::int[])`] : []),
    ...(operationIds.length > 0 ? [sql`operation_id = any(${operationIds}::text[])`] : []),
    ...(consoleReads ? [] : [sql`not (method = 'GET' and starts_with(actor_id, 'usr_'))`]),
    ...(actorId === null ? [] : [sql`actor_id = ${actorId}`]),
    ...(errorCode === null ? [] : [sql`error_code = ${errorCode}`]),
  ]
  return sql.join(conditions, sql` and `)
}

export async function findApiCall(
  db: Db,
  { environmentId, callId }: { environmentId: string; callId: string },
): Promise<ApiCall | undefined> {
  return await db
    .selectFrom('api_call')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('call_id', '=', callId)
    .executeTakeFirst()
}

/** Deletes a batch of calls older than `days`; resolves to their number. By the primary key, environment by environment. */
export async function pruneApiCalls(db: Db, days: number): Promise<number> {
  const oldest = lowestIdAt('cal', new Date(Date.now() - days * MS_PER_DAY))
  const { numAffectedRows } = await sql`
    delete from api_call
    where (environment_id, call_id) in (
      select old.environment_id, old.call_id
      from environment
      cross join lateral (
        select environment_id, call_id from api_call
        where environment_id = environment.environment_id and call_id < ${oldest}
        order by call_id limit ${PRUNED}
        for update skip locked
      ) as old
      limit ${PRUNED}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
