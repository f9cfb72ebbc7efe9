/** The booking service in this process, with a database for each test file. The services it depends on are shared. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulatedAdapter } from '@waybill/carriers/adapters/simulated/adapter'
import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { createHttpClient } from '@waybill/carriers/http/client'
import type { Carriers } from '@waybill/carriers/registry'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { connectRabbitBus } from '@waybill/chassis/messaging/rabbit/bus'
import { openDatabase } from '@waybill/chassis/postgres/database'
import { freePort } from '@waybill/chassis/process/free-port'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { connectAsAnyCaller } from '@waybill/chassis/testing/any-caller-client'
import { startServiceOn } from '@waybill/chassis/testing/running-service'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { topology } from '@waybill/contracts/events/topology'
import type { BookingServiceDefinition } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { testPostgresUrl, testRabbitUrl } from '@waybill/testing/services'
import { type RawBuilder, sql } from 'kysely'
import type { BookingDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { type BookingServiceOptions, startBookingService } from '../service.ts'
import { type PeerProcess, startPeer } from './peer-process.ts'
import { CARRIER_ENCRYPTION_KEYS, INTERNAL_KEY, PEER_KEYS, SIMULATOR_KEY, sharePeerServices } from './peer-services.ts'

/** Timeout of carriers with short timeouts. */
const SHORT_TIMEOUT_MS = 1_500
/** Pause of loops that tests wait for. */
const LOOPS_EVERY_MS = 150

export async function startBookingSystem() {
  const peers = await sharePeerServices()
  const database = await createTestDatabase({ service: 'booking', migrations })
  const log = createLog({ service: 'booking', level: 'silent' })
  const metrics = createMetrics({ service: 'booking' })
  const broker = { url: testRabbitUrl(), namespace: peers.namespace, topology }
  const bus = await connectRabbitBus({ ...broker, log, metrics })
  const { url, schema } = database
  const db = openDatabase<BookingDatabase>({ url, schema, applicationName: 'booking test', poolSize: 2 })
  const rpc = { internalKey: INTERNAL_KEY, log }
  const shipments = connectAsAnyCaller({
    ...rpc,
    serviceName: 'waybill.shipment.v1.ShipmentService',
    target: peers.shipmentUrl,
  })
  const quotes = connectAsAnyCaller({
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
          http: createHttpClient({ trustedUrls: [peers.simulatorUrl] }),
        })
        return [descriptor.carrierCode, adapter]
      }),
    )

  /** Starts the service under test; several instances may run side by side. */
  const start = (options: Partial<BookingServiceOptions> = {}) =>
    startServiceOn<BookingServiceOptions, BookingServiceDefinition>(database, bus, {
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
        carrierEncryptionKeys: CARRIER_ENCRYPTION_KEYS,
        objects: { directory: objectsDirectory },
        loopsEveryMs: LOOPS_EVERY_MS,
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

  async function inService(name: 'shipment' | 'quoting', statement: RawBuilder<unknown>): Promise<void> {
    const owner = openDatabase({ ...peers.databases[name], applicationName: 'booking test' })
    try {
      await statement.execute(owner)
    } finally {
      await owner.destroy()
    }
  }

  /** Dates the end of an offer back. Its quote and other offers stay as they are. */
  const expireOption = (optionId: string) =>
    inService(
      'quoting',
      sql`update quote_option set expires_at = now() - interval '1 s' where quote_option_id = ${optionId}`,
    )

  /** Dates the claims on a shipment back. */
  const ageClaims = (shipmentId: string, minutes: number) =>
    inService(
      'shipment',
      sql`
      update claim set created_at = created_at - ${minutes} * interval '1 minute' where shipment_id = ${shipmentId}`,
    )

  /** Dates the shipment's collection back and has the shipment service expire it, as it does every minute. */
  const sweepers: PeerProcess[] = []
  async function expireShipment(shipmentId: string, daysAgo: number): Promise<void> {
    await inService(
      'shipment',
      sql`
      update shipment set collection_at = now() - ${daysAgo} * interval '1 day' where shipment_id = ${shipmentId}`,
    )
    const sweeping = await startPeer({
      name: 'shipment',
      port: await freePort(),
      database: peers.databases.shipment,
      namespace: peers.namespace,
      env: PEER_KEYS,
    })
    sweepers.push(sweeping)
  }

  /** Ends the booking service's connections and lets it open none for `outageMs`. */
  async function interruptDatabase(outageMs: number): Promise<void> {
    const name = new URL(url).pathname.slice(1)
    const admin = openDatabase({ url: testPostgresUrl(), schema: 'public', applicationName: 'outage', poolSize: 1 })
    const limitTo = (connections: number) =>
      sql`alter database ${sql.id(name)} connection limit ${sql.lit(connections)}`.execute(admin)
    try {
      await limitTo(0)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(admin)
      await new Promise((resolve) => setTimeout(resolve, outageMs))
      await limitTo(-1)
    } finally {
      await admin.destroy()
    }
  }

  return {
    db,
    database,
    /** Publishes an event of another service. */
    publish: (event: DomainEvent) => bus.publish([event]),
    interruptDatabase,
    shipments,
    quotes,
    start,
    expireShipment,
    ageClaims,
    expireOption,
    withShortTimeouts,
    simulator,
    async stop() {
      shipments.close()
      quotes.close()
      await Promise.all(sweepers.map((sweeper) => sweeper.stop()))
      await bus.close()
      await db.destroy()
      await database.drop()
      await rm(objectsDirectory, { recursive: true, force: true })
    },
  }
}

export type BookingSystem = Awaited<ReturnType<typeof startBookingSystem>>
export type RunningBooking = Awaited<ReturnType<BookingSystem['start']>>
