/** Reports to quoting that a carrier may have refused the credentials of a merchant's account. */
import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { isUnauthorized } from '@waybill/carriers/http/outcome'
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import type { InternalPayload } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import type { Trx } from '../db.ts'
import type { AccountKey } from './repository.ts'

/** A revision of an account whose call was answered with 401 or 403. */
export type UnauthorizedAccount = AccountKey & { revision: number }

/** The account, if the carrier has answered its call with 401 or 403; null otherwise, and if merchants have no accounts with it. */
export function unauthorizedAccount(
  { account: form }: CarrierDescriptor,
  { account, revision }: { account: AccountKey; revision: number },
  outcome: { kind: string; failure?: CarrierFailure },
): UnauthorizedAccount | null {
  if (form === undefined || outcome.failure === undefined || !isUnauthorized(outcome.failure)) return null
  const { environmentId, carrierAccountId } = account
  return { environmentId, carrierAccountId, revision }
}

/** Has quoting verify the account once the transaction is committed. */
export async function reportUnauthorized(
  trx: Trx,
  { environmentId, carrierAccountId, revision }: UnauthorizedAccount,
): Promise<void> {
  await appendOutbox(trx, [
    {
      eventId: newId('evt'),
      type: 'carrier_account.unauthorized',
      environmentId,
      subjectType: 'carrier_account',
      subjectId: carrierAccountId,
      sequence: null,
      occurredAt: new Date(),
      public: null,
      internal: {
        carrier_account_id: carrierAccountId,
        revision,
      } satisfies InternalPayload<'carrier_account.unauthorized'>,
    },
  ])
}
