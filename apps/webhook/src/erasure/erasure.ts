/** Ends what events and their deliveries hold of persons, once their subject is erased. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import { transact } from '@waybill/chassis/postgres/database'
import { type Erasure, erasureHandler } from '@waybill/chassis/retention/erasures'
import { countChassisRows, eraseEventTraces } from '@waybill/chassis/retention/prune-subjects'
import type { StoredData } from '@waybill/chassis/rpc/operator-service'
import { erasedDocument } from '@waybill/contracts/erasure'
import type { Reader, WebhookDatabase } from '../db.ts'
import { countEventRows, readPayloads, writeErased } from './repository.ts'

const BATCH = 100

/** Each owner of a subject tells of its erasure. */
export const erasureConsumers: Record<string, EventHandler<WebhookDatabase>> = {
  'shipment.erased': erasureHandler,
  'quote.erased': erasureHandler,
  'booking.erased': erasureHandler,
}

/** Makes a pass over the events of a subject. What is still to be sent is sent without personal data. */
export const erasePass = (db: Reader) => async (erasure: Erasure) => {
  const { environmentId, subjectId } = erasure
  const erase = (document: unknown) => erasedDocument(document, environmentId)
  for (let after = 0; ; ) {
    const events = await readPayloads(db, erasure, { after, limit: BATCH })
    const last = events.at(-1)
    if (last === undefined) break
    const erased = events.map((event) => ({ ...event, payload: JSON.stringify(erase(JSON.parse(event.payload))) }))
    await transact(db, (trx) => writeErased(trx, environmentId, erased))
    after = last.position
  }
  await transact(db, (trx) => eraseEventTraces(trx, erasure, [subjectId], erase))
}

/** What there is about a shipment and what belongs to it. */
export async function heldOf(db: Reader, environmentId: string, subjectIds: readonly string[]): Promise<StoredData> {
  const told = await countChassisRows(db, environmentId, subjectIds)
  return { tables: { ...(await countEventRows(db, environmentId, subjectIds)), ...told }, subjectIds: [] }
}
