import { NewerEventError } from '@waybill/contracts/events/internal-events'
import { eventually } from '@waybill/testing/eventually'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stoppable } from '../../loops/loops.ts'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { transact } from '../../postgres/database.ts'
import { pruneInbox } from '../../retention/pruning.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts'
import { type ChassisDatabase, createChassisDatabase } from '../../testing/chassis-database.ts'
import { anEvent } from '../../testing/domain-event.ts'
import type { Bus } from '../bus.ts'
import { createLocalBus } from '../local-bus.ts'
import type { DomainEvent } from '../outbox/outbox.ts'
import { listParked, park, replayParked } from '../parking.ts'
import { consume as consumeOne } from './consume.ts'
import { type EventHandler, startConsumers } from './consumers.ts'

type Tables = ChassisTables & { applied: { position: number; consumer: string; sequence: number | null } }

const log = createLog({ service: 'test', level: 'silent' })
let database: ChassisDatabase<Tables>
let bus: Bus
let running: Stoppable[]
let metrics: Metrics

beforeAll(async () => {
  database = await createChassisDatabase<Tables>()
  await sql`create table applied (position bigint generated always as identity, consumer text, sequence bigint)`.execute(
    database.db,
  )
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.empty()
  await sql`truncate applied`.execute(database.db)
  bus = createLocalBus({ topology: { consumers: { depot: ['#'] } } })
  running = []
  metrics = createMetrics({ service: 'depot' })
})
afterEach(async () => {
  for (const consumers of running) await consumers.stop()
})

/** Records each event that it applies; throws while `failing` returns true. */
function handler(
  order: EventHandler<Tables>['order'],
  { consumer = '*', failing = () => false }: { consumer?: string; failing?: (event: DomainEvent) => boolean } = {},
): EventHandler<Tables> {
  return {
    order,
    async apply(trx: Transaction<Tables>, event) {
      await sql`insert into applied (consumer, sequence) values (${consumer}, ${event.sequence})`.execute(trx)
      if (failing(event)) throw new Error('the depot is closed')
    },
  }
}

async function consume(handlers: Record<string, EventHandler<Tables>>): Promise<void> {
  running.push(await startConsumers({ db: database.db, bus, service: 'depot', handlers, log, metrics }))
}

async function applied(db: Kysely<Tables> = database.db): Promise<(number | null)[]> {
  const rows = await db.selectFrom('applied').select('sequence').orderBy('position').execute()
  return rows.map((row) => row.sequence)
}

const ok = { outcome: 'published' }
const deliver = async (...events: DomainEvent[]) => {
  for (const event of events) expect(await bus.publish([event])).toEqual([ok])
}

test('applies an event delivered many times, even concurrently, once', async () => {
  await consume({ '*': handler('set') })
  const event = anEvent()
  await Promise.all(Array.from({ length: 8 }, () => bus.publish([event])))
  await deliver(event)
  expect(await applied()).toEqual([1])
})

test('applies an event separately in every matching handler', async () => {
  await consume({
    '*': handler('set', { consumer: '*' }),
    'parcel.*': handler('set', { consumer: 'parcel.*', failing: () => true }),
    'letter.*': handler('set', { consumer: 'letter.*' }),
  })
  await deliver(anEvent())
  const rows = await database.db.selectFrom('applied').select('consumer').execute()
  expect(rows).toEqual([{ consumer: '*' }])
  expect(await listParked(database.db)).toMatchObject([{ consumer: 'parcel.*', reason: 'error' }])
})

test('stores the rows of a named handler under its name, and retries events parked under that name', async () => {
  let closed = true
  await consume({ 'parcel.moved': { ...handler('set', { failing: () => closed }), name: 'parcel.*' } })
  await deliver(anEvent(), anEvent({ type: 'booking.failed' }))
  expect(await listParked(database.db)).toMatchObject([{ consumer: 'parcel.*', reason: 'error' }])
  closed = false
  await eventually(async () => expect(await listParked(database.db)).toEqual([]))
  expect(await database.db.selectFrom('inbox').select('consumer').execute()).toEqual([{ consumer: 'parcel.*' }])
})

