/** Dependencies of handlers, steps and loops. Built once, by `service.ts`. */
import type { RecordExchange } from '@waybill/carriers/exchange-log/exchange'
import type { Carriers } from '@waybill/carriers/registry'
import type { RpcClient } from '@waybill/chassis/rpc/client'
import type { OpenSecret } from '@waybill/chassis/secrets/secret-box'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { BookingCodec } from './bookings/codec.ts'
import type { RecorderFactory } from './bookings/recorder.ts'
import type { Db } from './db.ts'
import type { ObjectStore } from './documents/objects/object-store.ts'
import type { SignedUrls } from './documents/signed-urls.ts'
import type { BookingMetrics } from './metrics.ts'

export interface Dependencies {
  db: Db
  shipments: RpcClient<'booking', 'waybill.shipment.v1.ShipmentService'>
  quotes: RpcClient<'booking', 'waybill.quoting.v1.QuotingService'>
  carriers: Carriers
  /** Opens credentials of carrier accounts. */
  openSecret: OpenSecret
  recordExchange: RecordExchange
  /** Photos and signatures of proofs. */
  objects: ObjectStore
  signedUrls: SignedUrls
  codec: BookingCodec
  recorder: RecorderFactory
  /** Looks for due operations now, once what makes them due is committed. */
  wakeReconciler(): void
  /** Base URL for carriers' call-backs; null: carriers are polled instead. */
  callbackBaseUrl: string | null
  log: Logger
  metrics: BookingMetrics
}
