/** The queue of deliveries still to be sent: endpoint locks, pausing, and release of claims. */

import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'
import { getOrigin } from '../fairness/origin.ts'

const PAUSE_BATCH = 2_000

/** A locked endpoint with what a sender needs. */
export interface LockedEndpoint extends EndpointKey {
  /** Whether its subscription is active. */
  isActive: boolean
  url: string
  /** Origin of the URL. */
  origin: string
  /** Unexpired signing secrets, newest first. */
  secrets: (SealedSecret & { secretId: string })[]
}

/**
 * Locks endpoints, in the order of their ids, against claims and changes of their health; skips those that another
 * transaction holds. Must be a separate statement before the claim: in one statement, two dispatchers would count
 * deliveries in flight as of the same snapshot and both take the same free slots.
 */
export async function lockEndpoints(trx: Writer, endpoints: readonly EndpointKey[]): Promise<LockedEndpoint[]> {
  const { rows } = await sql<{
    environment_id: string
    subscription_id: string
    is_active: boolean
    url: string
    secrets: { secret_id: string; key_id: string; sealed: string }[]
  }>`
    select endpoint.environment_id, endpoint.subscription_id, subscription.status = 'active' as is_active,
      subscription.url, (
        select coalesce(json_agg(json_build_object(
          'secret_id', secret_id, 'key_id', key_id, 'sealed', encode(sealed, 'base64')
        ) order by created_at desc), '[]')
        from subscription_secret as secret
        where secret.environment_id = wanted.environment_id and secret.subscription_id = wanted.subscription_id
          and (expires_at is null or expires_at > now())
      ) as secrets
    from unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[])
      as wanted (environment_id, subscription_id)
    join endpoint using (environment_id, subscription_id)
    join subscription using (environment_id, subscription_id)
    order by endpoint.environment_id, endpoint.subscription_id
    for update of endpoint skip locked`.execute(trx)
  return rows.map((row) => ({
    environmentId: row.environment_id,
    subscriptionId: row.subscription_id,
    isActive: row.is_active,
    url: row.url,
    origin: getOrigin(row.url),
    secrets: row.secrets.map(({ secret_id, key_id, sealed }) => ({
      secretId: secret_id,
      keyId: key_id,
      sealed: Buffer.from(sealed, 'base64'),
    })),
  }))
}

/**
 * Removes a batch of waiting deliveries of inactive subscriptions from the queue. They become `paused`, or `cancelled`
 * if the subscription is deleted. Returns how many.
 */
export async function pauseWaiting(trx: Writer, endpoints: readonly EndpointKey[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with inactive as (
      select environment_id, subscription_id
      from unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[])
        as locked (environment_id, subscription_id)
      join subscription using (environment_id, subscription_id)
      where subscription.status <> 'active'
    ), found as (
      select waiting.environment_id, waiting.delivery_id
      from inactive cross join lateral (
        (
          select environment_id, delivery_id from delivery_queue as queued
          where queued.environment_id = inactive.environment_id and queued.subscription_id = inactive.subscription_id
            and claim_id is null and predecessor_id is null and trigger <> 'test'
          limit ${PAUSE_BATCH}
        ) union all (
          select environment_id, delivery_id from delivery_queue as queued
          where queued.environment_id = inactive.environment_id and queued.subscription_id = inactive.subscription_id
            and claim_id is null and predecessor_id is not null and ordered_subject is not null
          limit ${PAUSE_BATCH}
        )
      ) as waiting
    ), taken as (
      delete from delivery_queue as queued using found
      where queued.environment_id = found.environment_id and queued.delivery_id = found.delivery_id
        and queued.claim_id is null
      returning queued.environment_id, queued.delivery_id, queued.subscription_id, queued.event_at
    )
    update delivery
    set status = case when subscription.deleted_at is null then 'paused' else 'cancelled' end, next_attempt_at = null
    from taken join subscription using (environment_id, subscription_id)
    where delivery.environment_id = taken.environment_id and delivery.delivery_id = taken.delivery_id
      and delivery.event_at = taken.event_at`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Releases claimed deliveries unsent. Any dispatcher may claim them again at once. */
export async function releaseClaims(
  db: Reader,
  claimId: string,
  deliveries: readonly { environmentId: string; deliveryId: string }[],
): Promise<void> {
  await sql`
    update delivery_queue as queued set claim_id = null, claimed_by = null, lease_until = null
    from unnest(${environmentIds(deliveries)}::text[], ${deliveries.map(({ deliveryId }) => deliveryId)}::text[])
      as given (environment_id, delivery_id)
    where queued.environment_id = given.environment_id and queued.delivery_id = given.delivery_id
      and queued.claim_id = ${claimId}::uuid`.execute(db)
}

/**
 * Releases claims whose lease has expired, and those of the dispatchers `dead`. Returns how many, and the dispatchers other
 * than `own` that hold claims and whose session is gone.
 */
export async function releaseAbandonedClaims(
  db: Reader,
  { own, dead, limit }: { own: number; dead: readonly number[]; limit: number },
): Promise<{ released: number; gone: number[] }> {
  // An advisory lock by one bigint shows its halves as classid and objid.
  const { rows } = await sql<{ released: number; gone: string[] }>`
    with released as (
      update delivery_queue set claim_id = null, claimed_by = null, lease_until = null
      where (environment_id, delivery_id) in (
        select environment_id, delivery_id from delivery_queue
        where claim_id is not null and (lease_until < now() or claimed_by = any(${dead}::bigint[]))
        limit ${limit}
        for update skip locked
      )
      returning 1
    )
    select (select count(*)::int from released) as released, array(
      select distinct claimed_by::text from delivery_queue
      where claim_id is not null and claimed_by <> ${own}::bigint and claimed_by not in (
        select (classid::bigint << 32) | objid::bigint from pg_locks where locktype = 'advisory' and granted
      )
    ) as gone`.execute(db)
  return { released: rows[0]?.released ?? 0, gone: (rows[0]?.gone ?? []).map(Number) }
}

/**
 * Vacuums the queue and its indexes. Does nothing while another vacuum of it runs, and on Postgres 15 and 16 if the
 * service's role does not own the table: they have no right to vacuum apart from that. Rows that a long transaction
 * elsewhere may still see remain.
 */
export async function vacuumQueue(db: Reader): Promise<void> {
  await db.connection().execute(async (connection) => {
    if (!(await mayVacuumQueue(connection))) return
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await sql`vacuum (skip_locked, index_cleanup on, truncate off) delivery_queue`.execute(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function mayVacuumQueue(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select case when current_setting('server_version_num')::int >= 170000 then has_table_privilege(oid, 'maintain')
      else pg_has_role(relowner, 'usage') end as may
    from pg_class where oid = 'delivery_queue'::regclass`.execute(db)
  return rows[0]?.may ?? false
}
