import type { Logger } from '@waybill/chassis/log'
import type { Metrics } from '@waybill/chassis/metrics'
import { connectRpc, type UnaryClient } from '@waybill/chassis/rpc-client'
import type { BookingServiceDefinition } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import type { QuotingServiceDefinition } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import type { WebhookServiceDefinition } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'

import type { Streams } from '../streams/streams.ts'
import { TIMEOUT_MS } from './route.ts'

export interface ServiceUrls {
  /** Each host:port. */
  shipmentUrl: string
  quotingUrl: string
  bookingUrl: string
  webhookUrl: string
}

/** What the routes call. */
export interface Services {
  shipments: UnaryClient<ShipmentServiceDefinition>
  quoting: UnaryClient<QuotingServiceDefinition>
  bookings: UnaryClient<BookingServiceDefinition>
  webhooks: UnaryClient<WebhookServiceDefinition>
  streams: Streams
  /** The OpenAPI document and the pages made from it. */
  pages(): Pages
  /** False once the gateway stops, or while it cannot check tokens. */
  isReady(): Promise<boolean>
}

export interface Pages {
  openapi: string
  docs: string
  errors: string
  /** The catalogue of event types, as an answer. */
  eventTypes: string
  /** Content-Security-Policy of the pages. */
  contentSecurityPolicy: string
}

/** Clients of the four services. `close` ends their connections. */
export function connectServices(options: ServiceUrls & { internalKey: string; log: Logger; metrics: Metrics }) {
  const { internalKey, log, metrics } = options
  const connect = <Definition>(serviceName: string, target: string) =>
    // Each call's own deadline, in its context, ends it earlier.
    connectRpc<Definition>({ serviceName, target, internalKey, log, metrics, defaultTimeoutMs: TIMEOUT_MS.carrier })
  const shipments = connect<ShipmentServiceDefinition>('waybill.shipment.v1.ShipmentService', options.shipmentUrl)
  const quoting = connect<QuotingServiceDefinition>('waybill.quoting.v1.QuotingService', options.quotingUrl)
  const bookings = connect<BookingServiceDefinition>('waybill.booking.v1.BookingService', options.bookingUrl)
  const webhooks = connect<WebhookServiceDefinition>('waybill.webhook.v1.WebhookService', options.webhookUrl)
  return {
    clients: { shipments, quoting, bookings, webhooks },
    close() {
      for (const client of [shipments, quoting, bookings, webhooks]) client.close()
    },
  }
}
