/** The contracts under which carriers are asked: the default ones of simulated carriers, and the merchant's accounts. */
import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import { fleetOffers, listServices } from '@waybill/carriers/adapters/own-fleet/mapping/offers'
import type {
  CarrierAccount as CallAccount,
  CarrierAdapter,
  CarrierFailure,
  QuoteRequest,
} from '@waybill/carriers/carrier-adapter'
import { accountCarriers, type Carriers, openCarriers } from '@waybill/carriers/registry'
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import type { Kysely } from 'kysely'
import { CREDENTIALS_UNREADABLE, callAccount, openCredentials, unreadableMessage } from '../accounts/credentials.ts'
import { listEnabledAccounts } from '../accounts/repository.ts'
import type { QuotingDatabase } from '../db.ts'
import { listEnabledRateCards } from '../rate-cards/repository.ts'

interface Tenant {
  environmentId: string
  livemode: boolean
}

export interface Contract {
  adapter: Pick<CarrierAdapter, 'descriptor' | 'quote'>
  account: CallAccount
  /** The merchant's account; null: a default one. */
  stored: CarrierAccount | null
  /** The services that are quoted; null: all. */
  services: readonly string[] | null
  /** Why the carrier is not asked; null: it is. */
  hindrance: CarrierFailure | null
}

/** Every environment has an account with each carrier that needs no credentials. */
export const simulatedContracts = (carriers: Carriers, { environmentId, livemode }: Tenant): Contract[] =>
  openCarriers(carriers, livemode).map((adapter) => {
    const carrierAccountId = defaultCarrierAccountId(environmentId, adapter.descriptor.carrierCode)
    const account = { carrierAccountId, environmentId, livemode, credentials: {}, endpoint: null }
    return { adapter, account, stored: null, services: null, hindrance: null }
  })

export type ListContracts = (tenant: Tenant) => Promise<Contract[]>

/** The enabled accounts of an environment, and its own drivers. */
export function createContracts({
  db,
  carriers,
  box,
}: {
  db: Kysely<QuotingDatabase>
  carriers: Carriers
  box: SecretBox
}): ListContracts {
  const ofAccounts: ListContracts = async ({ environmentId, livemode }) => {
    const adapters = accountCarriers(carriers, livemode)
    if (adapters.length === 0) return []
    const byCode = new Map(adapters.map((adapter) => [adapter.descriptor.carrierCode, adapter]))
    const accounts = await listEnabledAccounts(db, environmentId)
    return accounts.flatMap((stored) => {
      const adapter = byCode.get(stored.carrierCode)
      if (adapter === undefined) return []
      const credentials = stored.status === 'failing' ? null : openCredentials(box, stored)
      const account = callAccount(stored, credentials ?? {})
      const { services } = stored
      return [{ adapter, account, stored, services, hindrance: credentials === null ? explainHindrance(stored) : null }]
    })
  }
  return async (tenant) => {
    const [accounts, fleet] = await Promise.all([ofAccounts(tenant), fleetContracts(db, tenant)])
    return [...accounts, ...fleet]
  }
}

/** The merchant's own drivers, if the environment has a rate card. */
async function fleetContracts(db: Kysely<QuotingDatabase>, { environmentId, livemode }: Tenant): Promise<Contract[]> {
  const cards = await listEnabledRateCards(db, environmentId)
  if (cards.length === 0) return []
  const descriptor = ownFleetDescriptor
  const carrierAccountId = defaultCarrierAccountId(environmentId, descriptor.carrierCode)
  const account = { carrierAccountId, environmentId, livemode, credentials: {}, endpoint: null }
  const quote = async (request: QuoteRequest) => fleetOffers(cards, request, new Date())
  return [{ adapter: { descriptor, quote }, account, stored: null, services: listServices(cards), hindrance: null }]
}

function explainHindrance(account: CarrierAccount): CarrierFailure {
  const { carrierCode, name, status, failure } = account
  const isUnreadable = status !== 'failing' || failure?.code === CREDENTIALS_UNREADABLE
  return {
    carrierCode,
    httpStatus: null,
    retryable: false,
    retryAfterMs: null,
    code: 'account_failing',
    message: isUnreadable
      ? unreadableMessage(account)
      : `The carrier does not accept the credentials of account ${name}: ${failure?.message ?? 'no reason given'} Correct them and verify the account.`,
  }
}
