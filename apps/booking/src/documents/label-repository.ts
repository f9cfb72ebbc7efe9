/** Stored labels. */

import type { Label } from '@waybill/carriers/carrier-adapter'
import { sendWithCommit, type Write } from '@waybill/chassis/postgres/pipelining'
import { sql } from 'kysely'
import type { Db, Trx } from '../db.ts'

/** A reader that stalls holds three parts of a label in memory. Most labels have one or two. */
const PART_BYTES = 64 * 1024

/** Stores a label. `key`: its form, as `labelKey` names it. */
export async function storeLabel(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  label: Label,
  key: string,
): Promise<void> {
  await sendWithCommit(trx, labelWrite(trx, { environmentId, bookingId }, label, key))
}

/** The write of `storeLabel`. */
export function labelWrite(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  label: Label,
  key: string,
): Write {
  const fields = { content_type: label.contentType, content: label.bytes }
  return trx
    .insertInto('label')
    .values({ environment_id: environmentId, booking_id: bookingId, format: key, ...fields })
    .onConflict((conflict) => conflict.columns(['environment_id', 'booking_id', 'format']).doUpdateSet(fields))
}

/** Deletes the booking's labels in every form. `keepPapers`: but not its papers for customs. */
export async function dropLabels(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  { keepPapers = false } = {},
): Promise<void> {
  await trx
    .deleteFrom('label')
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .$if(keepPapers, (query) => query.where('format', 'not like', 'customs:%'))
    .execute()
}

/** A stored label with its first part: the whole of most labels. */
export interface StoredLabel {
  contentType: string
  /** In bytes. */
  length: number
  firstPart: Buffer
  /** Changes with every write of the label. */
  revision: string
}

/** Identifies a label: its booking and its form, as `labelKey` names it. */
export interface LabelPlace {
  environmentId: string
  bookingId: string
  key: string
}

const partFrom = (offset: number) => sql<Buffer>`substring(content from ${offset + 1} for ${PART_BYTES})`

export async function findLabel(
  db: Db,
  { environmentId, bookingId, key }: LabelPlace,
): Promise<StoredLabel | undefined> {
  return db
    .selectFrom('label')
    .select([
      'content_type as contentType',
      sql<number>`octet_length(content)`.as('length'),
      partFrom(0).as('firstPart'),
      sql<string>`xmin::text`.as('revision'),
    ])
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('format', '=', key)
    .executeTakeFirst()
}

/** The part of a label that begins at `offset`; undefined if the label was replaced or deleted since `revision`. */
export async function findLabelPart(
  db: Db,
  { environmentId, bookingId, key }: LabelPlace,
  { revision, offset }: { revision: string; offset: number },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('label')
    .select(partFrom(offset).as('part'))
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('format', '=', key)
    .where(sql<string>`xmin::text`, '=', revision)
    .executeTakeFirst()
  return row?.part
}
