/** Personal data in the event log: payloads, and the responses of receivers. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'

const isAbout = (environmentId: string, subjectIds: readonly string[]): RawBuilder<unknown> =>
  sql`event.environment_id = ${environmentId} and event.subject_id = any (${subjectIds}::text[])
    and event.position is not null`

/** An event of a subject. */
interface EventPayload {
  eventId: string
  eventAt: Date
  position: number
  payload: string
}

/** The subject's next events after a position, in order. */
export async function readPayloads(
  db: Reader,
  { environmentId, subjectId }: { environmentId: string; subjectId: string },
  { after, limit }: { after: number; limit: number },
): Promise<EventPayload[]> {
  const { rows } = await sql<EventPayload>`
    select event_id as "eventId", event_at as "eventAt", position, payload from event
    where ${isAbout(environmentId, [subjectId])} and position > ${after}
    order by position limit ${limit}`.execute(db)
  return rows
}

/** Replaces payloads of events and removes the responses of receivers. */
export async function writeErased(trx: Writer, environmentId: string, events: readonly EventPayload[]): Promise<void> {
  const given = sql`unnest(
    ${events.map(({ eventId }) => eventId)}::text[], ${events.map(({ eventAt }) => eventAt)}::timestamptz[],
    ${events.map(({ payload }) => payload)}::text[]) as given (event_id, event_at, payload)`
  await sql`
    update event set payload = given.payload
    from ${given}
    where event.environment_id = ${environmentId} and event.event_id = given.event_id
      and event.event_at = given.event_at and event.payload <> given.payload`.execute(trx)
  // Joined through the environment's subscriptions, because the index on deliveries begins with them.
  await sql`
    update attempt set response_body = null, response_headers = '{}'
    from ${given}
    cross join subscription
    join delivery on delivery.environment_id = subscription.environment_id
      and delivery.subscription_id = subscription.subscription_id and delivery.event_id = given.event_id
      and delivery.event_at = given.event_at
    where subscription.environment_id = ${environmentId} and attempt.environment_id = ${environmentId}
      and attempt.delivery_id = delivery.delivery_id and attempt.event_at = delivery.event_at
      and (attempt.response_body is not null or attempt.response_headers <> '{}')`.execute(trx)
}

/** Number of rows about subjects, by table. */
export async function countEventRows(
  db: Reader,
  environmentId: string,
  subjectIds: readonly string[],
): Promise<Record<string, number>> {
  const wanted = isAbout(environmentId, subjectIds)
  const { rows } = await sql<Record<string, number>>`
    with wanted as (select event_id, event_at from event where ${wanted}),
    sent as (
      select delivery_id, delivery.event_at from wanted
      cross join subscription
      join delivery on delivery.environment_id = subscription.environment_id
        and delivery.subscription_id = subscription.subscription_id and delivery.event_id = wanted.event_id
        and delivery.event_at = wanted.event_at
      where subscription.environment_id = ${environmentId}
    )
    select (select count(*) from wanted) as event, (select count(*) from sent) as delivery,
      (select count(*) from sent join attempt using (delivery_id, event_at)
        where attempt.environment_id = ${environmentId}) as attempt`.execute(db)
  return rows[0] ?? {}
}
