/** Stand-ins for the four services: real gRPC with the real protos, and responses that a test sets. */

import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { serviceDefinition } from '@waybill/chassis/rpc/proto'
import { startRpcServer } from '@waybill/chassis/rpc/server'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { CALLEES, type Callee } from '@waybill/contracts/call-table'
import {
  createCarrierAccountSchema,
  updateCarrierAccountSchema,
} from '@waybill/contracts/carrier-accounts/carrier-account'
import { updateDriverSchema } from '@waybill/contracts/fleet/driver'
import { updateRateCardSchema } from '@waybill/contracts/fleet/rate-card'
import { updatePickupLocationSchema } from '@waybill/contracts/requests/pickup-locations'
import {
  createOnDemandShipmentSchema,
  createShipmentSchema,
  quoteSchemaFor,
  updateShipmentSchema,
} from '@waybill/contracts/requests/shipment-documents'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { updateReturnRulesSchema } from '@waybill/contracts/shipments/return-rules'
import { planFaultSchema } from '@waybill/contracts/simulator'
import { updateCustomsDefaultsSchema } from '@waybill/contracts/values/customs/defaults'
import { createSubscriptionSchema, updateSubscriptionSchema } from '@waybill/contracts/webhooks/subscription'
import type { z } from 'zod'

export interface RecordedCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: a message of any service
  request: any
  context: CallContext
}

type Script = (call: RecordedCall) => unknown

export interface ScriptedServices {
  /** host:port of each service, which serves the operator's interface too. */
  targets: Record<Callee, string>
  /** Calls with valid documents, oldest first. */
  calls: RecordedCall[]
  /** Sets the response of a method, such as `ShipmentService.Create`. */
  answer(method: string, script: Script): void
  reset(): void
  stop(): Promise<void>
}

const OPERATOR_SERVICE = 'waybill.operator.v1.OperatorService'
const SERVICES = {
  shipment: 'waybill.shipment.v1.ShipmentService',
  quoting: 'waybill.quoting.v1.QuotingService',
  booking: 'waybill.booking.v1.BookingService',
  webhook: 'waybill.webhook.v1.WebhookService',
} satisfies Record<Callee, string>

/** Validation of the documents that the gateway leaves to their owner, as in the real services. */
const schemas: Record<string, (document: unknown, onDemand: boolean) => z.ZodType> = {
  'ShipmentService.Create': (_document, onDemand) => (onDemand ? createOnDemandShipmentSchema : createShipmentSchema),
  'ShipmentService.UpdatePickupLocation': () => updatePickupLocationSchema,
  'ShipmentService.UpdateCustomsDefaults': () => updateCustomsDefaultsSchema,
  'ShipmentService.UpdateReturnRules': () => updateReturnRulesSchema,
  'BookingService.UpdateShipment': () => updateShipmentSchema,
  'BookingService.UpdateDriver': () => updateDriverSchema,
  'BookingService.PlanFault': () => planFaultSchema,
  'QuotingService.Create': quoteSchemaFor,
  'QuotingService.CreateCarrierAccount': () => createCarrierAccountSchema,
  'QuotingService.UpdateCarrierAccount': () => updateCarrierAccountSchema,
  'QuotingService.UpdateRateCard': () => updateRateCardSchema,
  'WebhookService.CreateSubscription': () => createSubscriptionSchema,
  'WebhookService.UpdateSubscription': () => updateSubscriptionSchema,
}

function validate(method: string, { document: bytes, on_demand: onDemand }: RecordedCall['request']): void {
  if (schemas[method] === undefined) return
  const document: unknown = JSON.parse(bytes.toString())
  parseDocument(schemas[method](document, onDemand), document)
}

const emptyAnswer = () => ({ status: 200, body: Buffer.from('{"success":true,"data":{}}') })

export async function startScriptedServices(internalKey: string): Promise<ScriptedServices> {
  const calls: RecordedCall[] = []
  const scripts = new Map<string, Script>()
  const scripted = (serviceName: string) => ({
    serviceName,
    handlers: Object.fromEntries(
      Object.keys(serviceDefinition(serviceName)).map((name) => [
        name,
        async (request: unknown, context: CallContext) => {
          const method = `${serviceName.split('.').at(-1)}.${name}`
          const call: RecordedCall = { method, request, context }
          validate(method, call.request)
          calls.push(call)
          return (scripts.get(method) ?? emptyAnswer)(call)
        },
      ]),
    ),
  })
  const start = (service: Callee) =>
    startRpcServer({
      service,
      host: '127.0.0.1',
      port: 0,
      internalKey,
      log: createLog({ service: 'scripted', level: 'silent' }),
      metrics: createMetrics({ service: 'scripted' }),
      services: [scripted(SERVICES[service]), scripted(OPERATOR_SERVICE)],
    })
  const servers = await Promise.all(CALLEES.map(async (service) => ({ service, server: await start(service) })))
  return {
    targets: Object.fromEntries(
      servers.map(({ service, server }) => [service, `127.0.0.1:${server.port}`]),
    ) as ScriptedServices['targets'],
    calls,
    answer: (method, script) => void scripts.set(method, script),
    reset() {
      calls.length = 0
      scripts.clear()
    },
    async stop() {
      await Promise.all(servers.map(({ server }) => server.stop()))
    },
  }
}
