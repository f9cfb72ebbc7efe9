/** Stand-ins for the four services: real gRPC with the real protos, and responses that a test sets. */

import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { serviceDefinition } from '@waybill/chassis/rpc/proto'
import { startRpcServer } from '@waybill/chassis/rpc/server'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { createOnDemandShipmentSchema, createShipmentSchema } from '@waybill/contracts/shipment-documents'
import { parseDocument } from '@waybill/contracts/validation'

export interface RecordedCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: a message of any service
  request: any
  context: CallContext
}

type Script = (call: RecordedCall) => unknown

export interface ScriptedServices {
  /** host:port that serves all services, and the operator's interface of each. */
  target: string
  /** Calls with valid documents, oldest first. */
  calls: RecordedCall[]
  /** Sets the response of a method, such as `ShipmentService.Create`. */
  answer(method: string, script: Script): void
  reset(): void
  stop(): Promise<void>
}

const SERVICES = [
  'waybill.shipment.v1.ShipmentService',
  'waybill.quoting.v1.QuotingService',
  'waybill.booking.v1.BookingService',
  'waybill.webhook.v1.WebhookService',
  'waybill.operator.v1.OperatorService',
]

/** Validation of the documents that the gateway leaves to their owner, as in the real services. */
const validators: Record<string, (request: { document: Buffer; on_demand: boolean }) => unknown> = {
  'ShipmentService.Create': ({ document, on_demand }) =>
    parseDocument(on_demand ? createOnDemandShipmentSchema : createShipmentSchema, JSON.parse(document.toString())),
}

const emptyAnswer = () => ({ status: 200, body: Buffer.from('{"success":true,"data":{}}') })

export async function startScriptedServices(internalKey: string): Promise<ScriptedServices> {
  const calls: RecordedCall[] = []
  const scripts = new Map<string, Script>()
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    internalKey,
    log: createLog({ service: 'scripted', level: 'silent' }),
    metrics: createMetrics({ service: 'scripted' }),
    services: SERVICES.map((serviceName) => ({
      serviceName,
      handlers: Object.fromEntries(
        Object.keys(serviceDefinition(serviceName)).map((name) => [
          name,
          async (request: unknown, context: CallContext) => {
            const method = `${serviceName.split('.').at(-1)}.${name}`
            const call: RecordedCall = { method, request, context }
            validators[method]?.(call.request)
            calls.push(call)
            return (scripts.get(method) ?? emptyAnswer)(call)
          },
        ]),
      ),
    })),
  })
  return {
    target: `127.0.0.1:${server.port}`,
    calls,
    answer: (method, script) => void scripts.set(method, script),
    reset() {
      calls.length = 0
      scripts.clear()
    },
    stop: () => server.stop(),
  }
}
