/** Use cases of notes. Each takes the transaction; none opens one or touches the network. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { CreateNote, Note } from '@waybill/contracts/shipments/handling'
import type { Writer } from '../db.ts'
import { assertKept } from '../erasure/kept.ts'
import { getLocked } from '../shipments/commands.ts'
import { countNotes, findNote, insertNote, removeNote } from './repository.ts'

const MOST_NOTES = 500

interface Subject {
  environmentId: string
  shipmentId: string
}

/** Throws `shipment_not_found`, `note_limit_reached` and `data_erased`. */
export async function addNote(
  trx: Writer,
  { environmentId, shipmentId }: Subject,
  { document, authorId, at }: { document: CreateNote; authorId: string; at: Date },
): Promise<Note> {
  // The lock orders the note and an erasure.
  const shipment = await getLocked(trx, environmentId, shipmentId)
  await assertKept(trx, shipment)
  if ((await countNotes(trx, shipment)) >= MOST_NOTES) {
    const message = `Shipment ${shipmentId} has ${MOST_NOTES} notes, the most that a shipment may have. Delete one first.`
    throw new AppError('note_limit_reached', message)
  }
  const note = { noteId: newId('nte'), shipmentId, text: document.text, authorId, createdAt: at }
  await insertNote(trx, environmentId, note)
  return note
}

/** Throws `note_not_found`, and `note_not_yours` for a note by another. */
export async function deleteNote(trx: Writer, key: Subject & { noteId: string }, actorId: string): Promise<void> {
  const note = await findNote(trx, key)
  if (note === undefined) throw new AppError('note_not_found', `Shipment ${key.shipmentId} has no note ${key.noteId}.`)
  if (note.authorId !== actorId)
    throw new AppError('note_not_yours', `${note.authorId} wrote note ${key.noteId}. Only its author can delete it.`)
  await removeNote(trx, key.environmentId, key.noteId)
}
