import { type Kysely, sql, type Transaction } from 'kysely'
import type { SimulatorDatabase } from '../db.ts'
import type { JobBody } from '../wire/wire.ts'

type Db = Kysely<SimulatorDatabase>
type Trx = Transaction<SimulatorDatabase>

interface Draft {
  draftId: string
  carrierCode: string
  carrierAccountId: string
  request: JobBody
  createdAt: Date
}

type DraftName = Pick<Draft, 'draftId' | 'carrierCode' | 'carrierAccountId'>

/** Stores a draft, and deletes those not bought within a day: they hold personal data. */
export async function insertDraft(trx: Trx, draft: Draft): Promise<void> {
  await trx
    .deleteFrom('draft')
    .where('created_at', '<', sql<Date>`${draft.createdAt}::timestamptz - interval '1 day'`)
    .execute()
  await trx
    .insertInto('draft')
    .values({
      draft_id: draft.draftId,
      carrier_code: draft.carrierCode,
      carrier_account_id: draft.carrierAccountId,
      request: JSON.stringify(draft.request),
      created_at: draft.createdAt,
    })
    .execute()
}

/** The request of a draft that is not bought yet. */
export async function findDraft(db: Db, draft: DraftName): Promise<JobBody | undefined> {
  const row = await db
    .selectFrom('draft')
    .select('request')
    .where('draft_id', '=', draft.draftId)
    .where('carrier_code', '=', draft.carrierCode)
    .where('carrier_account_id', '=', draft.carrierAccountId)
    .executeTakeFirst()
  return row?.request
}

/** Deletes an open draft and returns its request. Of concurrent purchases only one gets it. */
export async function takeDraft(trx: Trx, draft: DraftName): Promise<JobBody | undefined> {
  const row = await trx
    .deleteFrom('draft')
    .where('draft_id', '=', draft.draftId)
    .where('carrier_code', '=', draft.carrierCode)
    .where('carrier_account_id', '=', draft.carrierAccountId)
    .returning('request')
    .executeTakeFirst()
  return row?.request
}
