/** Merchants' accounts with Paper Plane, and a stand-in for the quoting service that offers their prices. */
import { createHttpClient } from '@waybill/carriers/http/client'
import type { Carriers } from '@waybill/carriers/registry'
import { createPaperPlaneAdapter } from '@waybill/carriers/testing/paper-plane/adapter'
import { startPaperPlane } from '@waybill/carriers/testing/paper-plane/server'
import { contextMessage } from '@waybill/chassis/rpc/call-context'
import { implement, startRpcServer } from '@waybill/chassis/rpc/server'
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { anEvent } from '@waybill/chassis/testing/domain-event'
import {
  type AccountRevision,
  accountChange,
  accountRevisionMessage,
  credentialsText,
  sealLabel,
} from '@waybill/contracts/carrier-accounts/account-revision'
import type { QuoteOption__Output } from '@waybill/contracts/gen/waybill/quoting/v1/QuoteOption'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import { newId } from '@waybill/contracts/ids'
import type { BookingSystem } from './booking-system.ts'
import type { Merchant } from './merchant-calls.ts'
import { CARRIER_ENCRYPTION_KEYS, INTERNAL_KEY } from './peer-services.ts'

const log = createLog({ service: 'quoting', level: 'silent' })

interface AccountOptions extends Partial<AccountRevision> {
  credentials?: Record<string, string>
  /** Default: the key of the tests. */
  keys?: string
}

/** A revision of an account, by default the first of a new one, whose token is its id. */
export function anAccount({
  credentials,
  keys = CARRIER_ENCRYPTION_KEYS,
  ...given
}: AccountOptions = {}): AccountRevision {
  const carrierAccountId = given.carrierAccountId ?? newId('cac')
  const revision = given.revision ?? 1
  const text = credentialsText(credentials ?? { token: `test_${carrierAccountId}` })
  return {
    environmentId: 'env_1',
    carrierCode: 'paper_plane',
    livemode: false,
    endpoint: null,
    enabled: true,
    deleted: false,
    carrierAccountId,
    revision,
    ...given,
    sealed:
      given.sealed === undefined
        ? createSecretBox(keys).seal(text, sealLabel({ carrierAccountId, revision }))
        : given.sealed,
  }
}

/** The event with which quoting announces a revision. */
export const accountChanged = (account: AccountRevision) =>
  anEvent({
    type: 'carrier_account.changed',
    environmentId: account.environmentId,
    subjectType: 'carrier_account',
    subjectId: account.carrierAccountId,
    sequence: account.revision,
    public: null,
    internal: accountChange(account),
  })

/** Starts Paper Plane and the stand-in, which passes all calls on to the quoting service. */
export async function startPlaneAccounts(system: BookingSystem) {
  const plane = await startPaperPlane()
  const http = createHttpClient({ trustedUrls: [plane.url] })
  const base = createPaperPlaneAdapter({ baseUrl: plane.url, http })
  const services = base.descriptor.services.map((service) => ({ ...service, onDemand: true }))
  const adapter = { ...base, descriptor: { ...base.descriptor, services } }
  const offered = new Map<string, AccountRevision>()

  const byPlane = (option: QuoteOption__Output, { carrierAccountId }: AccountRevision): QuoteOption__Output => ({
    ...option,
    carrier_code: 'paper_plane',
    carrier_account_id: carrierAccountId,
    service_code: 'glide',
  })
  const unused = async (): Promise<never> => {
    throw new Error('unexpected call: the booking service does not use this method')
  }
  const quoting = implement<QuotingServiceHandlers>('waybill.quoting.v1.QuotingService', {
    Create: unused,
    CreateLive: unused,
    Get: unused,
    List: unused,
    ListExchanges: unused,
    ListCarriers: unused,
    CreateCarrierAccount: unused,
    GetCarrierAccount: unused,
    ListCarrierAccounts: unused,
    UpdateCarrierAccount: unused,
    DeleteCarrierAccount: unused,
    VerifyCarrierAccount: unused,
    CheckAddress: unused,
    LocateAddress: unused,
    CheckShipment: unused,
    CreateRateCard: unused,
    GetRateCard: unused,
    ListRateCards: unused,
    UpdateRateCard: unused,
    DeleteRateCard: unused,
    async FindOption({ quote_option_id: optionId }, context) {
      const reply = await system.quotes.FindOption({ context: contextMessage(context), quote_option_id: optionId })
      const account = offered.get(optionId)
      if (account === undefined || reply.option === null) return reply
      return { ...reply, option: byPlane(reply.option, account), account: accountRevisionMessage(account) }
    },
    async QuoteForDispatch({ shipment_id, quote_id }, context) {
      const at = contextMessage(context)
      const quote = await system.quotes.QuoteForDispatch({ context: at, shipment_id, quote_id })
      const account = offered.get(context.environmentId)
      if (account === undefined) return quote
      const options = quote.options.slice(0, 1).map((option) => byPlane(option, account))
      return { ...quote, options, accounts: [accountRevisionMessage(account)] }
    },
    Accept: (request, context) => system.quotes.Accept({ ...request, context: contextMessage(context) }),
  })
  const server = await startRpcServer({
    service: 'quoting',
    host: '127.0.0.1',
    port: 0,
    internalKey: INTERNAL_KEY,
    log,
    metrics: createMetrics({ service: 'quoting' }),
    services: [quoting],
  })

  return {
    plane,
    /** For `BookingSystem.start`. */
    options: {
      quotingUrl: `127.0.0.1:${server.port}`,
      carriers: new Map([['paper_plane', adapter]]) satisfies Carriers,
      callbackBaseUrl: 'https://api.example.com',
    },
    /** A new shipment with an option of the account. */
    async offer(merchant: Merchant, account: AccountRevision) {
      const offer = await merchant.offer()
      offered.set(offer.optionId, account)
      return offer
    },
    /** Makes the account's the only offer for on-demand shipments of its environment. */
    offerOnDemand: (account: AccountRevision) => void offered.set(account.environmentId, account),
    async stop() {
      plane.stop()
      await server.stop()
    },
  }
}

export type PlaneAccounts = Awaited<ReturnType<typeof startPlaneAccounts>>
