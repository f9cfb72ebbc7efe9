/** Relays that are killed, cut off or stopped, and the leases of their lanes, which a relay that is alone keeps. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { openDatabase, transact } from '../../postgres/database.ts'
import { anEvent } from '../../testing/domain-event.ts'
import { openRelayedOutbox, type RelayedOutbox } from '../../testing/relayed-outbox.ts'
import { appendOutbox } from './outbox.ts'

let outbox: RelayedOutbox
beforeAll(async () => {
  outbox = await openRelayedOutbox()
})
afterAll(() => outbox.drop())
beforeEach(() => outbox.startTest())
afterEach(() => outbox.endTest())

test('does not take a lane of another relay before its lease expires', async () => {
  const received = await outbox.receive()
  const { rows } = await sql<{ until: Date }>`
    update outbox_lane set lease_id = gen_random_uuid(), lease_until = clock_timestamp() + interval '700 ms'
    returning lease_until as until`.execute(outbox.db)
  await outbox.write(anEvent())
  await outbox.relay()

  const publishedAt = await eventually(async () => {
    const row = await outbox.db.selectFrom('outbox').select('published_at').executeTakeFirstOrThrow()
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
  await outbox.write(event)
  const doomed = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    script,
    outbox.database.url,
    outbox.database.schema,
  ])
  let taken = ''
  doomed.stdout.on('data', (chunk) => {
    taken += chunk
  })
  const [, signal] = await once(doomed, 'exit')
  expect(signal).toBe('SIGKILL')
  expect(taken).toBe(event.eventId)
  expect(await outbox.unpublished()).toEqual([event.eventId])

  const received = await outbox.receive()
  await outbox.relay()
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  expect(received.map(({ eventId }) => eventId)).toEqual([event.eventId])
}, 15_000)

test('resumes after its connections are cut', async () => {
  const received = await outbox.receive()
  await outbox.relay()
  await outbox.write(anEvent({ subjectId: 'before' }))
  await eventually(() => expect(received).toHaveLength(1))
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(outbox.db)
  await eventually(() => outbox.write(anEvent({ subjectId: 'after' })))
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  expect(received.at(-1)?.subjectId).toBe('after')
})

test('waits for its batch and releases its lanes when it stops', async () => {
  const gate = Promise.withResolvers<void>()
  const inHand = Promise.withResolvers<void>()
  await outbox.receive(async () => {
    inHand.resolve()
    await gate.promise
  })
  const started = await outbox.relay()
  await outbox.write(anEvent())
  await inHand.promise
  const stopping = started.stop()
  gate.resolve()
  await stopping
  expect(await outbox.unpublished()).toEqual([])
  const { rows } = await sql`select from outbox_lane where lease_id is not null`.execute(outbox.db)
  expect(rows).toHaveLength(0)
})

test('publishes events committed just before it stops', async () => {
  await outbox.receive()
  const started = await outbox.relay()
  await outbox.write(anEvent())
  await started.stop()
  expect(await outbox.unpublished()).toEqual([])
})

/** Starts a relay that keeps all lanes, and a pool that writes as another process does: without a relay. */
async function besideAnotherProcess() {
  const received = await outbox.receive()
  await outbox.relay()
  await outbox.write(anEvent({ subjectId: 'first' }))
  await eventually(async () => expect(await leasedLanes()).toBe(16))
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  const { url, schema } = outbox.database
  const other = openDatabase<ChassisTables>({ url, schema, applicationName: 'another process', poolSize: 1 })
  onTestFinished(() => other.destroy())
  return { received, other }
}

async function leasedLanes(): Promise<number> {
  const { rows } = await sql`select from outbox_lane where lease_until > now()`.execute(outbox.db)
  return rows.length
}

test('keeps all lanes while it is alone, and gives them back when another process asks', async () => {
  const { other } = await besideAnotherProcess()
  await outbox.write(anEvent({ subjectId: 'second' }))
  expect(await leasedLanes()).toBe(16)
  await sql`select pg_notify('outbox_' || current_schema(), '')`.execute(other)
  await eventually(async () => expect(await leasedLanes()).toBe(0))
})

test('publishes an event of its process after the one before it, which another process wrote unnoticed', async () => {
  const { received, other } = await besideAnotherProcess()
  await other.transaction().execute((trx) => appendOutbox(trx, [anEvent({ subjectId: 'shared', sequence: 1 })]))
  await outbox.write(anEvent({ subjectId: 'shared', sequence: 2 }))
  await eventually(() => expect(received).toHaveLength(3))
  expect(received.slice(1).map(({ sequence }) => sequence)).toEqual([1, 2])
})

test('publishes each event once when many transactions end together', async () => {
  const { received } = await besideAnotherProcess()
  const subjects = Array.from({ length: 40 }, (_, subject) => `pcl_${subject}`)
  const write = (subjectId: string) =>
    transact(outbox.db, async (trx) => {
      await appendOutbox(trx, [anEvent({ subjectId, sequence: 1 }), anEvent({ subjectId, sequence: 2 })])
    })
  await Promise.all(subjects.map(write))
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  expect(received.slice(1)).toHaveLength(80)
  for (const events of Map.groupBy(received.slice(1), ({ subjectId }) => subjectId).values()) {
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2])
  }
})
