import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { openDatabase, transact } from '../../postgres/database.ts'
import type { Stoppable } from '../../process/loops.ts'
import { pruneOutbox } from '../../retention/pruning.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts'
import { traceparentNow, withTraceparent } from '../../telemetry/trace-context.ts'
import { startTelemetry } from '../../telemetry/tracing.ts'
import { type ChassisDatabase, createChassisDatabase } from '../../testing/chassis-database.ts'
import { anEvent } from '../../testing/domain-event.ts'
import { readTracingConfig } from '../../testing/tracing-config.ts'
import { type Bus, subjectKey } from '../bus.ts'
import { createLocalBus } from '../local-bus.ts'
import { appendOutbox, type DomainEvent, outboxChannel, replayOutbox } from './outbox.ts'
import { startRelay } from './relay.ts'

const log = createLog({ service: 'test', level: 'silent' })
await startTelemetry({
  service: 'test',
  config: readTracingConfig({}),
  log,
  metrics: createMetrics({ service: 'test' }),
})
let database: ChassisDatabase<ChassisTables>
let db: Kysely<ChassisTables>
let bus: Bus
let running: Stoppable[]
let metrics: Metrics

beforeAll(async () => {
  database = await createChassisDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.empty()
  bus = createLocalBus({ topology: { consumers: { depot: ['#'] } } })
  running = []
  metrics = createMetrics({ service: 'depot' })
})
afterEach(async () => {
  for (const relay of running) await relay.stop()
})

async function relay(): Promise<Stoppable> {
  const started = await startRelay({ db, databaseUrl: database.url, schema: database.schema, bus, log, metrics })
  running.push(started)
  return started
}

const write = (...events: DomainEvent[]) => transact(db, (trx) => appendOutbox(trx, events))

async function unpublished(): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select('event_id').where('published_at', 'is', null).execute()
  return rows.map((row) => row.event_id)
}

/** The delivered events, in the order in which the consumer finished them. */
async function receive(handle: (event: DomainEvent) => Promise<void> = async () => {}): Promise<DomainEvent[]> {
  const received: DomainEvent[] = []
  await bus.subscribe('depot', async (event) => {
    await handle(event)
    received.push(event)
  })
  return received
}

