import { type CallContext, implement, startRpcServer } from '@waybill/chassis/rpc/server'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { TEST_INTERNAL_KEY } from '@waybill/chassis/testing/running-service'
import { AppError } from '@waybill/contracts/app-error'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { type Shipment, shipmentMessage } from '@waybill/contracts/shipment'
import type { Customs } from '@waybill/contracts/values/customs/declaration'
import { aShipment } from './shipment.ts'

/** A `FindOrRegister` call, as received. */
export interface Registration {
  context: CallContext
  quoteId: string
  document: Buffer
}

/**
 * For tests: a stand-in for the shipment service, over real gRPC. As in the proto, it returns one shipment per quote,
 * idempotently, or the shipment that the document names.
 */
export async function startShipments() {
  const shipments = new Map<string, Shipment>()
  const registered = new Map<string, Shipment>()
  const searches: Registration[] = []
  const registrations: Registration[] = []
  const matches = new Map<string, Shipment>()
  const lost = new Set<string>()
  const declared = new Map<string, Customs | null>()
  const next: (() => Promise<void>)[] = []
  const unused = async (): Promise<never> => {
    throw new Error('unexpected call: the quoting service does not use this method')
  }

  function keep(shipment: Shipment): Shipment {
    shipments.set(shipment.shipmentId, shipment)
    return shipment
  }

  function find(shipmentId: string, environmentId: string): Shipment {
    const found = shipments.get(shipmentId)
    if (found?.environmentId !== environmentId) throw new AppError('shipment_not_found', 'Shipment not found.')
    return found
  }

  const implementation = implement<ShipmentServiceHandlers>('waybill.shipment.v1.ShipmentService', {
    Create: unused,
    Get: unused,
    GetAddresses: unused,
    List: unused,
    Count: unused,
    FindByReferences: unused,
    ListEvents: unused,
    Return: unused,
    Handle: unused,
    ListTags: unused,
    AddNote: unused,
    ListNotes: unused,
    DeleteNote: unused,
    CreatePickupLocation: unused,
    GetPickupLocation: unused,
    ListPickupLocations: unused,
    UpdatePickupLocation: unused,
    DeletePickupLocation: unused,
    GetCustomsDefaults: unused,
    UpdateCustomsDefaults: unused,
    ResetCustomsDefaults: unused,
    GetReturnRules: unused,
    UpdateReturnRules: unused,
    ResetReturnRules: unused,
    OpenReturnPage: unused,
    ReturnByRecipient: unused,
    Follow: unused,
    ListNews: unused,
    CheckUpdate: unused,
    Claim: unused,
    Settle: unused,
    ListClaims: unused,
    FindRecorded: unused,
    FindToErase: unused,
    Erase: unused,

    async Find(request, { environmentId }) {
      return shipmentMessage(find(request.shipment_id, environmentId))
    },

    async FindOrRegister({ quote_id: quoteId, document, only_find: onlyFind, new_shipment_id: shipmentId }, context) {
      searches.push({ context, quoteId, document })
      if (!onlyFind) registrations.push({ context, quoteId, document })
      await next.shift()?.()
      const { environmentId, merchantId, livemode } = context
      const { shipment_id, merchant_order_ref: merchantOrderRef } = JSON.parse(document.toString())
      if (quoteId === '') return shipmentMessage(find(shipment_id, environmentId))
      const fresh = aShipment({ environmentId, merchantId, livemode, merchantOrderRef })
      const match = matches.get(environmentId)
      if (onlyFind) return shipmentMessage(match ?? { ...fresh, sequence: 0 })
      const customs = declared.get(environmentId) ?? null
      const known = registered.get(quoteId) ?? match ?? keep({ ...fresh, customs, ...(shipmentId && { shipmentId }) })
      registered.set(quoteId, known)
      if (lost.delete(environmentId)) throw new AppError('service_unavailable', 'The answer is lost.')
      return shipmentMessage(known)
    },
  })
  const server = await startRpcServer({
    service: 'shipment',
    host: '127.0.0.1',
    port: 0,
    internalKey: TEST_INTERNAL_KEY,
    log: createLog({ service: 'shipment', level: 'silent' }),
    metrics: createMetrics({ service: 'shipment' }),
    services: [implementation],
  })

  return {
    target: `127.0.0.1:${server.port}`,
    /** Every `FindOrRegister` call, in order of arrival. */
    searches,
    /** Those that register a shipment or read a named one. */
    registrations,
    /** Adds or replaces a shipment. */
    keep,
    /** Makes every document of the shipment's environment match it. */
    match(shipment: Shipment) {
      matches.set(shipment.environmentId, keep(shipment))
    },
    /** Registers the environment's next shipment, but its answer is lost. */
    loseNextRegistration(environmentId: string) {
      lost.add(environmentId)
    },
    /** Registers the environment's shipments with customs that their drafts do not have. */
    declare(environmentId: string, customs: Customs | null) {
      declared.set(environmentId, customs)
    },
    /** Makes the next `FindOrRegister` fail with an error. */
    refuseNext(error: AppError) {
      next.push(() => Promise.reject(error))
    },
    /** Holds the next `FindOrRegister` until the returned function is called. */
    holdNext(): () => void {
      const held = Promise.withResolvers<void>()
      next.push(() => held.promise)
      return held.resolve
    },
    stop: () => server.stop(),
  }
}
