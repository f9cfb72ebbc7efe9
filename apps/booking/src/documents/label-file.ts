/** Stored labels as files: a label of several parts is read as fast as its reader takes them. */
import { Readable } from 'node:stream'
import { matchesContentType } from '@waybill/carriers/wrappers/readable-documents'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import { AppError } from '@waybill/contracts/app-error'
import type { Db } from '../db.ts'
import { findLabel, findLabelPart, type LabelPlace, type StoredLabel } from './label-repository.ts'

/** Undefined if the label is not stored. A label that is replaced or deleted while it is read ends with an error. */
export async function openStoredLabel(db: Db, place: LabelPlace): Promise<RpcFile | undefined> {
  const label = await findLabel(db, place)
  // Earlier versions stored any body that came with a 2xx: do not serve one that is no label.
  if (!label || !matchesContentType({ contentType: label.contentType, bytes: label.firstPart })) return undefined
  const { contentType, length } = label
  return { contentType, length, bytes: Readable.from(readParts(db, place, label)) }
}

async function* readParts(db: Db, place: LabelPlace, { firstPart, length, revision }: StoredLabel) {
  yield firstPart
  for (let offset = firstPart.length; offset < length; ) {
    const part = await findLabelPart(db, place, { revision, offset })
    if (!part) {
      const message = `The label of booking ${place.bookingId} changed while it was being sent. Retry.`
      throw new AppError('service_unavailable', message, { retryAfterSeconds: 1 })
    }
    offset += part.length
    yield part
  }
}
