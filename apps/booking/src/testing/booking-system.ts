/** The booking service in this process, with the services it depends on as child processes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-adapter'
import { createHttpClient } from '@waybill/carriers/http/client'
import type { Carriers } from '@waybill/carriers/registry'
import { createSimulatedAdapter } from '@waybill/carriers/simulated/adapter'
import { simulatedDescriptors } from '@waybill/carriers/simulated/descriptors'
import { connectRabbitBus, deleteRabbitTopology } from '@waybill/chassis/messaging/rabbit/bus'
import { openDatabase } from '@waybill/chassis/postgres/database'
import { connectRpc } from '@waybill/chassis/rpc/client'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { startServiceOn } from '@waybill/chassis/testing/running-service'
import { createTestDatabases } from '@waybill/chassis/testing/service-database'
import { topology } from '@waybill/contracts/events/topology'
import type { BookingServiceDefinition } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import type { QuotingServiceDefinition } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { testRabbitUrl } from '@waybill/testing/services'
import { sql } from 'kysely'
import type { BookingDatabase } from '../db.ts'
import { type BookingServiceOptions, startBookingService } from '../service.ts'
import { INTERNAL_KEY, SIMULATOR_KEY, startPeerServices } from './peer-services.ts'

/** Timeout of carriers with short timeouts. */
const SHORT_TIMEOUT_MS = 1_500

export async function startBookingSystem() {
  const databases = await createTestDatabases(['shipment', 'quoting', 'booking', 'simulator'])
  const peers = await startPeerServices(databases).catch(async (error: unknown) => {
    await databases.drop()
    throw error
  })
  const log = createLog({ service: 'booking', level: 'silent' })
  const metrics = createMetrics({ service: 'booking' })
  const broker = { url: testRabbitUrl(), namespace: databases.namespace, topology }
  const bus = await connectRabbitBus({ ...broker, log, metrics })
  const { url, schema } = databases.of('booking')
  const db = openDatabase<BookingDatabase>({ url, schema, applicationName: 'booking test', poolSize: 2 })
  const rpc = { internalKey: INTERNAL_KEY, log, metrics }
  const shipments = connectRpc<ShipmentServiceDefinition>({
    ...rpc,
    serviceName: 'waybill.shipment.v1.ShipmentService',
    target: peers.shipmentUrl,
  })
  const quotes = connectRpc<QuotingServiceDefinition>({
    ...rpc,
    serviceName: 'waybill.quoting.v1.QuotingService',
    target: peers.quotingUrl,
  })
  const objectsDirectory = await mkdtemp(join(tmpdir(), 'waybill-objects-'))
  const simulated = { simulatorUrl: peers.simulatorUrl, simulatorKey: SIMULATOR_KEY }

  /** The simulated carriers with short timeouts and, if given, other descriptors. */
  const withShortTimeouts = (described: Partial<CarrierDescriptor> = {}): Carriers =>
    new Map(
      simulatedDescriptors.map((descriptor) => {
        const timeoutsMs = {
          ...descriptor.timeoutsMs,
          book: SHORT_TIMEOUT_MS,
          cancel: SHORT_TIMEOUT_MS,
          update: SHORT_TIMEOUT_MS,
        }
        const adapter = createSimulatedAdapter({
          ...simulated,
          descriptor: { ...descriptor, timeoutsMs, ...described },
          http: createHttpClient(),
        })
        return [descriptor.carrierCode, adapter]
      }),
    )

  /** Starts the service under test; several instances may run side by side. */
  const start = (options: Partial<BookingServiceOptions> = {}) =>
    startServiceOn<BookingServiceOptions, BookingServiceDefinition>({ url, schema }, bus, {
      name: 'booking',
      serviceName: 'waybill.booking.v1.BookingService',
      start: startBookingService,
      options: {
        internalKey: INTERNAL_KEY,
        shipmentUrl: peers.shipmentUrl,
        quotingUrl: peers.quotingUrl,
        publicUrl: 'https://api.example.com',
        callbackBaseUrl: null,
        labelSigningKey: 'a key of the labels',
        dispatchWindowMs: 60_000,
        objects: { directory: objectsDirectory },
        ...simulated,
        ...options,
      },
    })

  /** Calls the simulator's API. */
  async function simulator<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const response = await fetch(`${peers.simulatorUrl}/simulator${path}`, {
      method,
      headers: { authorization: `Bearer ${SIMULATOR_KEY}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  /** Dates the shipment's collection back and has the shipment service expire it, as it does every minute. */
  async function expireShipment(shipmentId: string, daysAgo: number): Promise<void> {
    const { url: shipmentDatabaseUrl, schema: shipmentSchema } = databases.of('shipment')
    const owner = openDatabase({ url: shipmentDatabaseUrl, schema: shipmentSchema, applicationName: 'booking test' })
    try {
      await sql`
        update shipment set collection_at = now() - ${daysAgo} * interval '1 day'
        where shipment_id = ${shipmentId}`.execute(owner)
    } finally {
      await owner.destroy()
    }
    await peers.startAnotherShipmentService()
  }

  return {
    db,
    shipments,
    quotes,
    start,
    expireShipment,
    withShortTimeouts,
    simulator,
    async stop() {
      shipments.close()
      quotes.close()
      await peers.stop()
      await bus.close()
      await db.destroy()
      await deleteRabbitTopology(broker)
      await databases.drop()
      await rm(objectsDirectory, { recursive: true, force: true })
    },
  }
}

export type BookingSystem = Awaited<ReturnType<typeof startBookingSystem>>
export type RunningBooking = Awaited<ReturnType<BookingSystem['start']>>
