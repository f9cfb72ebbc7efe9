/** SQL of the costs of weeks, and of what each booking is counted with in them. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, StoredCharge, Trx } from '../../db.ts'
import { type CostedBooking, type CostLine, figureNames } from './cost-lines.ts'

/** How far the events of the outbox are counted. */
export interface CostProgress {
  position: number
  /** When that was the last one; null: bookings of before have not been counted yet. */
  countedUntil: Date | null
  /** The last booking that a recount has counted; null: none is under way. */
  recounted: BookingKey | null
}

export interface BookingKey {
  environmentId: string
  bookingId: string
}

/** A booking that has changed since it was counted, and what it is counted with. */
interface ChangedBooking extends BookingKey {
  sequence: number
  booking: CostedBooking
  countedLines: readonly CostLine[]
}

/** The end of the outbox, and who is writing to it. */
export interface OutboxEnd {
  position: number
  at: Date
  writers: readonly string[]
}

/**
 * Positions are taken before the commit, so an event at a lower one may be committed later. Its transaction had locked the
 * table by then: once those that hold the lock now have ended, every event until this position can be read.
 */
export async function findOutboxEnd(db: Db): Promise<OutboxEnd> {
  const { rows } = await sql<{ position: number; at: Date }>`
    select coalesce(max(position), 0) as position, now() as at from outbox`.execute(db)
  const { position, at } = rows[0] as { position: number; at: Date }
  return { position, at, writers: await listOutboxWriters(db) }
}

/** The transactions that may write to the outbox, or have written. */
export async function listOutboxWriters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'outbox'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ writer }) => writer)
}

/** Locks the progress; undefined while another process has it. */
export async function lockProgress(trx: Trx): Promise<CostProgress | undefined> {
  const row = await trx.selectFrom('cost_progress').selectAll().forUpdate().skipLocked().executeTakeFirst()
  if (row === undefined) return undefined
  const {
    position,
    as_of: countedUntil,
    recounted_environment_id: environmentId,
    recounted_booking_id: bookingId,
  } = row
  const recounted = environmentId === null || bookingId === null ? null : { environmentId, bookingId }
  return { position, countedUntil, recounted }
}

export async function storeProgress(trx: Trx, { position, countedUntil, recounted }: CostProgress): Promise<void> {
  await trx
    .updateTable('cost_progress')
    .set({
      position,
      as_of: countedUntil,
      recounted_environment_id: recounted?.environmentId ?? null,
      recounted_booking_id: recounted?.bookingId ?? null,
    })
    .execute()
}

/** Until when changes are counted; null: bookings of before have not been counted yet. */
export async function findCountedUntil(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('cost_progress').select('as_of').executeTakeFirst()
  return row?.as_of ?? null
}