test('publishes an event as written and marks it as published', async () => {
  const received = await receive()
  await relay()
  const event = anEvent({ internal: { weightGrams: 1_200 }, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
  await write(event)
  await eventually(async () => expect(await unpublished()).toEqual([]))
  expect(received).toEqual([event])
})

test('continues in the consumer the trace in which the event was written', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const seen: (string | null)[] = []
  await receive(async () => void seen.push(traceparentNow()))
  await relay()
  await withTraceparent(traceparent, () => write(anEvent()))
  await eventually(() => expect(seen).toEqual([traceparent]))
})

test('reports the age of the oldest unpublished event, and still serves metrics when the database is lost', async () => {
  await write(anEvent())
  await sql`update outbox set created_at = now() - interval '1 minute'`.execute(db)
  const { url, schema } = database
  const own = openDatabase<ChassisTables>({ url, schema, applicationName: 'chassis test', poolSize: 2 })
  const relay = await startRelay({ db: own, databaseUrl: url, schema, bus, log, metrics }) // nobody is subscribed
  const age = async () => (await metrics.render()).text.match(/outbox_oldest_unpublished_seconds\{.*\} (\S+)/)?.[1]
  expect(Number(await age())).toBeCloseTo(60, -1)
  await relay.stop()
  await own.destroy()
  expect(await age()).toBe('Nan')
})

test('notifies relays on commit, and not on rollback', async () => {
  const listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  try {
    let hints = 0
    listener.on('notification', () => void hints++)
    await listener.query(`listen ${outboxChannel(database.schema)}`)
    const failing = transact(db, async (trx) => {
      await appendOutbox(trx, [anEvent()])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await sql`select pg_notify(${outboxChannel(database.schema)}, '')`.execute(db) // notifications arrive in order, so this one is the last
    await eventually(() => expect(hints).toBe(1))

    await write(anEvent())
    await eventually(() => expect(hints).toBe(2))
  } finally {
    await listener.end()
  }
})

test('never publishes an event of a transaction that rolled back', async () => {
  const received = await receive()
  await relay()
  const failing = transact(db, async (trx) => {
    await appendOutbox(trx, [anEvent({ subjectId: 'rolled back' })])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await write(anEvent({ subjectId: 'committed' }))
  await eventually(() => expect(received.map((event) => event.subjectId)).toEqual(['committed']))
})

test('publishes an event that commits after one with a higher position', async () => {
  const received = await receive()
  await relay()
  const gate = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = transact(db, async (trx) => {
    await appendOutbox(trx, [anEvent({ subjectId: 'slow' })])
    written.resolve()
    await gate.promise
  })
  await written.promise
  await write(anEvent({ subjectId: 'fast' }))
  await eventually(() => expect(received.map((event) => event.subjectId)).toEqual(['fast']))
  gate.resolve()
  await slow
  await eventually(() => expect(received.map((event) => event.subjectId)).toEqual(['fast', 'slow']))
})

test('delivers every event once, in order per subject, with two relays and an unreliable bus', async () => {
  const failedOnce = new Set<string>()
  const received = await receive(async (event) => {
    await new Promise(setImmediate)
    if ((event.sequence ?? 0) % 4 === 0 && !failedOnce.has(event.eventId)) {
      failedOnce.add(event.eventId)
      throw new Error('try again')
    }
  })
  await relay()
  await relay()
  for (let sequence = 1; sequence <= 8; sequence++) {
    await write(...Array.from({ length: 30 }, (_, subject) => anEvent({ subjectId: `pcl_${subject}`, sequence })))
  }

  await eventually(async () => expect(await unpublished()).toEqual([]))
  expect(received).toHaveLength(240)
  for (const events of Map.groupBy(received, subjectKey).values()) {
    expect(events.map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  }
})

test('holds back a subject whose event fails, without delaying other subjects of its lane', async () => {
  let broken = true
  const received = await receive(async (event) => {
    if (broken && event.subjectId === 'bad') throw new Error('refused')
  })
  await relay()
  await write(anEvent({ subjectId: 'bad', sequence: 1 }), anEvent({ subjectId: 'bad', sequence: 2 }))
  await write(...Array.from({ length: 40 }, (_, subject) => anEvent({ subjectId: `pcl_${subject}` })))

  await eventually(() => expect(received).toHaveLength(40))
  await eventually(async () => expect(await unpublished()).toHaveLength(2)) // marked after they were received
  broken = false
  await eventually(async () => expect(await unpublished()).toEqual([]))
  expect(received.slice(40).map((event) => event.sequence)).toEqual([1, 2])
})

test('keeps events for a consumer that has not started yet', async () => {
  await relay()
  await write(anEvent())
  await eventually(async () => {
    const { rows } = await sql`select from outbox_lane where lease_id is not null`.execute(db)
    expect(rows).toHaveLength(0)
  })
  expect(await unpublished()).toHaveLength(1)
  const received = await receive()
  await eventually(async () => expect(await unpublished()).toEqual([]))
  expect(received).toHaveLength(1)
})

test('does not take a lane of another relay before its lease expires', async () => {
  const received = await receive()
  const { rows } = await sql<{ until: Date }>`
    update outbox_lane set lease_id = gen_random_uuid(), lease_until = clock_timestamp() + interval '700 ms'
    returning lease_until as until`.execute(db)
  await write(anEvent())
  await relay()

  const publishedAt = await eventually(async () => {
    const row = await db.selectFrom('outbox').select('published_at').executeTakeFirstOrThrow()
    if (!row.published_at) throw new Error('not published yet')
    return row.published_at
  })
  expect(publishedAt.getTime()).toBeGreaterThanOrEqual(rows[0]?.until.getTime() ?? Number.NaN)
  expect(received).toHaveLength(1)
})

test('publishes an event again if its relay is killed between the confirm and the mark', async () => {
  const src = join(import.meta.dirname, '../..')
  const script = `
    import { startRelay } from '${src}/messaging/outbox/relay.ts'
    import { openDatabase } from '${src}/postgres/database.ts'
    import { createLocalBus } from '${src}/messaging/local-bus.ts'
    import { createLog } from '${src}/telemetry/log.ts'
    import { createMetrics } from '${src}/telemetry/metrics.ts'
    const [url, schema] = process.argv.slice(1)
    const db = openDatabase({ url, schema, applicationName: 'doomed relay', poolSize: 2 })
    const bus = createLocalBus({ topology: { consumers: { depot: ['#'] } } })
    await bus.subscribe('depot', async (event) => {
      process.stdout.write(event.eventId, () => process.kill(process.pid, 'SIGKILL'))
      await new Promise(() => {})
    })
    const log = createLog({ service: 'doomed', level: 'silent' })
    const metrics = createMetrics({ service: 'doomed' })
    await startRelay({ db, databaseUrl: url, schema, bus, log, metrics, leaseMs: 1000 })`
  const event = anEvent()
  await write(event)
  const doomed = spawn(process.execPath, ['--input-type=module', '-e', script, database.url, database.schema])
  let taken = ''
  doomed.stdout.on('data', (chunk) => {
    taken += chunk
  })
  const [, signal] = await once(doomed, 'exit')
  expect(signal).toBe('SIGKILL')
  expect(taken).toBe(event.eventId)
  expect(await unpublished()).toEqual([event.eventId])

  const received = await receive()
  await relay()
  await eventually(async () => expect(await unpublished()).toEqual([]))
  expect(received.map(({ eventId }) => eventId)).toEqual([event.eventId])
}, 15_000)

test('resumes after its connections are cut', async () => {
  const received = await receive()
  await relay()
  await write(anEvent({ subjectId: 'before' }))
  await eventually(() => expect(received).toHaveLength(1))
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(db)
  await eventually(() => write(anEvent({ subjectId: 'after' })))
  await eventually(async () => expect(await unpublished()).toEqual([]))
  expect(received.at(-1)?.subjectId).toBe('after')
})

test('waits for its batch and releases its lanes when it stops', async () => {
  const gate = Promise.withResolvers<void>()
  const inHand = Promise.withResolvers<void>()
  await receive(async () => {
    inHand.resolve()
    await gate.promise
  })
  const started = await relay()
  await write(anEvent())
  await inHand.promise
  const stopping = started.stop()
  gate.resolve()
  await stopping
  expect(await unpublished()).toEqual([])
  const { rows } = await sql`select from outbox_lane where lease_id is not null`.execute(db)
  expect(rows).toHaveLength(0)
})

test('publishes events committed just before it stops', async () => {
  await receive()
  const started = await relay()
  await write(anEvent())
  await started.stop()
  expect(await unpublished()).toEqual([])
})

test('replays the events of the period, and no others', async () => {
  const received = await receive()
  const running = await relay()
  await write(...['a', 'b', 'c'].map((subjectId) => anEvent({ subjectId })))
  await eventually(async () => expect(await unpublished()).toEqual([]))
  await running.stop()
  await sql`update outbox set created_at = now() - interval '2 hours' where subject_id = 'b'`.execute(db)

  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  expect(await replayOutbox(db, { since: ago(3), until: ago(1) })).toBe(1)
  await relay()
  await eventually(async () => expect(await unpublished()).toEqual([]))
  expect(received.map((event) => event.subjectId).sort()).toEqual(['a', 'b', 'b', 'c'])
})

test('prunes events published a week ago, and never an unpublished one', async () => {
  await write(...['old', 'new', 'waiting'].map((subjectId) => anEvent({ subjectId })))
  await sql`update outbox set created_at = now() - interval '9 days'`.execute(db)
  await sql`update outbox set published_at = now() - interval '8 days' where subject_id = 'old'`.execute(db)
  await sql`update outbox set published_at = now() where subject_id = 'new'`.execute(db)
  expect(await pruneOutbox(db)).toBe(1)
  const rows = await db.selectFrom('outbox').select('subject_id').orderBy('position').execute()
  expect(rows.map((row) => row.subject_id)).toEqual(['new', 'waiting'])
})
