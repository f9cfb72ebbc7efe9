/** Use cases of carrier accounts. Each takes the transaction; none opens one or touches the network. */
import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import { appendOutbox, type DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { toDomainEvent } from '@waybill/chassis/messaging/outbox/public-event'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError, versionConflict } from '@waybill/contracts/app-error'
import { accountChange } from '@waybill/contracts/carrier-accounts/account-revision'
import { type CarrierAccount, publicCarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import type { InternalPayload } from '@waybill/contracts/events/internal-events'
import { publicEvent } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import type { Kysely, Transaction } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import type { RequestIds } from '../quotes/quote.ts'
import { deletedAccount, failingAccount, releasedAccount, verifiedAccount } from './account.ts'
import { openCredentials, sealer } from './credentials.ts'
import { type AccountKey, countAccountsLocked, findAccount, lockAccount, storeAccount } from './repository.ts'

type Writer = Transaction<QuotingDatabase>

/** Per environment: all of them are asked for every quote. */
const MOST_ACCOUNTS = 50

/** Throws `carrier_account_limit_reached`. */
export async function createAccount(trx: Writer, account: CarrierAccount): Promise<void> {
  const count = await countAccountsLocked(trx, account.environmentId)
  if (count >= MOST_ACCOUNTS) {
    const message = `The environment has ${count} carrier accounts; ${MOST_ACCOUNTS} are allowed. Delete one first.`
    throw new AppError('carrier_account_limit_reached', message)
  }
  await storeRevision(trx, account)
}

/** Throws `carrier_account_not_found`. */
export async function getAccount(db: Kysely<QuotingDatabase>, key: AccountKey): Promise<CarrierAccount> {
  const account = await findAccount(db, key)
  return account && account.deletedAt === null ? account : notFound(key)
}

/** Applies a merchant's change. Throws `carrier_account_not_found`, `version_conflict`, and what `change` throws. */
export async function changeAccount(
  trx: Writer,
  key: AccountKey,
  { ifMatch, change }: { ifMatch: string | null; change: (before: CarrierAccount) => CarrierAccount },
): Promise<CarrierAccount> {
  const before = await lockExisting(trx, key, ifMatch)
  const after = change(before)
  if (after !== before) await storeRevision(trx, after)
  return after
}

/** Throws `carrier_account_not_found`, `version_conflict`. */
export async function deleteAccount(
  trx: Writer,
  key: AccountKey,
  { ifMatch, box, at }: { ifMatch: string | null; box: SecretBox; at: Date },
): Promise<void> {
  const before = await lockExisting(trx, key, ifMatch)
  const seal = sealer(box, openCredentials(box, before))
  await storeRevision(trx, deletedAccount(before, { seal, at }))
}

/** Erases the credentials of a deleted account after its last job. Idempotent. */
export async function releaseAccount(trx: Writer, key: AccountKey): Promise<void> {
  const account = await lockAccount(trx, key)
  if (account === undefined || account.deletedAt === null || account.sealed === null) return
  await storeAccount(trx, releasedAccount(account))
}

/** Result of the verification of an account. */
type Verification = { kind: 'verified' } | { kind: 'refused'; failure: CarrierFailure }

/**
 * Stores the outcome of a verification, unless the account has changed since. Announces an account that starts failing.
 * Returns the account; undefined if it is deleted or has changed.
 */
export async function recordVerification(
  trx: Writer,
  verified: CarrierAccount,
  outcome: Verification,
  { request, callbackUrl, at }: { request: RequestIds; callbackUrl: string | null; at: Date },
): Promise<CarrierAccount | undefined> {
  const before = await lockAccount(trx, verified)
  if (before === undefined || before.deletedAt !== null || before.revision !== verified.revision) return undefined
  if (outcome.kind === 'verified') {
    const after = verifiedAccount(before, at)
    await storeAccount(trx, after)
    return after
  }
  const { code, message } = outcome.failure
  const after = failingAccount(before, { code, message, at })
  if (after === before) return before
  await storeAccount(trx, after)
  if (before.status !== 'failing') await appendOutbox(trx, [failingEvent({ before, after }, { request, callbackUrl })])
  return after
}

const failingEvent = (
  { before, after }: { before: CarrierAccount; after: CarrierAccount },
  { request, callbackUrl }: { request: RequestIds; callbackUrl: string | null },
): DomainEvent => {
  const { environmentId, merchantId, livemode } = after
  return toDomainEvent(
    publicEvent(
      { environmentId, merchantId, livemode, ...request },
      {
        type: 'carrier_account.failing',
        subject: { type: 'carrier_account', id: after.carrierAccountId },
        sequence: null,
        object: publicCarrierAccount(after, callbackUrl),
        before: publicCarrierAccount(before, callbackUrl),
        occurredAt: after.updatedAt,
      },
    ),
  )
}

/** Stores a revision and sends it to booking. */
async function storeRevision(trx: Writer, account: CarrierAccount): Promise<void> {
  await storeAccount(trx, account)
  const { environmentId, carrierAccountId, revision, updatedAt } = account
  const internal: InternalPayload<'carrier_account.changed'> = accountChange({
    ...account,
    deleted: account.deletedAt !== null,
  })
  await appendOutbox(trx, [
    {
      eventId: newId('evt'),
      type: 'carrier_account.changed',
      environmentId,
      occurredAt: updatedAt,
      subjectType: 'carrier_account',
      subjectId: carrierAccountId,
      sequence: revision,
      public: null,
      internal,
    },
  ])
}

async function lockExisting(trx: Writer, key: AccountKey, ifMatch: string | null): Promise<CarrierAccount> {
  const account = await lockAccount(trx, key)
  if (account === undefined || account.deletedAt !== null) return notFound(key)
  if (ifMatch === null || ifMatch === String(account.version)) return account
  throw versionConflict(`Carrier account ${key.carrierAccountId}`, account.version, ifMatch)
}

function notFound({ carrierAccountId }: AccountKey): never {
  throw new AppError(
    'carrier_account_not_found',
    `Carrier account ${carrierAccountId} does not exist in this environment.`,
  )
}