test('latest drops events older than the last applied one, per subject and environment', async () => {
  await consume({ '*': handler('latest') })
  await deliver(
    anEvent({ sequence: 2 }),
    anEvent({ sequence: 1 }),
    anEvent({ sequence: 2 }),
    anEvent({ sequence: 3 }),
    anEvent({ sequence: 1, subjectId: 'pcl_2' }),
    anEvent({ sequence: 1, environmentId: 'env_2' }),
  )
  expect(await applied()).toEqual([2, 3, 1, 1])
})

test('applies by one statement what needs no reads, each event once and no older one', async () => {
  const atOnce: EventHandler<Tables> = {
    ...handler('latest', { consumer: 'in a transaction' }),
    writes: ({ sequence }, condition) =>
      sequence === 3
        ? null
        : sql`noted as (insert into applied (consumer, sequence) select 'at once', ${sequence}::bigint / ${sequence === 4 ? 0 : 1} where ${condition})`,
  }
  await consume({ '*': atOnce })
  const second = anEvent({ sequence: 2 })
  await deliver(second, anEvent({ sequence: 1 }), second, anEvent({ sequence: 3 }), anEvent({ sequence: 4 }))
  await Promise.all(Array.from({ length: 8 }, () => bus.publish([second])))
  const rows = await database.db.selectFrom('applied').select(['consumer', 'sequence']).orderBy('position').execute()
  expect(rows.slice(0, 2)).toEqual([
    { consumer: 'at once', sequence: 2 },
    { consumer: 'in a transaction', sequence: 3 },
  ])
  await eventually(async () => expect(await applied()).toEqual([2, 3, 4])) // by the retry of what could not be written
  expect(await listParked(database.db)).toEqual([])
})

test.each([[[]], [[1]]])(
  'an event that waits for the one before it, after %j, sees what that one wrote',
  async (before) => {
    const replaced = (event: DomainEvent, condition: RawBuilder<unknown>) => sql`
    dropped as (delete from applied where ${condition}),
    noted as (insert into applied (sequence) select ${event.sequence}::bigint where ${condition})`
    const latest: EventHandler<Tables> = {
      order: 'latest',
      async apply(trx, event) {
        await sql`with ${replaced(event, sql`true`)} select`.execute(trx)
      },
      writes: replaced,
    }
    await consume({ '*': latest })
    await deliver(...before.map((sequence) => anEvent({ sequence })))
    let waiting: Promise<unknown> = Promise.resolve()
    await transact(database.db, async (trx) => {
      const other = { ...latest, name: '*', onGapFilled() {} }
      expect(await consumeOne(trx, other, anEvent({ sequence: 2 }))).toBe('applied')
      waiting = deliver(anEvent({ sequence: 3 }))
      await eventually(async () => {
        const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%inbox_cursor%'`.execute(
          database.db,
        )
        expect(rows).toHaveLength(1)
      })
    })
    await waiting
    expect(await applied()).toEqual([3])
  },
)

test('latest ends with the newest event when events arrive concurrently in any order', async () => {
  await consume({ '*': handler('latest') })
  const events = [5, 2, 4, 1, 3].map((sequence) => anEvent({ sequence }))
  await Promise.all(events.map((event) => bus.publish([event])))
  const sequences = await applied()
  expect(sequences.at(-1)).toBe(5)
  expect(sequences).toEqual([...sequences].sort())
})

test('applies an event without a sequence once, in any order', async () => {
  await consume({ '*': handler('in_order') })
  const event = anEvent({ sequence: null })
  await deliver(event, event, anEvent({ sequence: 1 }))
  expect(await applied()).toEqual([null, 1])
})

test('in_order holds later events until the gap is filled, without delaying other subjects', async () => {
  await consume({ '*': handler('in_order') })
  await deliver(anEvent({ sequence: 3 }), anEvent({ sequence: 2 }), anEvent({ sequence: 1, subjectId: 'pcl_2' }))
  expect(await applied()).toEqual([1])
  expect(await listParked(database.db)).toMatchObject([{ reason: 'gap' }, { reason: 'gap' }])

  await deliver(anEvent({ sequence: 1 }))
  await eventually(async () => expect(await applied()).toEqual([1, 1, 2, 3]))
  await eventually(async () => expect(await listParked(database.db)).toEqual([]))
})

