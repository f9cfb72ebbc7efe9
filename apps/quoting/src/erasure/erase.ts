/** Ends what quotes hold of persons, once their shipment is erased. */

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

/** Makes a pass over the quotes of an erased shipment; the first one tells of each. */
export const erasePass = (db: Db) => async (erasure: Erasure) => {
  const { environmentId, subjectId: shipmentId } = erasure
  const quoteIds = await transact(db, async (trx) => {
    const erased = await eraseQuotes(trx, environmentId, shipmentId)
    for (const quoteId of erased) {
      const ofQuote = { ...erasure, subjectType: 'quote', subjectId: quoteId }
      if (await recordErasure(trx, ofQuote, { passes: null })) await appendOutbox(trx, [erasureEvent(ofQuote)])
    }
    return erased
  })
  await transact(db, (trx) =>
    eraseEventTraces(trx, erasure, [shipmentId, ...quoteIds], (document) => erasedDocument(document, environmentId)),
  )
}

/** What there is about a shipment. */
export async function heldOf(db: Db, environmentId: string, shipmentId: string): Promise<StoredData> {
  const { quoteIds, tables } = await countQuoteRows(db, environmentId, shipmentId)
  const told = await countChassisRows(db, environmentId, [shipmentId, ...quoteIds])
  return { tables: { ...tables, ...told }, subjectIds: quoteIds }
}
