/** Removes personal data from events and deliveries of an erased subject. */

import { transact } from '@waybill/chassis/postgres/database'
import type { Erasure } from '@waybill/chassis/retention/erasures'
import { countChassisRows, eraseEventTraces } from '@waybill/chassis/retention/prune-subjects'
import type { StoredData } from '@waybill/chassis/rpc/operator-service'
import { erasedDocument } from '@waybill/contracts/erasure'
import type { Reader } from '../db.ts'
import { countEventRows, readPayloads, writeErased } from './repository.ts'

const BATCH = 100

/** Erases the events of a subject, batch by batch. Deliveries still waiting are sent without personal data. */
export const createErasePass = (db: Reader) => async (erasure: Erasure) => {
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

/** Counts the rows about subjects, by table. */
export async function countStoredRows(
  db: Reader,
  environmentId: string,
  subjectIds: readonly string[],
): Promise<StoredData> {
  const chassisRows = await countChassisRows(db, environmentId, subjectIds)
  return { tables: { ...(await countEventRows(db, environmentId, subjectIds)), ...chassisRows }, subjectIds: [] }
}
