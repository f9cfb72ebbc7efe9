/** Copies of shipments as merchants see them, embedded in bookings, with the terms by which their bookings are found. */
import { sendWithCommit } from '@waybill/chassis/postgres/pipelining'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../db.ts'
import { ANY_BOOKING } from '../search/repository.ts'
import { shipmentTerms } from '../search/terms.ts'
import { endOfCollection } from './eta.ts'

/** The names of the recipient that the public shipment does not show; null: unknown, and the terms of known ones stay. */
type RecipientNames = readonly (string | null)[] | null

export interface CopyDetails {
  sequence: number
  recipientNames: RecipientNames
}

/** Stores the shipment as of `sequence`, unless the copy is newer. */
export async function storeShipmentCopy(
  trx: Trx,
  { environment_id, shipment_id, ...rest }: PublicShipment,
  { sequence, recipientNames }: CopyDetails,
): Promise<void> {
  const shipment = { environment_id, shipment_id, ...rest }
  const stored = sql`
    insert into shipment_copy (environment_id, shipment_id, sequence, object)
    values (${environment_id}, ${shipment_id}, ${sequence}, ${JSON.stringify(shipment)})
    on conflict (environment_id, shipment_id)
      do update set sequence = excluded.sequence, object = excluded.object
      where shipment_copy.sequence <= excluded.sequence
    returning environment_id, shipment_id`
  const { rows } = await sql<{ is_stored: boolean }>`
    with ${withTerms(stored, shipment, recipientNames)}
    select exists (select from stored) as is_stored`.execute(trx)
  if (!rows[0]?.is_stored) await dateByNewerCopy(trx, shipment)
}

/** Updates an existing copy to a newer state. A shipment without a copy has no booking and is ignored. */
export async function renewShipmentCopy(trx: Trx, shipment: PublicShipment, details: CopyDetails): Promise<void> {
  await sendWithCommit(trx, sql`with ${copyRenewal(shipment, details, sql`true`)} select`)
}

/** The common table expressions that do it, if the condition holds. */
export function copyRenewal(
  shipment: PublicShipment,
  { sequence, recipientNames }: CopyDetails,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const renewed = sql`
    update shipment_copy set sequence = ${sequence}, object = ${JSON.stringify(shipment)}
    where environment_id = ${shipment.environment_id} and shipment_id = ${shipment.shipment_id}
      and sequence < ${sequence} and ${condition}
    returning environment_id, shipment_id`
  return withTerms(renewed, shipment, recipientNames)
}

/** Stores the copy, with its terms, and moves the bookings to its collection date, all of it if the copy is the newest. */
function withTerms(
  stored: RawBuilder<unknown>,
  shipment: PublicShipment,
  recipientNames: RecipientNames,
): RawBuilder<unknown> {
  const terms = shipmentTerms(shipment, recipientNames ?? [])
  return sql`
    stored as (${stored}),
    dropped as (
      delete from search_term using stored
      where search_term.environment_id = stored.environment_id and search_term.shipment_id = stored.shipment_id
        and booking_id = ${ANY_BOOKING} and term <> all (${terms}::text[]) and ${recipientNames !== null}
    ),
    added as (
      insert into search_term (environment_id, shipment_id, booking_id, term)
      select environment_id, shipment_id, ${ANY_BOOKING}, term from stored, unnest(${terms}::text[]) as term
      on conflict do nothing
    ),
    dated as (
      update booking set ${collection(shipment)} from stored
      where booking.environment_id = stored.environment_id and booking.shipment_id = stored.shipment_id
        and booking.collection_date <> ${shipment.collection_date}
    )`
}

/** The columns that follow from the collection date. A pickup that nobody awaits stays so. */
function collection(shipment: PublicShipment): RawBuilder<unknown> {
  const endsAt = sql`${endOfCollection(shipment, null)}::timestamptz`
  return sql`
    collection_date = ${shipment.collection_date},
    pickup_by = case when pickup_by is not null and booked_at < ${endsAt}
      then least(${endsAt}, coalesce(eta ->> 'fromAt', quote_option ->> 'eta_from')::timestamptz) else pickup_by end`
}

/** Moves the bookings to the date of a newer copy. Separate, since only a later statement sees a copy that was committed just now. */
async function dateByNewerCopy(
  trx: Trx,
  { environment_id, shipment_id }: Pick<PublicShipment, 'environment_id' | 'shipment_id'>,
): Promise<void> {
  const { object } = await trx
    .selectFrom('shipment_copy')
    .select('object')
    .where('environment_id', '=', environment_id)
    .where('shipment_id', '=', shipment_id)
    .executeTakeFirstOrThrow()
  await sql`
    update booking set ${collection(object)}
    where environment_id = ${environment_id} and shipment_id = ${shipment_id}
      and collection_date <> ${object.collection_date}`.execute(trx)
}
