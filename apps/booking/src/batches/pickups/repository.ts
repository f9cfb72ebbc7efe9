/** SQL of pickups. */
import type { PickupStatus } from '@waybill/contracts/bookings/pickup'
import { type Selectable, sql } from 'kysely'
import type { Db, PickupTable, Trx } from '../../db.ts'
import type { HeldPickup, Pickup, PickupKey } from './pickup.ts'

type Reader = Db | Trx

const toPickup = (row: Selectable<PickupTable>): Pickup => ({
  environmentId: row.environment_id,
  pickupId: row.pickup_id,
  merchantId: row.merchant_id,
  livemode: row.livemode,
  requestId: row.request_id,
  carrierCode: row.carrier_code,
  carrierAccountId: row.carrier_account_id,
  status: row.status,
  step: row.step,
  windowFrom: row.window_from,
  windowTo: row.window_to,
  address: row.address,
  instructions: row.instructions,
  jobs: row.jobs,
  bookingIds: row.booking_ids,
  maxPrice: row.max_price,
  draftId: row.draft_id,
  carrierPickupId: row.carrier_pickup_id,
  confirmation: row.confirmation,
  price: row.price,
  inDoubt: row.in_doubt,
  sentAt: row.sent_at,
  notFoundSeen: row.not_found_seen,
  error: row.error,
  cancelRequestedAt: row.cancel_requested_at,
  scheduledAt: row.scheduled_at,
  cancelledAt: row.cancelled_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Another pickup may take the bookings. */
const ENDED: readonly PickupStatus[] = ['missed', 'cancelled', 'failed', 'unknown']

const json = (value: object | null): string | null => value && JSON.stringify(value)

/**
 * Stores a pickup with its bookings. Pickups whose window has passed give them up. Resolves to the bookings that another pickup
 * has; then the transaction has to be rolled back.
 */
export async function insertPickup(trx: Trx, pickup: Pickup): Promise<string[]> {
  const { environmentId, pickupId, bookingIds } = pickup
  await sql`
    update pickup_booking taken set live = false from pickup
    where taken.environment_id = ${environmentId} and taken.booking_id = any (${bookingIds}::text[]) and taken.live
      and pickup.environment_id = taken.environment_id and pickup.pickup_id = taken.pickup_id
      and (pickup.step is null or pickup.step = 'follow') and pickup.window_to < now()`.execute(trx)
  await trx
    .insertInto('pickup')
    .values({
      environment_id: environmentId,
      pickup_id: pickupId,
      merchant_id: pickup.merchantId,
      livemode: pickup.livemode,
      request_id: pickup.requestId,
      carrier_code: pickup.carrierCode,
      carrier_account_id: pickup.carrierAccountId,
      status: pickup.status,
      step: pickup.step,
      window_from: pickup.windowFrom,
      window_to: pickup.windowTo,
      address: json(pickup.address),
      instructions: pickup.instructions,
      jobs: JSON.stringify(pickup.jobs),
      booking_ids: bookingIds,
      max_price: json(pickup.maxPrice),
      created_at: pickup.createdAt,
      updated_at: pickup.updatedAt,
    })
    .execute()
  const { rows } = await sql<{ bookingId: string }>`
    insert into pickup_booking (environment_id, pickup_id, booking_id)
    select ${environmentId}, ${pickupId}, booking_id from unnest(${bookingIds}::text[]) as given (booking_id)
    order by booking_id
    on conflict (environment_id, booking_id) where live do nothing
    returning booking_id as "bookingId"`.execute(trx)
  const taken = new Set(rows.map(({ bookingId }) => bookingId))
  return bookingIds.filter((bookingId) => !taken.has(bookingId))
}

export async function findPickup(db: Reader, { environmentId, pickupId }: PickupKey): Promise<Pickup | undefined> {
  const row = await selectPickup(db, environmentId).where('pickup_id', '=', pickupId).executeTakeFirst()
  return row && toPickup(row)
}

export async function lockPickup(trx: Trx, { environmentId, pickupId }: PickupKey): Promise<Pickup | undefined> {
  const row = await selectPickup(trx, environmentId).where('pickup_id', '=', pickupId).forUpdate().executeTakeFirst()
  return row && toPickup(row)
}

const selectPickup = (db: Reader, environmentId: string) =>
  db.selectFrom('pickup').selectAll().where('environment_id', '=', environmentId)

interface PickupFilters {
  status: PickupStatus | null
  bookingId: string | null
}

/** A page of pickups, newest first, and one more if there is one. `after`: the last of the page before. */
export async function listPickups(
  db: Db,
  environmentId: string,
  { status, bookingId }: PickupFilters,
  { after, limit }: { after: string | null; limit: number },
): Promise<Pickup[]> {
  let query = selectPickup(db, environmentId)
  if (after !== null) query = query.where('pickup_id', '<', after)
  if (status !== null) query = query.where('status', '=', status)
  if (bookingId !== null)
    query = query.where('pickup_id', 'in', (eb) =>
      eb
        .selectFrom('pickup_booking')
        .select('pickup_id')
        .where('environment_id', '=', environmentId)
        .where('booking_id', '=', bookingId),
    )
  const rows = await query
    .orderBy('pickup_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toPickup)
}

/**
 * Takes the leases of pickups whose step is due, over all environments. From now on one that is to be scheduled is in doubt: the
 * process may end during the call.
 */
export async function takeDuePickups(db: Db, limit: number, leaseMs: number): Promise<HeldPickup[]> {
  const { rows } = await sql<Selectable<PickupTable> & { lease_id: string; was_in_doubt: boolean }>`
    with due as (
      select environment_id, pickup_id, in_doubt from pickup
      where step is not null and due_at <= clock_timestamp()
        and (lease_until is null or lease_until < clock_timestamp())
      order by due_at, pickup_id limit ${limit}
      for update skip locked
    )
    update pickup
    set lease_id = gen_random_uuid(), lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms',
      attempts = attempts + 1, in_doubt = pickup.in_doubt or pickup.step = 'schedule',
      sent_at = case when pickup.step = 'schedule' and not pickup.in_doubt then clock_timestamp() else sent_at end
    from due
    where pickup.environment_id = due.environment_id and pickup.pickup_id = due.pickup_id
    returning pickup.*, due.in_doubt as was_in_doubt`.execute(db)
  return rows.map((row) => ({
    ...toPickup(row),
    leaseId: row.lease_id,
    attempts: row.attempts,
    wasInDoubt: row.was_in_doubt,
  }))
}

/** Locks a pickup of which the lease is still held; undefined: it was lost. */
export async function lockHeldPickup(trx: Trx, { environmentId, pickupId, leaseId }: HeldPickup) {
  const row = await selectPickup(trx, environmentId)
    .where('pickup_id', '=', pickupId)
    .where('lease_id', '=', leaseId)
    .forUpdate()
    .executeTakeFirst()
  return row && toPickup(row)
}

/**
 * Stores the new state of a locked pickup and ends its lease. `pauseMs`: when its next step is due. `isSeen`: merchants see the
 * difference. Its bookings are free when it has ended.
 */
export async function storePickup(
  trx: Trx,
  pickup: Pickup,
  { pauseMs, isNewStep, isSeen }: { pauseMs: number; isNewStep: boolean; isSeen: boolean },
): Promise<Pickup> {
  const { environmentId, pickupId, status } = pickup
  const row = await trx
    .updateTable('pickup')
    .set({
      status,
      step: pickup.step,
      draft_id: pickup.draftId,
      carrier_pickup_id: pickup.carrierPickupId,
      confirmation: pickup.confirmation,
      price: json(pickup.price),
      in_doubt: pickup.inDoubt,
      sent_at: pickup.sentAt,
      not_found_seen: pickup.notFoundSeen,
      error: json(pickup.error),
      cancel_requested_at: pickup.cancelRequestedAt,
      scheduled_at: pickup.scheduledAt,
      cancelled_at: pickup.cancelledAt,
      due_at: sql<Date>`clock_timestamp() + ${pauseMs} * interval '1 ms'`,
      lease_id: null,
      lease_until: null,
      ...(isNewStep && { attempts: 0 }),
      ...(isSeen && { version: sql<number>`version + 1`, updated_at: sql<Date>`greatest(now(), updated_at)` }),
    })
    .where('environment_id', '=', environmentId)
    .where('pickup_id', '=', pickupId)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (ENDED.includes(status))
    await trx
      .updateTable('pickup_booking')
      .set({ live: false })
      .where('environment_id', '=', environmentId)
      .where('pickup_id', '=', pickupId)
      .execute()
  return toPickup(row)
}

/** Stores that a pickup in doubt is to be cancelled. Leaves its lease to the process that asks the carrier. */
export async function noteCancellation(trx: Trx, { environmentId, pickupId, cancelRequestedAt }: Pickup) {
  const row = await trx
    .updateTable('pickup')
    .set({
      cancel_requested_at: cancelRequestedAt,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`greatest(now(), updated_at)`,
    })
    .where('environment_id', '=', environmentId)
    .where('pickup_id', '=', pickupId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPickup(row)
}

/** Ends the lease of a pickup whose outcome was not stored: it is due at once. */
export async function releasePickup(db: Db, { environmentId, pickupId, leaseId }: HeldPickup): Promise<void> {
  await db
    .updateTable('pickup')
    .set({ lease_until: null })
    .where('environment_id', '=', environmentId)
    .where('pickup_id', '=', pickupId)
    .where('lease_id', '=', leaseId)
    .execute()
}

/** Whether another pickup that is to take place has the same number at the carrier: carriers give one for a place and day. */
export async function sharesNumber(
  db: Db,
  { environmentId, pickupId, carrierAccountId, carrierPickupId }: Pickup,
): Promise<boolean> {
  const found = await db
    .selectFrom('pickup')
    .select('pickup_id')
    .where('environment_id', '=', environmentId)
    .where('carrier_account_id', '=', carrierAccountId)
    .where('carrier_pickup_id', '=', carrierPickupId)
    .where('pickup_id', '<>', pickupId)
    .where(sql<boolean>`status in ('scheduled', 'changed')`)
    .where('cancel_requested_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
