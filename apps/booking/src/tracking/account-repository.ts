/** Carrier accounts that may send call-backs. */
import type { CarrierAccount } from '@waybill/carriers/carrier-adapter'
import type { Db, Trx } from '../db.ts'
import { carrierAccount } from '../operations/carrier-requests.ts'

type Reader = Db | Trx

type KnownAccount = CarrierAccount & { carrierCode: string }

/** Stores the account, so that its call-backs are accepted. */
export async function storeCarrierAccount(
  trx: Trx,
  account: { carrierAccountId: string; environmentId: string; carrierCode: string; livemode: boolean },
): Promise<void> {
  await trx
    .insertInto('carrier_account')
    .values({
      carrier_account_id: account.carrierAccountId,
      environment_id: account.environmentId,
      carrier_code: account.carrierCode,
      livemode: account.livemode,
    })
    .onConflict((conflict) => conflict.column('carrier_account_id').doNothing())
    .execute()
}

/** The account that a call-back URL names. It determines the environment. */
export async function findCarrierAccount(db: Reader, carrierAccountId: string): Promise<KnownAccount | undefined> {
  const row = await db
    .selectFrom('carrier_account')
    .selectAll()
    .where('carrier_account_id', '=', carrierAccountId)
    .executeTakeFirst()
  return (
    row && {
      ...carrierAccount(row.environment_id, carrierAccountId, row.livemode),
      carrierCode: row.carrier_code,
    }
  )
}
