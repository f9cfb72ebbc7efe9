/** Pure: the life of a carrier account. IDs, times and sealed credentials come in as data. */
import { isDeepStrictEqual } from 'node:util'
import type {
  AccountFailure,
  CarrierAccount,
  CreateCarrierAccount,
} from '@waybill/contracts/carrier-accounts/carrier-account'
import { timeOfChange } from '@waybill/contracts/events/public-event'
import type { Credentials, Seal } from './credentials.ts'

export const newAccount = (
  owner: Pick<CarrierAccount, 'environmentId' | 'merchantId' | 'livemode' | 'carrierAccountId'>,
  document: CreateCarrierAccount,
  { credentials, seal, at }: { credentials: Credentials; seal: Seal; at: Date },
): CarrierAccount => ({
  ...owner,
  carrierCode: document.carrier_code,
  name: document.name,
  endpoint: document.endpoint,
  enabled: document.enabled,
  services: document.services,
  origin: document.origin,
  status: 'unverified',
  failure: null,
  verifiedAt: null,
  credentialNames: Object.keys(credentials).sort(),
  sealed: seal({ ...owner, revision: 1 }),
  revision: 1,
  version: 1,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
})

/** The settings that a merchant can change. `credentials`: all of them; undefined: unchanged. */
type AccountChange = Partial<Pick<CarrierAccount, 'name' | 'endpoint' | 'enabled' | 'services' | 'origin'>> & {
  credentials?: Credentials
}

/** The account after a merchant's change; the same object if nothing changes. Other credentials are not verified yet. */
export function changedAccount(
  before: CarrierAccount,
  { credentials, ...settings }: AccountChange,
  { seal, at }: { seal: Seal; at: Date },
): CarrierAccount {
  const changed = { ...before, ...settings }
  // A verification proves credentials at one endpoint only.
  const isUnproven = credentials !== undefined || changed.endpoint !== before.endpoint
  if (!isUnproven && isDeepStrictEqual(changed, before)) return before
  const revision = before.revision + 1
  return {
    ...changed,
    ...(isUnproven && { status: 'unverified' as const, failure: null, verifiedAt: null }),
    ...(credentials && { credentialNames: Object.keys(credentials).sort() }),
    sealed: seal({ carrierAccountId: before.carrierAccountId, revision }),
    revision,
    ...touched(before, at),
  }
}

/** Not quoted any more. The credentials stay until booking has released the account. */
export const deletedAccount = (before: CarrierAccount, { seal, at }: { seal: Seal; at: Date }): CarrierAccount => {
  const revision = before.revision + 1
  const { updatedAt, version } = touched(before, at)
  return {
    ...before,
    enabled: false,
    revision,
    sealed: seal({ ...before, revision }),
    version,
    updatedAt,
    deletedAt: updatedAt,
  }
}

/** No job of the deleted account is open any more. */
export const releasedAccount = (before: CarrierAccount): CarrierAccount => ({ ...before, sealed: null })

/** The carrier has accepted the credentials. */
export const verifiedAccount = (before: CarrierAccount, at: Date): CarrierAccount => ({
  ...before,
  status: 'verified',
  failure: null,
  verifiedAt: at,
  ...touched(before, at),
})

/** The carrier refuses the credentials. The first time stays; the same object if the reason does too. */
export function failingAccount(before: CarrierAccount, failure: AccountFailure): CarrierAccount {
  const { code, message } = failure
  if (before.status === 'failing' && before.failure?.code === code && before.failure.message === message) return before
  return { ...before, status: 'failing', failure, ...touched(before, failure.at) }
}

const touched = (before: CarrierAccount, at: Date) => ({
  version: before.version + 1,
  updatedAt: timeOfChange(before, at),
})
