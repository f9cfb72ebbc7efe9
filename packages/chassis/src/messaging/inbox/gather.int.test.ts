import { type Kysely, sql, type Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stoppable } from '../../loops/loops.ts'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { transact } from '../../postgres/database.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { type ChassisDatabase, createChassisDatabase } from '../../testing/chassis-database.ts'
import { anEvent } from '../../testing/domain-event.ts'
import type { Bus } from '../bus.ts'
import { createLocalBus } from '../local-bus.ts'
import type { DomainEvent } from '../outbox/outbox.ts'
import { listParked } from '../parking.ts'
import { recordReceived } from './consume.ts'
import { startConsumers } from './consumers.ts'

type Tables = ChassisTables & { applied: { position: number; event_id: string; weight: number } }

let database: ChassisDatabase<Tables>
let bus: Bus
let running: Stoppable[]
/** The events that the handler received, by transaction. */
let batches: DomainEvent[][]

beforeAll(async () => {
  database = await createChassisDatabase<Tables>()
  await sql`create table applied (position bigint generated always as identity, event_id text, weight int)`.execute(
    database.db,
  )
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.empty()
  await sql`truncate applied`.execute(database.db)
  bus = createLocalBus({ topology: { consumers: { depot: ['#'] } } })
  running = []
  batches = []
})
afterEach(async () => {
  for (const consumers of running) await consumers.stop()
})

interface Depot {
  /** Called within the transaction of each batch, after its writes. */
  beforeCommit?: (events: readonly DomainEvent[]) => Promise<void>
}

/** Records a batch in one statement. Postgres rejects the batch if an event's weight is not a number. */
async function consume({ beforeCommit = async () => {} }: Depot = {}): Promise<void> {
  const record = (consumer: string, events: readonly DomainEvent[]) => sql<{ event_id: string }>`
    with arrived as (
      select * from unnest(
        ${events.map(({ environmentId }) => environmentId)}::text[], ${getIds(events)}::text[],
        ${events.map(sumWeights)}::text[]
      ) with ordinality as arrived (environment_id, event_id, weight, place)
    ), received as (${recordReceived(consumer)}), stored as (
      insert into applied (event_id, weight)
      select event_id, weight::int from arrived join received using (environment_id, event_id) order by place
    )
    select event_id from received`
  const applyAll = (db: Kysely<Tables>, consumer: string, events: readonly DomainEvent[]) =>
    transact(db, async (trx) => {
      const { rows } = await record(consumer, events).execute(trx)
      const fresh = events.filter(({ eventId }) => rows.some((row) => row.event_id === eventId))
      batches.push(fresh)
      await beforeCommit(fresh)
      return new Set(fresh)
    })
  async function apply(trx: Transaction<Tables>, event: DomainEvent): Promise<void> {
    await sql`insert into applied (event_id, weight) values (${event.eventId}, ${sumWeights(event)}::int)`.execute(trx)
  }
  const handlers = { '*': { order: 'set' as const, apply, applyAll } }
  const log = createLog({ service: 'test', level: 'silent' })
  const metrics = createMetrics({ service: 'depot' })
  running.push(await startConsumers({ db: database.db, bus, service: 'depot', handlers, log, metrics }))
}

const sumWeights = ({ internal }: DomainEvent) => (internal as { weight?: string } | null)?.weight ?? '1'
const parcels = (count: number) =>
  Array.from({ length: count }, (_, index) => anEvent({ subjectId: `pcl_${index}`, sequence: 1 }))
const getIds = (events: readonly DomainEvent[]) => events.map(({ eventId }) => eventId)

async function appliedIds(): Promise<string[]> {
  const rows = await database.db.selectFrom('applied').select('event_id').orderBy('position').execute()
  return rows.map((row) => row.event_id)
}

/** Starts a first event whose transaction stays open until `release` is called. */
async function consumeBehindAFirst(): Promise<{ first: DomainEvent; release: () => void; isStored: Promise<unknown> }> {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = anEvent({ subjectId: 'pcl_first' })
  await consume({
    async beforeCommit([event]) {
      if (event?.eventId !== first.eventId) return
      begun.resolve()
      await end.promise
    },
  })
  const isStored = bus.publish([first])
  await begun.promise
  return { first, release: () => end.resolve(), isStored }
}

const published = { outcome: 'published' }

test('applies events that arrive during a transaction together in the next one, in order of arrival', async () => {
  const { first, release, isStored } = await consumeBehindAFirst()
  const others = parcels(12)
  const stored = bus.publish(others)
  release()
  await isStored
  expect(await stored).toEqual(others.map(() => published))
  expect(batches.map(getIds)).toEqual([[first.eventId], getIds(others)])
  expect(await appliedIds()).toEqual([first.eventId, ...getIds(others)])
})