test('in_order applies a shuffled history, delivered concurrently, in sequence', async () => {
  await consume({ '*': handler('in_order') })
  const sequences = Array.from({ length: 12 }, (_, index) => ((index * 5) % 12) + 1)
  const outcomes = await Promise.all(sequences.map((sequence) => bus.publish([anEvent({ sequence })])))
  expect(outcomes.flat()).toEqual(sequences.map(() => ok))
  await eventually(async () => expect(await applied()).toEqual([...sequences].sort((a, b) => a - b)))
})

test('rolls back a failed event, parks it with its reason, and applies it in a later retry', async () => {
  let closed = true
  await consume({ '*': handler('set', { failing: (event) => closed && event.sequence === 1 }) })
  const event = anEvent({ sequence: 1 })
  await deliver(event, anEvent({ sequence: 2 }))

  expect(await applied()).toEqual([2])
  expect(await listParked(database.db)).toMatchObject([
    { eventId: event.eventId, consumer: '*', reason: 'error', error: 'Error: the depot is closed', sequence: 1 },
  ])
  closed = false
  await eventually(async () => expect(await applied()).toEqual([2, 1]))
  expect(await listParked(database.db)).toEqual([])
})

test('counts each failed retry and increases the delay', async () => {
  await consume({ '*': handler('set', { failing: () => true }) })
  await deliver(anEvent())
  await eventually(async () => {
    const [parked] = await listParked(database.db)
    expect(parked?.attempts).toBe(2)
    expect((parked?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(1_000)
  })
  expect(await applied()).toEqual([])
})

test('retries an event at once after an operator requeues it', async () => {
  let closed = true
  await consume({ '*': handler('set', { failing: () => closed }) })
  const [first, second] = [anEvent(), anEvent()]
  await deliver(first, second)
  await sql`update inbox_parked set due_at = now() + interval '1 hour', attempts = 9`.execute(database.db)
  closed = false

  expect(await replayParked(database.db, { eventId: first.eventId })).toBe(1)
  await eventually(async () => expect(await listParked(database.db)).toMatchObject([{ eventId: second.eventId }]))
  expect(await replayParked(database.db)).toBe(1)
  await eventually(async () => expect(await listParked(database.db)).toEqual([]))
  expect(await applied()).toHaveLength(2)
})

test('applies a parked event at its first retry although a migration has made a plan of its handler stale', async () => {
  const read = (db: Kysely<Tables>) => sql`select applied.* from applied where position = ${1}`.execute(db)
  await Promise.all(Array.from({ length: 20 }, () => read(database.db)))
  await sql`alter table applied add column note text`.execute(database.db)
  await park(database.db, '*', anEvent(), { reason: 'error', error: new Error('the depot was closed') })
  await replayParked(database.db)
  await consume({ '*': { order: 'set', apply: async (trx) => void (await read(trx)) } })

  await eventually(async () => expect(await listParked(database.db)).toEqual([]))
  expect((await metrics.render()).text).not.toContain('outcome="error"')
})

test('in_order holds the events after a failed one until it is applied', async () => {
  let closed = true
  await consume({ '*': handler('in_order', { failing: (event) => closed && event.sequence === 1 }) })
  await deliver(anEvent({ sequence: 1 }), anEvent({ sequence: 2 }), anEvent({ sequence: 3 }))
  expect(await applied()).toEqual([])
  closed = false
  await eventually(async () => expect(await applied()).toEqual([1, 2, 3]))
})

test('leaves an event that can be neither applied nor parked to the bus', async () => {
  await consume({ '*': handler('set') })
  await sql`alter table inbox_parked rename to inbox_parked_away`.execute(database.db)
  await sql`alter table applied rename to applied_away`.execute(database.db)
  const event = anEvent()
  expect(await bus.publish([event])).toMatchObject([{ outcome: 'failed' }])

  await sql`alter table inbox_parked_away rename to inbox_parked`.execute(database.db)
  await sql`alter table applied_away rename to applied`.execute(database.db)
  await deliver(event)
  expect(await applied()).toEqual([1])
})

test('prunes inbox rows after two weeks, longer than any replay reaches back', async () => {
  const { db } = database
  await consume({ '*': handler('set') })
  await deliver(anEvent(), anEvent())
  await sql`
    update inbox set received_at = now() - interval '15 days'
    where event_id = (select min(event_id) from inbox)`.execute(db)
  expect(await pruneInbox(db)).toBe(1)
  expect(await db.selectFrom('inbox').select('event_id').execute()).toHaveLength(1)
})

test('reports parked events in the metrics', async () => {
  await consume({ '*': handler('in_order', { failing: (event) => event.sequence === 1 }) })
  await deliver(anEvent({ sequence: 1 }), anEvent({ sequence: 2 }), anEvent({ sequence: 3 }))
  const { text } = await metrics.render()
  expect(text).toMatch(/inbox_parked\{reason="error".*\} 1/)
  expect(text).toMatch(/inbox_parked\{reason="gap".*\} 2/)
})

test('leaves an event with a value that only a later version knows to a process of that version', async () => {
  const reads = (known: string[]): EventHandler<Tables> => ({
    order: 'latest',
    async apply(trx, event) {
      const { state } = event.internal as { state: string }
      if (!known.includes(state)) throw new NewerEventError(`unknown state ${state}`)
      await sql`insert into applied (consumer, sequence) values ('*', ${event.sequence})`.execute(trx)
    },
  })
  await consume({ '*': reads(['moving']) })
  const newer = anEvent({ sequence: 2, internal: { state: 'floating' } })
  const other = anEvent({ subjectId: 'pcl_2', internal: { state: 'floating' } })
  await deliver(anEvent({ sequence: 1, internal: { state: 'moving' } }), newer, other)
  await deliver(anEvent({ sequence: 3, internal: { state: 'moving' } }))
  expect(await applied()).toEqual([1, 3])
  expect(await listParked(database.db)).toMatchObject([
    { eventId: newer.eventId, reason: 'newer', error: 'NewerEventError: unknown state floating', attempts: 1 },
    { eventId: other.eventId, reason: 'newer', attempts: 1 },
  ])
  // The retries are awake and leave both events.
  const failing = anEvent({ subjectId: 'pcl_3', internal: null })
  await deliver(failing)
  await eventually(async () =>
    expect((await listParked(database.db)).find(({ eventId }) => eventId === failing.eventId)?.attempts).toBe(2),
  )
  expect((await listParked(database.db)).filter(({ reason }) => reason === 'newer')).toMatchObject([
    { attempts: 1 },
    { attempts: 1 },
  ])
  expect((await metrics.render()).text).toMatch(/inbox_parked\{reason="newer".*\} 2/)

  await consume({ '*': reads(['moving', 'floating']), 'parcel.floated': handler('set') })
  await eventually(async () => expect(await listParked(database.db)).toMatchObject([{ eventId: failing.eventId }]))
  // The other subject's event is applied; the later event had superseded the first one.
  expect(await applied()).toEqual([1, 3, 1])
})

test('leaves an event of a type that only a later version knows to a process of that version', async () => {
  await consume({ 'parcel.moved': handler('set') })
  const known = anEvent({ type: 'booking.failed' })
  const unknown = anEvent({ type: 'parcel.floated' })
  await deliver(known, unknown)
  expect(await listParked(database.db)).toMatchObject([{ eventId: unknown.eventId, reason: 'newer' }])
  await consume({ 'parcel.moved': handler('set'), 'booking.updated': handler('set') })
  await eventually(async () => expect(await listParked(database.db)).toMatchObject([{ attempts: 2 }]))
  // Both versions before wait for a later one, and neither tries again.
  await sql`update inbox_parked set type = 'booking.updated', event = event || '{"type": "booking.updated"}'`.execute(
    database.db,
  )
  await consume({ 'booking.*': handler('set') })
  await eventually(async () => expect(await listParked(database.db)).toEqual([]))
  expect(await applied()).toEqual([1])
})

test('shares retries between two replicas and applies each event once', async () => {
  let closed = true
  const handlers = { '*': handler('set', { failing: () => closed }) }
  await consume(handlers)
  await consume(handlers)
  await deliver(...Array.from({ length: 10 }, (_, index) => anEvent({ sequence: index + 1 })))
  closed = false
  await replayParked(database.db)
  await eventually(async () => expect(await listParked(database.db)).toEqual([]))
  expect((await applied()).sort((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
