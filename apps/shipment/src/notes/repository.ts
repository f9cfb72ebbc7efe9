/** Notes of a team about its shipments. */
import type { Note } from '@waybill/contracts/shipments/handling'
import { listWords } from '@waybill/contracts/values/search/note-words'
import { type Selectable, sql } from 'kysely'
import type { NoteTable, Reader, Writer } from '../db.ts'

const columns = ['note_id', 'shipment_id', 'text', 'author_id', 'created_at'] as const
type Row = Pick<Selectable<NoteTable>, (typeof columns)[number]>

const toNote = (row: Row): Note => ({
  noteId: row.note_id,
  shipmentId: row.shipment_id,
  text: row.text,
  authorId: row.author_id,
  createdAt: row.created_at,
})

export async function insertNote(trx: Writer, environmentId: string, note: Note): Promise<void> {
  await trx
    .insertInto('note')
    .values({
      environment_id: environmentId,
      note_id: note.noteId,
      shipment_id: note.shipmentId,
      text: note.text,
      words: sql`array_to_tsvector(${[environmentId, ...listWords(note.text)]}::text[])`,
      author_id: note.authorId,
      created_at: note.createdAt,
    })
    .execute()
}

/** Newest first. `after`: the last note of the page before. */
export async function listNotes(
  db: Reader,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  { after, limit }: { after: string | null; limit: number },
): Promise<Note[]> {
  const rows = await db
    .selectFrom('note')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .$if(after !== null, (query) => query.where('note_id', '<', after))
    .orderBy('note_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toNote)
}

export async function findNote(
  trx: Writer,
  { environmentId, shipmentId, noteId }: { environmentId: string; shipmentId: string; noteId: string },
): Promise<Note | undefined> {
  const row = await trx
    .selectFrom('note')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('note_id', '=', noteId)
    .executeTakeFirst()
  return row && toNote(row)
}

export async function countNotes(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
): Promise<number> {
  const { count } = await trx
    .selectFrom('note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function removeNote(trx: Writer, environmentId: string, noteId: string): Promise<void> {
  await trx.deleteFrom('note').where('environment_id', '=', environmentId).where('note_id', '=', noteId).execute()
}
