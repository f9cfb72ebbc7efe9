/** Queries for stuck work in the booking service. Each returns the oldest first. */
import type { StuckQuery, StuckRow } from '@waybill/chassis/stuck/stuck-checks'
import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** A carrier that has not answered for so long needs a call by phone. */
const CARRIER_ANSWER_HOURS = 24

/** An open operation whose attempt at a carrier is in doubt. It waits for the carrier, and then for an operator. */
const inDoubt = sql`
  operation.step in ('call', 'recover') and exists (
    select from carrier_attempt attempt
    where attempt.environment_id = operation.environment_id and attempt.booking_id = operation.booking_id
      and attempt.op_id = operation.op_id and attempt.state <> 'refused' and attempt.state in ('sending', 'unknown'))`

/** Retries until the carrier answers. A recall gives up by itself after half a day. */
const awaitsCarrier = sql`(
  operation.kind = 'recall' or operation.step in ('pursue', 'await_holder', 'await_booking')
  or operation.step = 'undo' and operation.desired ->> 'doubt' is not null)`

/**
 * Open operations that nobody has taken since they were due, or that have not ended in time. A dispatch may take until
 * its window ends, and an operation that only waits for its carrier may take a day. `desired` is compared as text, so
 * that a row that cannot be read does not hide the others.
 */
export async function findStuckOperations(db: Db, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const before = sql`now() - ${afterSeconds} * interval '1 second'`
  const { rows } = await sql<StuckRow>`
    select op_id as id, environment_id as "environmentId", since,
      kind || ' at step ' || step || ' after ' || attempts || ' failed tries'
        || case when overdue_since < ${before} then ', due since ' || to_char(overdue_since at time zone 'utc',
          'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' but not taken or not readable' else '' end as why,
      count(*) over () as total
    from (
      select *, least(overdue_since, case when may_wait then null else created_at end) as since
      from (
        select operation.*,
          -- An operation that was woken is due since 1970. It is not overdue: it is taken within a second.
          case when next_attempt_at > to_timestamp(0) then next_attempt_at end as overdue_since,
          case when kind = 'dispatch' and desired ->> 'untilAt' is not null
              then desired ->> 'untilAt' > to_char((${before}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS')
            else ${awaitsCarrier} and created_at > now() - ${CARRIER_ANSWER_HOURS} * interval '1 hour'
          end as may_wait
        from operation where state = 'open' and not (${inDoubt})
      ) as working
    ) as open
    where since < ${before}
    order by since limit ${limit}`.execute(db)
  return rows
}

/** Bookings whose carrier has not said for long whether it took them. */
export async function findStuckDoubts(db: Db, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select attempt.booking_id as id, attempt.environment_id as "environmentId", attempt.sent_at as since,
      attempt.carrier_code || ' has not said whether it booked attempt ' || attempt.attempt_id as why,
      count(*) over () as total
    from operation
    join carrier_attempt attempt on attempt.environment_id = operation.environment_id
      and attempt.booking_id = operation.booking_id and attempt.op_id = operation.op_id
      and attempt.state <> 'refused' and attempt.state in ('sending', 'unknown')
    where operation.state = 'open' and operation.step in ('call', 'recover')
      and attempt.sent_at < now() - ${afterSeconds} * interval '1 second'
    order by attempt.sent_at limit ${limit}`.execute(db)
  return rows
}

/** Pending bookings whose shipment no operation works on. A cancellation that waits does not. */
export async function findStuckPending(db: Db, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select booking_id as id, environment_id as "environmentId", created_at as since,
      'no operation works on shipment ' || shipment_id
        || coalesce('; attempt ' || attempt_id || ' is ' || attempt.state, '; no carrier was called') as why,
      count(*) over () as total
    from booking
    left join lateral (
      select attempt_id, state from carrier_attempt
      where carrier_attempt.environment_id = booking.environment_id
        and carrier_attempt.booking_id = booking.booking_id and carrier_attempt.state <> 'refused'
    ) as attempt on true
    where status = 'pending' and created_at < now() - ${afterSeconds} * interval '1 second'
      and not exists (
        select from operation
        where operation.environment_id = booking.environment_id and operation.shipment_id = booking.shipment_id
          and operation.state = 'open' and operation.kind <> 'recall' and operation.step not in ('await_holder', 'await_booking'))
    order by created_at limit ${limit}`.execute(db)
  return rows
}

/** Live bookings of carriers that make labels whose label has not come, or has not come again after a change. */
export async function findStuckLabels(
  db: Db,
  carrierCodes: readonly string[],
  { afterSeconds, limit }: StuckQuery,
): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select booking_id as id, environment_id as "environmentId", since,
      carrier_code || ' has not given the label of job ' || coalesce(carrier_job_id, '–')
        || case when track_due_at is null then '; it is not asked' else '' end as why,
      count(*) over () as total
    from (
      select *, case when label_revision = 0 then booked_at else updated_at end as since
      from booking
      where label_due and status not in ('delivered', 'returned', 'failed', 'cancelled')
        and carrier_code = any (${carrierCodes}::text[])
        and booked_at < now() - ${afterSeconds} * interval '1 second'
    ) as due
    where since < now() - ${afterSeconds} * interval '1 second'
    order by since limit ${limit}`.execute(db)
  return rows
}

/** Photos and signatures that were due long ago and that nobody has tried to fetch since. */
export async function findStuckMedia(db: Db, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select pod_id || ' ' || name as id, environment_id as "environmentId", due_at as since,
      'not fetched since it is due, after ' || attempts || ' tries' as why, count(*) over () as total
    from proof_media
    where state = 'due' and due_at < now() - ${afterSeconds} * interval '1 second'
    order by due_at limit ${limit}`.execute(db)
  return rows
}

/** Jobs of own fleets whose next offer was due long ago. */
export async function findStuckOffers(db: Db, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select job_id as id, environment_id as "environmentId", due_at as since,
      'its next driver was not asked' as why, count(*) over () as total
    from fleet_job
    where status = 'searching' and due_at < now() - ${afterSeconds} * interval '1 second'
    order by due_at limit ${limit}`.execute(db)
  return rows
}

/**
 * Batches with pending items in environments of which no item of a running batch has been tried for long. An item that is
 * tried again and again is not stuck here: its operation, or its carrier, is.
 */
export async function findStuckBatches(db: Db, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    with running as (
      select environment_id, batch_id, count(*) as items from booking_batch_item where status = 'pending'
      group by environment_id, batch_id
    ), tried as (
      select environment_id, max(taken_at) as taken_at
      from booking_batch_item join running using (environment_id, batch_id)
      group by environment_id
    )
    select id, "environmentId", since, why, count(*) over () as total
    from (
      select batch_id as id, environment_id as "environmentId", greatest(created_at, taken_at) as since,
        items || ' of its bookings are pending and none is tried' as why
      from running join booking_batch using (environment_id, batch_id) join tried using (environment_id)
    ) as batch
    where since < now() - ${afterSeconds} * interval '1 second'
    order by since limit ${limit}`.execute(db)
  return rows
}
