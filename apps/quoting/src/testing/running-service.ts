import { createHash } from 'node:crypto'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { startServiceFixture } from '@waybill/chassis/testing/running-service'
import type { TestDatabase } from '@waybill/chassis/testing/service-database'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import type { QuotingServiceDefinition } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import { newId } from '@waybill/contracts/ids'
import type { PublicQuote } from '@waybill/contracts/quote'
import { aShipmentDocument } from '@waybill/testing/builders'
import type { QuotingDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { type QuotingServiceOptions, startQuotingService } from '../service.ts'
import { anOffer, type CarrierAnswers, offers, startCarriers } from './carriers.ts'
import { startShipments } from './shipment-service.ts'

/** For tests: the service on a new database, with stand-ins for the shipment service and the carriers. */
export async function runningService(options: Partial<QuotingServiceOptions> = {}, database?: TestDatabase) {
  const shipments = await startShipments()
  const carriers = await startCarriers()
  const service = await startServiceFixture<QuotingServiceOptions, QuotingServiceDefinition, QuotingDatabase>({
    name: 'quoting',
    serviceName: 'waybill.quoting.v1.QuotingService',
    publishes: ['quote.#', 'carrier_account.#'],
    migrations,
    database,
    start: startQuotingService,
    options: {
      shipmentUrl: shipments.target,
      simulatorUrl: carriers.url,
      simulatorKey: 'a key of the simulator',
      carrierEncryptionKeys: newEncryptionKey('test'),
      ...options,
    },
  })
  return {
    ...service,
    shipments,
    carriers,
    async stop() {
      await service.stop()
      await Promise.all([shipments.stop(), carriers.stop()])
    },
  }
}

export type RunningService = Awaited<ReturnType<typeof runningService>>

/** For tests: a merchant with a new environment that one carrier serves. Makes calls as the gateway does. */
export function aMerchant(
  { client, db, carriers, shipments }: RunningService,
  { livemode = false, environmentId = newId('env') } = {},
) {
  const script = (answers: CarrierAnswers) => carriers.script(environmentId, answers)
  script({ city_van: offers(anOffer()) })

  const context = (overrides: Partial<CallContext> = {}) =>
    contextMessage({
      ...systemContext({ environmentId, merchantId: 'mer_1', livemode, timeoutMs: 20_000 }),
      ...overrides,
    })

  const usual = aShipmentDocument()
  function create(key: string | null = null, document: object = usual): Promise<Answer__Output> {
    const bytes = Buffer.from(JSON.stringify(document))
    const bodyHash = createHash('sha256').update(bytes).digest('hex')
    const call = context({ idempotencyKey: key, route: 'POST /api/v1/quotes', bodyHash })
    return client.Create({ context: call, document: bytes })
  }

  const get = async (quoteId: string): Promise<PublicQuote> =>
    getData(await client.Get({ context: context(), quote_id: quoteId }))

  return {
    environmentId,
    script,
    context,
    create,
    get,
    created: async (): Promise<PublicQuote> => getData(await create()),
    createdFor: async (shipmentId: string): Promise<PublicQuote> =>
      getData(await create(null, { shipment_id: shipmentId })),
    getStatus: async (quoteId: string) => (await get(quoteId)).status,
    findOption: (quoteOptionId: string) => client.FindOption({ context: context(), quote_option_id: quoteOptionId }),
    quoteForDispatch: (shipmentId: string, quoteId: string) =>
      client.QuoteForDispatch({ context: context(), shipment_id: shipmentId, quote_id: quoteId }),
    accept: (quoteId: string, quoteOptionId: string, bookingId = newId('bkg')) =>
      client.Accept({ context: context(), quote_id: quoteId, quote_option_id: quoteOptionId, booking_id: bookingId }),
    carrierCalls: () => carriers.requestCount(environmentId),
    /** The calls of the shipment service that look for a shipment, and those that register one. */
    searches: () => shipments.searches.filter(({ context }) => context.environmentId === environmentId),
    registrations: () => shipments.registrations.filter(({ context }) => context.environmentId === environmentId),
    quoteCount: async () => {
      const rows = await db.selectFrom('quote').select('quote_id').where('environment_id', '=', environmentId).execute()
      return rows.length
    },
    /** The events of a quote in the outbox, in the order written. */
    events: (quoteId: string) =>
      db
        .selectFrom('outbox')
        .select(['type', 'sequence', 'public'])
        .where('environment_id', '=', environmentId)
        .where('subject_id', '=', quoteId)
        .orderBy('position')
        .execute(),
  }
}

export type Merchant = ReturnType<typeof aMerchant>

/** The envelope's data. */
export const getData = <T>(answer: Answer__Output): T => JSON.parse(answer.body.toString()).data

/** The cheapest option of a quote. */
export function firstOptionId({ options: [option] }: PublicQuote): string {
  if (option === undefined) throw new Error('the quote has no option')
  return option.quote_option_id
}