/** The bookings of the next events, at most `limit`, and the position of the last of them; null: there are no more. */
export async function listBookingsInOutbox(
  trx: Trx,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<{ keys: BookingKey[]; last: number | null }> {
  const { rows } = await sql<{ position: number; environmentId: string; subjectType: string; subjectId: string }>`
    select position, environment_id as "environmentId", subject_type as "subjectType", subject_id as "subjectId"
    from outbox where position > ${after} and position <= ${until} order by position limit ${limit}`.execute(trx)
  const bookings = rows.filter(({ subjectType }) => subjectType === 'booking')
  const keys = new Map(
    bookings.map(({ environmentId, subjectId: bookingId }) => [bookingId, { environmentId, bookingId }]),
  )
  return { keys: [...keys.values()], last: rows.length < limit ? null : (rows.at(-1)?.position ?? null) }
}

/** Bookings in the order of their keys. */
export async function listBookingsAfter(
  trx: Trx,
  { environmentId, bookingId }: BookingKey,
  limit: number,
): Promise<BookingKey[]> {
  const { rows } = await sql<BookingKey>`
    select environment_id as "environmentId", booking_id as "bookingId" from booking
    where (environment_id, booking_id) > (${environmentId}, ${bookingId})
    order by environment_id, booking_id limit ${limit}`.execute(trx)
  return rows
}

type ChangedRow = Omit<CostedBooking, 'charges' | 'promisedAt'> &
  BookingKey & {
    sequence: number
    promisedAt: string
    charges: StoredCharge[]
    countedLines: CostLine[] | null
  }

/** Those of the bookings that have changed since they were counted. */
export async function listChangedBookings(trx: Trx, keys: readonly BookingKey[]): Promise<ChangedBooking[]> {
  const { rows } = await sql<ChangedRow>`
    select booking.environment_id as "environmentId", booking.booking_id as "bookingId", booking.sequence,
      ${costColumns}, counted.lines as "countedLines"
    from ${recordset(keys)}
    join booking on booking.environment_id = given."environmentId" and booking.booking_id = given."bookingId"
    left join counted_booking as counted
      on counted.environment_id = booking.environment_id and counted.booking_id = booking.booking_id
    where counted.sequence is distinct from booking.sequence`.execute(trx)
  return rows.map(({ environmentId, bookingId, sequence, countedLines, charges, promisedAt, ...row }) => ({
    environmentId,
    bookingId,
    sequence,
    countedLines: countedLines ?? [],
    booking: {
      ...row,
      promisedAt: new Date(promisedAt),
      charges: charges.map((charge) => ({ ...charge, at: new Date(charge.at) })),
    },
  }))
}

/** The shipment is the one of the booking's last event, so that the same row always gives the same; an erased one is its copy. */
const costColumns = sql`
  coalesce(booking.shown_shipment ->> 'collection_date', booking.collection_date) as "collectionDate",
  booking.carrier_code as "carrierCode", booking.quote_option ->> 'service_code' as "serviceCode",
  booking.quote_option ->> 'currency' as currency, (booking.quote_option ->> 'exponent')::int as exponent,
  (booking.quote_option ->> 'amount_minor')::bigint as "amountMinor",
  (booking.quote_option ->> 'tax_minor')::bigint as "taxMinor",
  booking.quote_option ->> 'eta_to' as "promisedAt", booking.status, booking.charges,
  booking.carrier_job_id is not null as "hasJob", booking.picked_up as "pickedUp", booking.cancelled_at as "cancelledAt",
  (
    select max(fact.occurred_at) from tracking_fact as fact
    where fact.environment_id = booking.environment_id and fact.booking_id = booking.booking_id
      and fact.fact ->> 'status' = 'delivered'
  ) as "deliveredAt",
  coalesce(jsonb_array_length(booking.shown_shipment -> 'parcels'), (
    select json_array_length(copy.object -> 'parcels') from shipment_copy as copy
    where copy.environment_id = booking.environment_id and copy.shipment_id = booking.shipment_id
  ), 0) as parcels`

const recordset = (keys: readonly BookingKey[]): RawBuilder<unknown> => sql`
  json_to_recordset(${JSON.stringify(keys)}::json) as given ("environmentId" text, "bookingId" text)`

/** Stores what bookings are counted with now. */
export async function storeCounted(
  trx: Trx,
  counted: readonly (BookingKey & { sequence: number; lines: readonly CostLine[] })[],
): Promise<void> {
  await sql`
    insert into counted_booking (environment_id, booking_id, sequence, lines)
    select "environmentId", "bookingId", sequence, lines
    from json_to_recordset(${JSON.stringify(counted)}::json)
      as given ("environmentId" text, "bookingId" text, sequence int, lines jsonb)
    on conflict (environment_id, booking_id) do update set sequence = excluded.sequence, lines = excluded.lines`.execute(
    trx,
  )
}

const figureColumns = sql.join(figureNames.map((name) => sql.ref(name)))
const keyColumns = sql`environment_id, week, carrier_code, service_code, currency, exponent`

/** Adds the lines, one of each key, to the costs of the environment's weeks. */
export async function addToWeeks(trx: Trx, environmentId: string, lines: readonly CostLine[]): Promise<void> {
  if (lines.length === 0) return
  const sums = figureNames.map((name) => sql`${sql.ref(name)} = cost_week.${sql.ref(name)} + excluded.${sql.ref(name)}`)
  const types = figureNames.map((name) => sql`${sql.ref(name)} bigint`)
  await sql`
    insert into cost_week (${keyColumns}, ${figureColumns})
    select ${environmentId}, week, carrier_code, service_code, currency, exponent, ${figureColumns}
    from json_to_recordset(${JSON.stringify(lines)}::json) as given (
      week text, carrier_code text, service_code text, currency text, exponent smallint, ${sql.join(types)})
    on conflict (${keyColumns}) do update set ${sql.join(sums)}`.execute(trx)
}
