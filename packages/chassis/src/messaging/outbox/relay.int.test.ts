/** Events that relays publish, and their order. */
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { openDatabase, transact } from '../../postgres/database.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { traceparentNow, withTraceparent } from '../../telemetry/trace-context.ts'
import { startTelemetry } from '../../telemetry/tracing.ts'
import { anEvent } from '../../testing/domain-event.ts'
import { openRelayedOutbox, type RelayedOutbox } from '../../testing/relayed-outbox.ts'
import { readTracingConfig } from '../../testing/tracing-config.ts'
import { subjectKey } from '../bus.ts'
import { appendOutbox } from './outbox.ts'

await startTelemetry({
  service: 'test',
  config: readTracingConfig({}),
  log: createLog({ service: 'test', level: 'silent' }),
  metrics: createMetrics({ service: 'test' }),
})
let outbox: RelayedOutbox
beforeAll(async () => {
  outbox = await openRelayedOutbox()
})
afterAll(() => outbox.drop())
beforeEach(() => outbox.startTest())
afterEach(() => outbox.endTest())

test('publishes an event as written and marks it as published', async () => {
  const received = await outbox.receive()
  await outbox.relay()
  const event = anEvent({ internal: { weightGrams: 1_200 }, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
  await outbox.write(event)
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  expect(received).toEqual([event])
})

test('continues in the consumer the trace in which the event was written', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const seen: (string | null)[] = []
  await outbox.receive(async () => void seen.push(traceparentNow()))
  await outbox.relay()
  await withTraceparent(traceparent, () => outbox.write(anEvent()))
  await eventually(() => expect(seen).toEqual([traceparent]))
})

test('reports the age of the oldest unpublished event, and still serves metrics when the database is lost', async () => {
  await outbox.write(anEvent())
  await sql`update outbox set created_at = now() - interval '1 minute'`.execute(outbox.db)
  const { url, schema } = outbox.database
  const own = openDatabase<ChassisTables>({ url, schema, applicationName: 'chassis test', poolSize: 2 })
  const relay = await outbox.relay(undefined, own) // nobody is subscribed
  const age = async () =>
    (await outbox.metrics.render()).text.match(/outbox_oldest_unpublished_seconds\{.*\} (\S+)/)?.[1]
  expect(Number(await age())).toBeCloseTo(60, -1)
  await relay.stop()
  await own.destroy()
  expect(await age()).toBe('Nan')
})

test('never publishes an event of a transaction that rolled back', async () => {
  const received = await outbox.receive()
  await outbox.relay()
  const failing = transact(outbox.db, async (trx) => {
    await appendOutbox(trx, [anEvent({ subjectId: 'rolled back' })])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await outbox.write(anEvent({ subjectId: 'committed' }))
  await eventually(() => expect(received.map((event) => event.subjectId)).toEqual(['committed']))
})

test('publishes an event that commits after one with a higher position', async () => {
  const received = await outbox.receive()
  await outbox.relay()
  const gate = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = transact(outbox.db, async (trx) => {
    await appendOutbox(trx, [anEvent({ subjectId: 'slow' })])
    written.resolve()
    await gate.promise
  })
  await written.promise
  await outbox.write(anEvent({ subjectId: 'fast' }))
  await eventually(() => expect(received.map((event) => event.subjectId)).toEqual(['fast']))
  gate.resolve()
  await slow
  await eventually(() => expect(received.map((event) => event.subjectId)).toEqual(['fast', 'slow']))
})

test('delivers every event once, in order per subject, with two relays and an unreliable bus', async () => {
  const failedOnce = new Set<string>()
  const received = await outbox.receive(async (event) => {
    await new Promise(setImmediate)
    if ((event.sequence ?? 0) % 4 === 0 && !failedOnce.has(event.eventId)) {
      failedOnce.add(event.eventId)
      throw new Error('try again')
    }
  })
  await outbox.relay()
  await outbox.relay()
  for (let sequence = 1; sequence <= 8; sequence++) {
    await outbox.write(
      ...Array.from({ length: 30 }, (_, subject) => anEvent({ subjectId: `pcl_${subject}`, sequence })),
    )
  }

  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  expect(received).toHaveLength(240)
  for (const events of Map.groupBy(received, subjectKey).values()) {
    expect(events.map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  }
})

test('holds back a subject whose event fails, without delaying other subjects of its lane', async () => {
  let broken = true
  const received = await outbox.receive(async (event) => {
    if (broken && event.subjectId === 'bad') throw new Error('refused')
  })
  await outbox.relay()
  await outbox.write(anEvent({ subjectId: 'bad', sequence: 1 }), anEvent({ subjectId: 'bad', sequence: 2 }))
  await outbox.write(...Array.from({ length: 40 }, (_, subject) => anEvent({ subjectId: `pcl_${subject}` })))

  await eventually(() => expect(received).toHaveLength(40))
  await eventually(async () => expect(await outbox.unpublished()).toHaveLength(2)) // marked after they were received
  broken = false
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  expect(received.slice(40).map((event) => event.sequence)).toEqual([1, 2])
})

test('does not take its bus to be down because of subjects that another relay has published since', async () => {
  let pauses = 0
  let tries = 0
  const noteLine = (line: string) => void (line.includes('"loop.failed"') && pauses++)
  await outbox.receive(async (event) => {
    if (event.subjectId === 'bad') tries++
    throw new Error('refused')
  })
  await outbox.relay(createLog({ service: 'test', level: 'error', destination: { write: noteLine } }))
  await outbox.write(...Array.from({ length: 300 }, (_, subject) => anEvent({ subjectId: `pcl_${subject}` })))
  await eventually(() => expect(pauses).toBeGreaterThan(0)) // so many failures: the relay pauses
  await sql`update outbox set published_at = now()`.execute(outbox.db)

  await outbox.write(anEvent({ subjectId: 'bad' }))
  await eventually(() => expect(tries - pauses).toBeGreaterThan(2)) // most tries are not followed by a pause
})

test('publishes large events in small batches', async () => {
  const received = await outbox.receive()
  const batches: number[] = []
  const { publish } = outbox.bus
  outbox.bus.publish = (events, signal) => {
    batches.push(events.length)
    return publish(events, signal)
  }
  const large = Array.from({ length: 40 }, (_, n) =>
    anEvent({ sequence: n + 1, internal: { note: 'x'.repeat(65_536) } }),
  )
  await outbox.write(...large)
  await outbox.relay()
  await eventually(() => expect(received).toHaveLength(40))
  expect(received).toEqual(large)
  expect(Math.max(...batches)).toBeLessThanOrEqual(4) // a quarter of a megabyte
})

test('keeps events for a consumer that has not started yet', async () => {
  await outbox.relay()
  await outbox.write(anEvent())
  await eventually(async () => {
    const { rows } = await sql`select from outbox_lane where lease_id is not null`.execute(outbox.db)
    expect(rows).toHaveLength(0)
  })
  expect(await outbox.unpublished()).toHaveLength(1)
  const received = await outbox.receive()
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  expect(received).toHaveLength(1)
})
