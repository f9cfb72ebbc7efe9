/** Erases personal data in the quotes of an erased shipment. */
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { transact } from '@waybill/chassis/postgres/database'
import { type Erasure, erasureEvent, recordErasure } from '@waybill/chassis/retention/erasures'
import { countChassisRows, eraseEventTraces } from '@waybill/chassis/retention/prune-subjects'
import type { StoredData } from '@waybill/chassis/rpc/operator-service'
import { erasedDocument } from '@waybill/contracts/erasure'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { countQuoteRows, eraseQuotes } from './repository.ts'

type Db = Kysely<QuotingDatabase>

/** Makes one pass over the quotes of an erased shipment. The first pass publishes an event for each. */
export const erasePass = (db: Db) => async (erasure: Erasure) => {
  const { environmentId, subjectId: shipmentId } = erasure
  const quoteIds = await transact(db, async (trx) => {
    const erased = await eraseQuotes(trx, environmentId, shipmentId)
    for (const quoteId of erased) {
      const quoteErasure = { ...erasure, subjectType: 'quote', subjectId: quoteId }
      if (await recordErasure(trx, quoteErasure, { passes: null }))
        await appendOutbox(trx, [erasureEvent(quoteErasure)])
    }
    return erased
  })
  await transact(db, (trx) =>
    eraseEventTraces(trx, erasure, [shipmentId, ...quoteIds], (document) => erasedDocument(document, environmentId)),
  )
}

/** Counts the rows about a shipment, by table. */
export async function describeStoredData(db: Db, environmentId: string, shipmentId: string): Promise<StoredData> {
  const { quoteIds, tables } = await countQuoteRows(db, environmentId, shipmentId)
  const chassisTables = await countChassisRows(db, environmentId, [shipmentId, ...quoteIds])
  return { tables: { ...tables, ...chassisTables }, subjectIds: quoteIds }
}
