/** Rows get their positions in the order given, whichever plan PostgreSQL 18 chooses. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertLabelBatch } from '@waybill/booking/batches/labels/repository'
import type { BookingDatabase } from '@waybill/booking/db'
import { migrations as bookingMigrations } from '@waybill/booking/migrations'
import { gatherAdditions } from '@waybill/chassis/idempotency/batched'
import { finishByAdding } from '@waybill/chassis/idempotency/finishing'
import { beginOperation } from '@waybill/chassis/idempotency/operations'
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { provision, type ServiceDatabase } from '@waybill/chassis/postgres/provision'
import { createLog } from '@waybill/chassis/telemetry/log'
import { aCall } from '@waybill/chassis/testing/call-context'
import { anEvent } from '@waybill/chassis/testing/domain-event'
import { migrateTestDatabase } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import type { QuotingDatabase } from '@waybill/quoting/db'
import { migrations as quotingMigrations } from '@waybill/quoting/migrations'
import { finishWithQuote } from '@waybill/quoting/quotes/repository'
import type { ShipmentDatabase } from '@waybill/shipment/db'
import { migrations as shipmentMigrations } from '@waybill/shipment/migrations'
import { created, type TimelineEntry, unchanged } from '@waybill/shipment/shipments/change'
import { storeNew } from '@waybill/shipment/shipments/commands'
import { insertShipments, newShipmentRows, timelineInsert } from '@waybill/shipment/shipments/repository'
import { aShipment, cause } from '@waybill/shipment/testing/shipment'
import { insertLoggedDeliveries } from '@waybill/webhook/catch-up/log-repository'
import type { WebhookDatabase } from '@waybill/webhook/db'
import { queueForReplay } from '@waybill/webhook/deliveries/repository'
import type { EndpointKey } from '@waybill/webhook/endpoints/endpoint-key'
import { type ArrivedEvent, insertEvents } from '@waybill/webhook/events/repository'
import { migrations as webhookMigrations } from '@waybill/webhook/migrations'
import { claimTerms } from '@waybill/webhook/testing/claim-terms'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './server.ts'

const databases = ['shipment', 'quoting', 'booking', 'webhook'] as const
const migrations = {
  shipment: shipmentMigrations,
  quoting: quotingMigrations,
  booking: bookingMigrations,
  webhook: webhookMigrations,
}

let directory: string
let server: EmbeddedPostgres
let provisioned: Record<string, ServiceDatabase>

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'waybill-postgres-'))
  chmodSync(directory, 0o711)
  const log = createLog({ service: 'test', level: 'silent' })
  server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), log })
  const services = [...databases]
  provisioned = await provision({ adminUrl: server.url, namespace: 'waybill_order', services, password: () => 'test' })
  for (const name of databases) await migrateTestDatabase(at(name), migrations[name])
})
afterAll(async () => {
  await server?.stop()
  rmSync(directory, { recursive: true, force: true })
})

const at = (name: (typeof databases)[number]): ServiceDatabase => provisioned[name] as ServiceDatabase

/** The methods that the planner may join with: all, all but one, and one alone. */
const joins = ['hash merge nestloop', 'hash merge', 'hash nestloop', 'merge nestloop', 'hash', 'merge', 'nestloop']
/** How it plans prepared statements: for the values of the parameters, or once for all. */
const cacheModes = ['force_custom_plan', 'force_generic_plan']
const planners = cacheModes.flatMap((cacheMode) =>
  joins.map((allowed) => {
    const may = (method: string) => (allowed.includes(method) ? 'on' : 'off')
    const methods = [`hashjoin=${may('hash')}`, `mergejoin=${may('merge')}`, `nestloop=${may('nestloop')}`]
    return { allowed, cacheMode, settings: [`plan_cache_mode=${cacheMode}`, ...methods.map((one) => `enable_${one}`)] }
  }),
)

