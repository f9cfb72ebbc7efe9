import { connectRpc, type UnaryClient } from '@waybill/chassis/rpc/client'
import type { RpcTls } from '@waybill/chassis/rpc/credentials'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { BookingServiceDefinition } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import type { OperatorServiceDefinition } from '@waybill/contracts/gen/waybill/operator/v1/OperatorService'
import type { QuotingServiceDefinition } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import type { WebhookServiceDefinition } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { TIMEOUT_MS } from '../routing/route.ts'
import type { Streams } from '../streams/streams.ts'

export interface ServiceUrls {
  /** Each host:port. */
  shipmentUrl: string
  quotingUrl: string
  bookingUrl: string
  webhookUrl: string
}

/** Authentication and encryption of calls to the services. */
export interface RpcOptions {
  internalKey: string
  rpcTls?: RpcTls
}

/** What the handlers of the public routes use. */
export interface Services {
  shipments: UnaryClient<ShipmentServiceDefinition>
  quoting: UnaryClient<QuotingServiceDefinition>
  bookings: UnaryClient<BookingServiceDefinition>
  webhooks: UnaryClient<WebhookServiceDefinition>
  streams: Streams
  /** The OpenAPI document and what is made from it. */
  pages(): Pages
  /** False while the gateway stops, or cannot reach its database. */
  isReady(): Promise<boolean>
}

/** The services behind the gateway, in the order in which a shipment passes them. */
export const serviceNames = ['shipment', 'quoting', 'booking', 'webhook'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The operator's interface of each service. */
export type Operators = Record<ServiceName, UnaryClient<OperatorServiceDefinition>>

export interface Pages {
  /** The OpenAPI document, as JSON. */
  openapi: string
  /** The page of all error codes, as HTML. */
  errors: string
  /** The response of the operation that lists the event types, as JSON. */
  eventTypes: string
}

/** Connects to the four services. `close` closes the connections. */
export function connectServices(options: ServiceUrls & RpcOptions & { log: Logger; metrics: Metrics }) {
  const { internalKey, rpcTls: tls, log, metrics } = options
  const connect = <Definition>(
    serviceName: string,
    target: string,
    gathered?: Parameters<typeof connectRpc<Definition>>[0]['gathered'],
  ) =>
    // An upper bound: the deadline in the context of each call is shorter.
    connectRpc<Definition>({
      serviceName,
      target,
      internalKey,
      tls,
      log,
      metrics,
      defaultTimeoutMs: TIMEOUT_MS.carrier,
      gathered,
    })
  const shipments = connect<ShipmentServiceDefinition>('waybill.shipment.v1.ShipmentService', options.shipmentUrl, [
    'Create',
    'Get',
  ])
  const quoting = connect<QuotingServiceDefinition>('waybill.quoting.v1.QuotingService', options.quotingUrl)
  const bookings = connect<BookingServiceDefinition>('waybill.booking.v1.BookingService', options.bookingUrl)
  const webhooks = connect<WebhookServiceDefinition>('waybill.webhook.v1.WebhookService', options.webhookUrl)
  const operator = (target: string) => connect<OperatorServiceDefinition>('waybill.operator.v1.OperatorService', target)
  const operators = {
    shipment: operator(options.shipmentUrl),
    quoting: operator(options.quotingUrl),
    booking: operator(options.bookingUrl),
    webhook: operator(options.webhookUrl),
  } satisfies Operators
  return {
    clients: { shipments, quoting, bookings, webhooks },
    operators,
    close() {
      for (const client of [shipments, quoting, bookings, webhooks, ...Object.values(operators)]) client.close()
    },
  }
}
