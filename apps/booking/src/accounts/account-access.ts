/** Accounts as carriers are called with them: the newest revision that is known here, with its credentials opened. */
import type { CarrierAccount, CarrierAdapter, CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { AppError } from '@waybill/contracts/app-error'
import { readCredentials, sealLabel } from '@waybill/contracts/carrier-accounts/account-revision'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { Trx } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import { carrierFault } from '../operations/errors.ts'
import { type AccountKey, findAccount, holdAccount, type StoredAccount } from './repository.ts'

/** The account, or why no call can be made with it. */
export type Access = { account: CarrierAccount; revision: number } | { failure: CarrierFailure }

type AccessDependencies = Pick<Dependencies, 'openSecret' | 'log' | 'metrics'>

/** The account for a call of the carrier. Reads the database only if merchants have accounts with the carrier. */
export async function accessAccount(
  dependencies: AccessDependencies & Pick<Dependencies, 'db'>,
  { account: form, carrierCode }: CarrierDescriptor,
  key: AccountKey & { livemode: boolean },
): Promise<Access> {
  if (form === undefined) return { account: bareAccount(key), revision: 0 }
  const stored = await findAccount(dependencies.db, key)
  return openAccount(dependencies, stored ?? { ...key, carrierCode, revision: 0, sealed: null, releasedAt: null })
}

/** The account of a carrier with which merchants have none. */
export const bareAccount = ({
  environmentId,
  carrierAccountId,
  livemode,
}: AccountKey & { livemode: boolean }): CarrierAccount => ({
  environmentId,
  carrierAccountId,
  livemode,
  credentials: {},
  endpoint: null,
})

type Openable = Pick<StoredAccount, 'environmentId' | 'carrierAccountId' | 'carrierCode' | 'livemode'> &
  Pick<StoredAccount, 'revision' | 'sealed' | 'releasedAt'> &
  Partial<Pick<StoredAccount, 'endpoint'>>

/** Opens the credentials of an account with which merchants' bookings are made. */
export function openAccount({ openSecret, log, metrics }: AccessDependencies, stored: Openable): Access {
  const { environmentId, carrierAccountId, carrierCode, livemode, endpoint = null, sealed } = stored
  const text = sealed && openSecret(sealed, sealLabel(stored))
  const credentials = text ? readCredentials(text) : undefined
  const { revision } = stored
  if (credentials) return { account: { environmentId, carrierAccountId, livemode, credentials, endpoint }, revision }
  const failure = accessFailure(stored)
  metrics.unusableCredentials.inc({ carrier_code: carrierCode, reason: failure.code })
  log.error(
    { environmentId, carrierAccountId, carrierCode, revision, keyId: sealed?.keyId ?? null, reason: failure.code },
    'carrier.credentials_unusable',
  )
  return { failure }
}

function accessFailure({ carrierAccountId, carrierCode, sealed, releasedAt }: Openable): CarrierFailure {
  const fault = { carrierCode, httpStatus: null, retryAfterMs: null }
  if (sealed !== null) {
    const message = `The credentials of carrier account ${carrierAccountId} cannot be decrypted now.`
    return { ...fault, code: 'credentials_unreadable', message, retryable: true }
  }
  if (releasedAt !== null) {
    const message = `Carrier account ${carrierAccountId} is deleted and its credentials are erased.`
    return { ...fault, code: 'credentials_erased', message, retryable: false }
  }
  const message = `The credentials of carrier account ${carrierAccountId} are not known here yet.`
  return { ...fault, code: 'credentials_unknown', message, retryable: true }
}

/** Whether the carrier calls back for the account, as far as its credentials tell. */
export async function isCalledBack(
  trx: Trx,
  dependencies: AccessDependencies,
  { descriptor, callsBack }: Pick<CarrierAdapter, 'descriptor' | 'callsBack'>,
  key: AccountKey,
): Promise<boolean> {
  if (!descriptor.capabilities.callbacks) return false
  const stored = callsBack && (await findAccount(trx, key))
  if (!callsBack || !stored) return true
  const access = openAccount(dependencies, stored)
  return 'failure' in access || callsBack(access.account.credentials)
}

/**
 * Why no booking can begin with the account of the option; null if one can. Holds the account until the transaction ends,
 * so that its deletion sees the booking.
 */
export async function accountRefusal(
  trx: Trx,
  dependencies: AccessDependencies,
  { account: form, carrierCode }: CarrierDescriptor,
  { environmentId, option }: { environmentId: string; option: QuoteOption },
): Promise<AppError | null> {
  if (form === undefined) return null
  const { carrierAccountId, quoteOptionId } = option
  const key = { environmentId, carrierAccountId }
  const stored = await holdAccount(trx, key)
  if (stored?.deleted || stored?.enabled === false) {
    const state = stored.deleted ? 'deleted' : 'disabled'
    const message = `Carrier account ${carrierAccountId} of option ${quoteOptionId} is ${state}. Request a new quote.`
    return new AppError('quote_superseded', message, { meta: { current_status: 'superseded' } })
  }
  const unknown = { ...key, carrierCode, livemode: false, revision: 0, sealed: null, releasedAt: null }
  const access = openAccount(dependencies, stored ?? unknown)
  if ('account' in access) return null
  const { failure } = access
  return new AppError('carrier_unavailable', `${failure.message} Retry later, or book another option.`, {
    carrier: carrierFault(failure),
  })
}