describe.each(planners)('with joins by $allowed and $cacheMode', ({ settings }) => {
  const pools = new Map<string, Kysely<unknown>>()
  afterAll(() => Promise.all([...pools.values()].map((db) => db.destroy())))

  /** As the service opens it, with the planner's settings. */
  function open<DB>(name: (typeof databases)[number]): Kysely<DB> {
    const { url, schema } = at(name)
    const configured = new URL(url)
    const options = [`search_path=${schema}`, 'jit=off', ...settings]
    configured.searchParams.set('options', options.map((option) => `-c ${option}`).join(' '))
    const opened = { url: configured.href, schema, applicationName: 'test', poolSize: 1 }
    const db = pools.get(name) ?? openDatabase(opened)
    pools.set(name, db)
    return db as Kysely<DB>
  }

  test('shipments that are created together get their events and timelines in order', async () => {
    const db = open<ShipmentDatabase>('shipment')
    const add = gatherAdditions(db, insertShipments)
    const shipments = numbers.map(aNewShipment)
    const additions = shipments.map((shipment) => ({
      context: aCall(),
      answer,
      rows: newShipmentRows({ shipment, timeline: entries(shipment) }),
      events: events(shipment.shipmentId),
    }))
    await Promise.all(additions.map(add))
    for (const { shipmentId } of shipments) {
      expect(await readOutbox(db, shipmentId)).toEqual(numbers)
      expect(await readTimeline(db, shipmentId)).toEqual(numbers)
    }
  })

  test('an operation that ends gets its events in order', async () => {
    const db = open<QuotingDatabase>('quoting')
    const context = aCall()
    await beginOperation(db, context, { leaseMs: 15_000, minted: {} })
    const rows = { quote: [], quote_option: [] }
    await finishByAdding(db, finishWithQuote, context, { answer, rows, events: events(context.opId) })
    expect(await readOutbox(db, context.opId)).toEqual(numbers)
  })

  test('a change gets its events and timeline entries in order', async () => {
    const db = open<ShipmentDatabase>('shipment')
    const shipment = aNewShipment()
    await transact(db, async (trx) => {
      await storeNew(trx, unchanged(shipment))
      const entered = timelineInsert(trx, shipment, entries(shipment))
      await appendOutbox(trx, events(shipment.shipmentId), [entered])
    })
    expect(await readOutbox(db, shipment.shipmentId)).toEqual(numbers)
    expect(await readTimeline(db, shipment.shipmentId)).toEqual(numbers)
  })

  test('a batch of labels keeps the order of its bookings', async () => {
    const db = open<BookingDatabase>('booking')
    const owner = { environmentId: newId('env'), merchantId: 'mer_1', livemode: false, requestId: 'req_1' }
    const booking_ids = numbers.map((number) => `bkg_${number}`)
    const given = { booking_ids, format: 'pdf', size: '4x6', mark_printed: false } as const
    const { batchId } = await transact(db, (trx) => insertLabelBatch(trx, owner, given))
    const items = await db
      .selectFrom('label_batch_item')
      .select('booking_id')
      .where('batch_id', '=', batchId)
      .orderBy('position')
      .execute()
    expect(items.map(({ booking_id }) => booking_id)).toEqual(booking_ids)
  })

  test('events that arrive together get their positions and their places in the queue in order', async () => {
    const db = open<WebhookDatabase>('webhook')
    const endpoints = [anEndpoint(), anEndpoint()]
    const arrived = numbers.flatMap((sequence) => endpoints.map((endpoint) => anArrivedEvent(endpoint, sequence)))
    const claim = { ...claimTerms(), endpoints: [], sendable: new Map() }
    await insertEvents(db, arrived, claim, { consumer: null, versions: [] })
    for (const { environmentId } of endpoints) {
      const log = await db
        .selectFrom('event')
        .select(['position', 'sequence'])
        .where('environment_id', '=', environmentId)
        .orderBy('position')
        .execute()
      expect(log).toEqual(numbers.map((number) => ({ position: number, sequence: number })))
      expect(await queued(db, environmentId)).toEqual(numbers)
    }
  })

  test('a subscription that catches up, or replays, gets its events in order', async () => {
    const db = open<WebhookDatabase>('webhook')
    const [behind, replaying] = [anEndpoint(), anEndpoint()]
    const logged = numbers.map((number) => ({ ...anArrivedEvent(behind, number), deliveryId: newId('whd') }))
    const wanted = logged.map((event) => ({ ...event, isQueued: true }))
    await transact(db, (trx) => insertLoggedDeliveries(trx, behind, wanted))
    await transact(db, (trx) => queueForReplay(trx, replaying, logged))
    expect(await queued(db, behind.environmentId)).toEqual(numbers)
    expect(await queued(db, replaying.environmentId)).toEqual(numbers)
  })
})

const numbers = [1, 2, 3, 4, 5, 6, 7]
const answer = { status: 201, body: Buffer.from('{}') }

const aNewShipment = () => aShipment({ trackingUrl: `https://api.example.com/t/${newId('shp')}` })

const events = (subjectId: string) => numbers.map((sequence) => anEvent({ subjectId, sequence }))

const entries = (shipment: Shipment): TimelineEntry[] =>
  created(shipment, cause).timeline.flatMap((entry) =>
    numbers.map((sequence) => ({ ...entry, entryKey: `entry ${sequence}`, sequence })),
  )

/** The sequences of a subject's events by their positions in the outbox. */
async function readOutbox<DB extends ChassisTables>(db: Kysely<DB>, subjectId: string): Promise<(number | null)[]> {
  const { rows } = await sql<{ sequence: number | null }>`
    select sequence from outbox where subject_id = ${subjectId} order by position`.execute(db)
  return rows.map(({ sequence }) => sequence)
}

async function readTimeline(db: Kysely<ShipmentDatabase>, shipmentId: string): Promise<number[]> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from timeline where shipment_id = ${shipmentId} order by position`.execute(db)
  return rows.map(({ sequence }) => sequence)
}

const anEndpoint = (): EndpointKey => ({ environmentId: newId('env'), subscriptionId: newId('whs') })

const anArrivedEvent = ({ environmentId, subscriptionId }: EndpointKey, sequence: number): ArrivedEvent => ({
  environmentId,
  eventId: `evt_${sequence}`,
  eventAt: new Date('2026-12-01T09:00:00Z'),
  type: 'shipment.updated',
  subjectType: 'shipment',
  subjectId: 'shp_1',
  sequence,
  payload: '{}',
  traceparent: null,
  detailedBy: [],
  deliveries: [
    { deliveryId: newId('whd'), subscriptionId, origin: 'https://example.com', status: 'pending', isQueued: true },
  ],
})

/** The numbers of an environment's events as their deliveries stand in the queue: claims take those that are due at once so. */
async function queued(db: Kysely<WebhookDatabase>, environmentId: string): Promise<number[]> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from delivery_queue where environment_id = ${environmentId} order by ctid`.execute(db)
  return rows.map(({ event_id }) => Number(event_id.replace('evt_', '')))
}
