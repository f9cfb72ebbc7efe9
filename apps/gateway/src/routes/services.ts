import { connectRpc, type RpcClient } from '@waybill/chassis/rpc/client'
import type { RpcTls } from '@waybill/chassis/rpc/credentials'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { TIMEOUT_MS } from '@waybill/edge/routing/route'
import type { IdentityServices } from '@waybill/identity/services'
import type { ApiLog } from '../api-log/api-log.ts'
import type { Console } from '../console/console.ts'
import type { Documentation } from '../documentation/documentation.ts'
import type { Downloads } from '../downloads/downloads.ts'
import type { Brandings } from '../settings/branding/brandings.ts'
import type { ParcelPresets } from '../settings/presets/parcel-presets.ts'
import type { SavedViews } from '../settings/views/saved-views.ts'
import type { EventStreams } from '../streams/event-streams.ts'
import type { OpenFiles } from '../streams/open-files.ts'
import type { QuoteStreams } from '../streams/quote-streams.ts'
import type { ShipmentStreams } from '../streams/shipment-streams.ts'

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

/** A key of a test environment that the documentation shows to the members of its merchant who may make one. */
export interface ExampleKey {
  merchantId: string
  token: string
}

/** Services for the handlers of the public routes. */
export interface Services extends IdentityServices {
  shipments: RpcClient<'gateway', 'waybill.shipment.v1.ShipmentService'>
  quoting: RpcClient<'gateway', 'waybill.quoting.v1.QuotingService'>
  bookings: RpcClient<'gateway', 'waybill.booking.v1.BookingService'>
  webhooks: RpcClient<'gateway', 'waybill.webhook.v1.WebhookService'>
  savedViews: SavedViews
  parcelPresets: ParcelPresets
  brandings: Brandings
  apiLog: ApiLog
  shipmentStreams: ShipmentStreams
  eventStreams: EventStreams
  quoteStreams: QuoteStreams
  files: OpenFiles
  console: Console
  downloads: Downloads
  documentation: Documentation
  findExampleKey(): ExampleKey | null
  /** False while the gateway stops, or cannot reach its database. */
  isReady(): Promise<boolean>
  isDraining(): boolean
}

/** The services behind the gateway, in the order in which a shipment passes them. */
export const serviceNames = ['shipment', 'quoting', 'booking', 'webhook'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The operator's interface of each service. */
export type Operators = Record<ServiceName, RpcClient<'gateway', 'waybill.operator.v1.OperatorService'>>

/** Connects to the four services. `close` closes the connections. */
export function connectServices(options: ServiceUrls & RpcOptions & { log: Logger; metrics: Metrics }) {
  const { internalKey, rpcTls: tls, log, metrics } = options
  // The time-out is an upper bound: the deadline in the context of each call is shorter.
  const common = { caller: 'gateway', internalKey, tls, log, metrics, defaultTimeoutMs: TIMEOUT_MS.carrier } as const
  const shipments = connectRpc({
    ...common,
    serviceName: 'waybill.shipment.v1.ShipmentService',
    target: options.shipmentUrl,
    gathered: ['Create', 'Get'],
  })
  const quoting = connectRpc({
    ...common,
    serviceName: 'waybill.quoting.v1.QuotingService',
    target: options.quotingUrl,
  })
  const bookings = connectRpc({
    ...common,
    serviceName: 'waybill.booking.v1.BookingService',
    target: options.bookingUrl,
  })
  const webhooks = connectRpc({
    ...common,
    serviceName: 'waybill.webhook.v1.WebhookService',
    target: options.webhookUrl,
  })
  const operator = (callee: ServiceName, target: string) =>
    connectRpc({ ...common, serviceName: 'waybill.operator.v1.OperatorService', callee, target })
  const operators = {
    shipment: operator('shipment', options.shipmentUrl),
    quoting: operator('quoting', options.quotingUrl),
    booking: operator('booking', options.bookingUrl),
    webhook: operator('webhook', options.webhookUrl),
  } satisfies Operators
  return {
    clients: { shipments, quoting, bookings, webhooks },
    operators,
    close() {
      for (const client of [shipments, quoting, bookings, webhooks, ...Object.values(operators)]) client.close()
    },
  }
}
