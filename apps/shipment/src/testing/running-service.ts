import { deepEqual } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import { startServiceFixture } from '@waybill/chassis/testing/running-service'
import type { TestDatabase } from '@waybill/chassis/testing/service-database'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { newId } from '@waybill/contracts/ids'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { aShipmentDocument } from '@waybill/testing/builders'
import { afterAll } from 'vitest'
import type { ShipmentDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { type ShipmentServiceOptions, startShipmentService } from '../service.ts'

/** For tests: the service on a new database, with a client and a record of what it publishes. */
export const aRunningService = (options: Partial<ShipmentServiceOptions> = {}, database?: TestDatabase) =>
  startServiceFixture<ShipmentServiceOptions, ShipmentServiceDefinition, ShipmentDatabase>({
    name: 'shipment',
    serviceName: 'waybill.shipment.v1.ShipmentService',
    publishes: ['shipment.#'],
    migrations,
    database,
    start: startShipmentService,
    options: { publicUrl: 'https://api.example.com', ...options },
  })

export type RunningTestService = Awaited<ReturnType<typeof aRunningService>>

/** For tests: one service for all tests of a file. Await it at the top of the file. */
export async function startSharedService(options?: Parameters<typeof aRunningService>[0]): Promise<RunningTestService> {
  const service = await aRunningService(options)
  afterAll(() => service.stop())
  return service
}

interface CreateOptions extends Partial<CallContext> {
  key?: string | null
  onDemand?: boolean
  actorId?: string
  assigneeUnknown?: boolean
}

/** For tests: a merchant with a new environment. Makes calls as the gateway does. */
export function aMerchant({ client, db }: RunningTestService, environmentId = newId('env')) {
  const context = (overrides: Partial<CallContext> = {}) =>
    contextMessage({
      ...systemContext({ environmentId, merchantId: 'mer_1', livemode: false, timeoutMs: 20_000 }),
      ...overrides,
    })

  function create(
    document: object = aShipmentDocument(),
    { key = null, onDemand = false, actorId = 'key_1', assigneeUnknown = false, ...overrides }: CreateOptions = {},
  ): Promise<Answer__Output> {
    const bytes = Buffer.from(JSON.stringify(document))
    return client.Create({
      context: context({
        idempotencyKey: key,
        route: onDemand ? 'POST /api/v1/shipments/on-demand' : 'POST /api/v1/shipments',
        bodyHash: createHash('sha256').update(bytes).digest('hex'),
        ...overrides,
      }),
      document: bytes,
      on_demand: onDemand,
      actor_id: actorId,
      assignee_unknown: assigneeUnknown,
    })
  }

  return {
    environmentId,
    context,
    create,
    created: async (document?: object, options?: Parameters<typeof create>[1]): Promise<PublicShipment> =>
      getData(await create(document, options)),
    get: async (shipmentId: string): Promise<PublicShipment> =>
      getData(await client.Get({ context: context(), shipment_id: shipmentId })),
    return: (shipmentId: string, document: object = {}, { key = null }: { key?: string | null } = {}) => {
      const bytes = Buffer.from(JSON.stringify(document))
      const bodyHash = createHash('sha256').update(bytes).digest('hex')
      const route = `POST /api/v1/shipments/${shipmentId}/return`
      const given = context({ idempotencyKey: key, route, bodyHash })
      return client.Return({ context: given, shipment_id: shipmentId, document: bytes })
    },
    find: (shipmentId: string) => client.Find({ context: context(), shipment_id: shipmentId }),
    claim: (
      shipmentId: string,
      claim: Omit<Parameters<typeof client.Claim>[0], 'context'>,
      given?: Partial<CallContext>,
    ) => client.Claim({ context: context(given), shipment_id: shipmentId, ...claim }),
    settle: (
      shipmentId: string,
      outcome: Omit<Parameters<typeof client.Settle>[0], 'context'>,
      given?: Partial<CallContext>,
    ) => client.Settle({ context: context(given), shipment_id: shipmentId, ...outcome }),
    /** The events of a shipment in the outbox, in the order written. */
    events: async (shipmentId: string) => {
      const rows = await db
        .selectFrom('outbox')
        .select(['type', 'sequence', 'public', 'internal'])
        .where('environment_id', '=', environmentId)
        .where('subject_id', '=', shipmentId)
        .orderBy('position')
        .execute()
      return rows
    },
  }
}

/** The data of an envelope. */
export const getData = <T>(answer: Answer__Output): T => JSON.parse(answer.body.toString()).data

type Merchant = ReturnType<typeof aMerchant>

/** For tests: a merchant with a ready shipment. */
export async function aNewShipment(service: RunningTestService) {
  const merchant = aMerchant(service)
  const { shipment_id: id } = await merchant.created()
  return { merchant, id }
}

/** For tests: a merchant with a booked shipment. */
export async function aBookedShipment(service: RunningTestService) {
  const { merchant, id } = await aNewShipment(service)
  const claim_id = newId('op')
  const bookingId = newId('bkg')
  await merchant.claim(id, { claim_id, kind: 'BOOK' })
  await merchant.settle(id, { claim_id, booked: { booking_id: bookingId } })
  return { merchant, id, bookingId }
}

/** Throws unless the outbox has the events 1, 2, 3, … of a shipment in this order, up to the shipment's sequence. */
export async function expectNoGap(merchant: Merchant, id: string): Promise<void> {
  const sequences = (await merchant.events(id)).map(({ sequence }) => sequence).filter((sequence) => sequence !== null)
  deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  )
  deepEqual((await merchant.find(id)).sequence, sequences.length)
}
