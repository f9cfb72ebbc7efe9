/** The merchant's accounts behind options, for booking. */

import { accountRevisionMessage } from '@waybill/contracts/carrier-accounts/account-revision'
import type { CarrierAccountRevision__Output as AccountRevisionMessage } from '@waybill/contracts/gen/waybill/quoting/v1/CarrierAccountRevision'
import { isId } from '@waybill/contracts/ids'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { findAccounts } from './repository.ts'

/** The present revisions of the accounts that made the offers, deleted ones included. Default accounts have none. */
export async function findRevisions(
  db: Kysely<QuotingDatabase>,
  environmentId: string,
  options: readonly Pick<QuoteOption, 'carrierAccountId'>[],
): Promise<AccountRevisionMessage[]> {
  const ids = new Set(options.map(({ carrierAccountId }) => carrierAccountId))
  // The ids of default accounts have another form.
  const accounts = await findAccounts(
    db,
    environmentId,
    [...ids].filter((id) => isId('cac', id)),
  )
  return accounts.map((account) => accountRevisionMessage({ ...account, deleted: account.deletedAt !== null }))
}
