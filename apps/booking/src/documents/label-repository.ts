/** Stored labels. */
import type { Label } from '@waybill/carriers/carrier-adapter'
import type { Db, Trx } from '../db.ts'

/** Stores a label. `key`: its form, as `labelKey` names it. */
export async function storeLabel(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  label: Label,
  key: string,
): Promise<void> {
  const fields = { content_type: label.contentType, content: label.bytes }
  await trx
    .insertInto('label')
    .values({ environment_id: environmentId, booking_id: bookingId, format: key, ...fields })
    .onConflict((conflict) => conflict.columns(['environment_id', 'booking_id', 'format']).doUpdateSet(fields))
    .execute()
}

/** Deletes the booking's labels in every form. */
export async function dropLabels(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
): Promise<void> {
  await trx
    .deleteFrom('label')
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .execute()
}

export async function findLabel(
  db: Db,
  environmentId: string,
  bookingId: string,
  key: string,
): Promise<Label | undefined> {
  const row = await db
    .selectFrom('label')
    .select(['content_type', 'content'])
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('format', '=', key)
    .executeTakeFirst()
  return row && { contentType: row.content_type, bytes: row.content }
}