test('an environment whose transaction takes long does not hold up the others', async () => {
  const { first, release, isStored } = await consumeBehindAFirst()
  const second = { ...anEvent({ subjectId: 'pcl_second' }), environmentId: first.environmentId }
  const other = { ...anEvent({ subjectId: 'pcl_other' }), environmentId: 'env_other' }
  const isSecondStored = bus.publish([second])
  expect(await bus.publish([other])).toEqual([published])
  expect(await appliedIds()).toEqual([other.eventId]) // the first has not committed, and the second waits for it
  release()
  await Promise.all([isStored, isSecondStored])
  expect(batches.map(getIds)).toEqual([[first.eventId], [other.eventId], [second.eventId]])
})

test('applies waiting events of one subject in order of arrival', async () => {
  const { release } = await consumeBehindAFirst()
  const moves = [1, 2, 3, 4].map((sequence) => anEvent({ subjectId: 'pcl_1', sequence }))
  const stored = Promise.all(moves.map((event) => bus.publish([event])))
  release()
  await stored
  expect((await appliedIds()).slice(1)).toEqual(getIds(moves))
})

test('applies a duplicate within a batch once, and acknowledges every delivery', async () => {
  const { first, release, isStored } = await consumeBehindAFirst()
  const [event, other] = parcels(2) as [DomainEvent, DomainEvent]
  const again = { ...event }
  const stored = Promise.all([event, other, again, first].map((each) => bus.publish([each])))
  release()
  await isStored
  expect((await stored).flat()).toEqual([published, published, published, published])
  expect(await appliedIds()).toEqual([first.eventId, event.eventId, other.eventId])
})

test('parks only the event that the database rejects, and applies the rest of its batch once', async () => {
  const { first, release } = await consumeBehindAFirst()
  const others = parcels(6)
  const heavy = anEvent({ subjectId: 'pcl_heavy', internal: { weight: 'too heavy to weigh' } })
  const stored = bus.publish([...others.slice(0, 3), heavy, ...others.slice(3)])
  release()
  expect(await stored).toEqual(Array(7).fill(published))
  expect(await appliedIds()).toEqual([first.eventId, ...getIds(others)])
  expect(await listParked(database.db)).toMatchObject([{ eventId: heavy.eventId, reason: 'error', attempts: 1 }])
  expect(await database.db.selectFrom('inbox').select('event_id').execute()).toHaveLength(7)
})

test('retries a whole batch that loses its connection at commit, applying each event once', async () => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await consume({
    async beforeCommit() {
      if (batches.length === 1) {
        begun.resolve()
        await end.promise
      }
      if (batches.length !== 2) return
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(database.db)
    },
  })
  const first = anEvent({ subjectId: 'pcl_first' })
  const isFirstStored = bus.publish([first])
  await begun.promise
  const others = parcels(5)
  const stored = bus.publish(others)
  end.resolve()
  await isFirstStored
  expect(await stored).toEqual(others.map(() => published))
  expect(batches.map(getIds)).toEqual([[first.eventId], getIds(others), getIds(others)])
  expect(await appliedIds()).toEqual([first.eventId, ...getIds(others)])
  expect(await listParked(database.db)).toEqual([])
})

test('leaves the whole batch to the bus when its events can be neither applied nor parked', async () => {
  const { release, isStored } = await consumeBehindAFirst()
  const others = parcels(5)
  const stored = bus.publish(others)
  release()
  await isStored
  await stored
  await sql`alter table inbox rename to inbox_away`.execute(database.db)
  await sql`alter table inbox_parked rename to inbox_parked_away`.execute(database.db)
  const lost = parcels(5)
  expect(await bus.publish(lost)).toMatchObject(lost.map(() => ({ outcome: 'failed' })))

  await sql`alter table inbox_away rename to inbox`.execute(database.db)
  await sql`alter table inbox_parked_away rename to inbox_parked`.execute(database.db)
  expect(await bus.publish(lost)).toEqual(lost.map(() => published))
  expect((await appliedIds()).slice(6)).toEqual(getIds(lost))
})

test('applies each event once when two replicas receive the same events', async () => {
  const events = parcels(16)
  await consume()
  const second = createLocalBus({ topology: { consumers: { depot: ['#'] } } })
  const first = bus
  bus = second
  await consume()
  const outcomes = await Promise.all([first.publish(events), second.publish(events.toReversed())])
  expect(outcomes.flat()).toEqual(Array(32).fill(published))
  expect((await appliedIds()).sort()).toEqual(getIds(events).sort())
  expect(await listParked(database.db)).toEqual([])
})
