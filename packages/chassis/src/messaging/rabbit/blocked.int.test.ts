/** A RabbitMQ with a memory alarm: it stops reading from those who publish. The test starts it, since it blocks every client. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'
import { MissingService } from '@waybill/testing/services'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stoppable } from '../../loops/loops.ts'
import { transact } from '../../postgres/database.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { createChassisDatabase } from '../../testing/chassis-database.ts'
import { anEvent } from '../../testing/domain-event.ts'
import { type RabbitServer, startRabbitServer } from '../../testing/rabbit-server.ts'
import type { Bus } from '../bus.ts'
import { appendOutbox } from '../outbox/outbox.ts'
import { startRelay } from '../outbox/relay.ts'
import { connectRabbitBus } from './bus.ts'

const topology = { consumers: { depot: ['parcel.*'] } }
const directory = mkdtempSync(join(tmpdir(), 'waybill-blocked-'))
let rabbit: RabbitServer
let namespace = ''
let opened: Stoppable[]
let isAlarmed = false
let lines: string[]
const log = createLog({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } })

beforeAll(async () => {
  const started = await startRabbitServer(directory)
  if (!started) throw new MissingService('RabbitMQ')
  rabbit = started
}, 180_000)
afterAll(async () => {
  await rabbit?.stop()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(() => {
  namespace = `blocked_${Math.random().toString(36).slice(2)}`
  lines = []
  opened = []
})
afterEach(async () => {
  if (isAlarmed) await clearAlarm()
  for (const part of opened.reverse()) await part.stop()
})

const logged = (event: string) => lines.filter((line) => line.includes(`"${event}"`))
const untilBlocked = () => eventually(() => expect(logged('bus.blocked')).toHaveLength(1))
async function raiseAlarm(): Promise<void> {
  isAlarmed = true
  await rabbit.control('set_vm_memory_high_watermark', '0')
}

async function clearAlarm(): Promise<void> {
  await rabbit.control('set_vm_memory_high_watermark', '0.4')
  isAlarmed = false
}

async function connectBus(metrics = createMetrics({ service: 'depot' })): Promise<Bus> {
  const bus = await connectRabbitBus({ url: rabbit.url, namespace, topology, log, metrics })
  opened.push({ stop: () => bus.close() })
  await eventually(() => expect(bus.isConnected()).toBe(true))
  return bus
}

/** The number of messages by event ID. */
async function receive(bus: Bus): Promise<Map<string, number>> {
  const received = new Map<string, number>()
  opened.push(
    await bus.subscribe('depot', async ({ eventId }) => void received.set(eventId, (received.get(eventId) ?? 0) + 1)),
  )
  return received
}

test('fails new events at once and shows that the broker is blocked; what was sent arrives when it reads again', async () => {
  const metrics = createMetrics({ service: 'depot' })
  const bus = await connectBus(metrics)
  const received = await receive(bus)
  const shown = async (name: string) => (await metrics.render()).text.match(new RegExp(`^${name}{.*} (\\d)`, 'm'))?.[1]
  expect(await shown('bus_blocked')).toBe('0')

  await raiseAlarm()
  const sent = Array.from({ length: 20 }, (_, each) => anEvent({ subjectId: `pcl_${each}` }))
  const publishing = bus.publish(sent)
  await untilBlocked()
  expect(await bus.publish([anEvent()])).toEqual([{ outcome: 'failed', reason: 'the broker is blocked' }])
  expect([await shown('bus_blocked'), await shown('bus_connected')]).toEqual(['1', '1'])

  await clearAlarm()
  expect(await publishing).toEqual(sent.map(() => ({ outcome: 'published' })))
  await eventually(() => expect(received).toEqual(new Map(sent.map(({ eventId }) => [eventId, 1]))))
  expect([await shown('bus_blocked'), bus.isBlocked()]).toEqual(['0', false])
  expect([logged('bus.blocked').length, logged('bus.unblocked').length]).toEqual([1, 1])
})

test('two relays publish each event once after an alarm that outlasts their leases', async () => {
  const database = await createChassisDatabase()
  opened.push({ stop: () => database.drop() })
  const { db, url: databaseUrl, schema } = database
  const received = await receive(await connectBus())
  for (let replica = 0; replica < 2; replica++) {
    const metrics = createMetrics({ service: 'depot' })
    const bus = await connectBus(metrics)
    opened.push(await startRelay({ db, databaseUrl, schema, bus, log, metrics, leaseMs: 1_000 }))
  }
  await raiseAlarm()
  const events = Array.from({ length: 100 }, (_, each) => anEvent({ subjectId: `pcl_${each}` }))
  await transact(db, (trx) => appendOutbox(trx, events))
  // Longer than a try may take without a confirm.
  await eventually(
    async () => {
      const { rows } = await sql<{ long: boolean }>`
        select now() - min(created_at) > interval '7 s' as long from outbox`.execute(db)
      expect(rows).toEqual([{ long: true }])
    },
    { timeoutMs: 60_000 },
  )
  await clearAlarm()
  await eventually(async () => {
    const { rows } = await sql`select from outbox where published_at is null`.execute(db)
    expect(rows).toHaveLength(0)
    expect(received.size).toBe(100)
  })
  expect([...received.values()].filter((count) => count !== 1)).toEqual([])
})

test('closes while the broker is blocked', async () => {
  const bus = await connectBus()
  await raiseAlarm()
  const stop = new AbortController()
  const publishing = bus.publish([anEvent(), anEvent({ subjectId: 'pcl_2' })], stop.signal)
  await untilBlocked()
  stop.abort()
  const failed = { outcome: 'failed', reason: 'the process stops while the broker is blocked' }
  expect(await publishing).toEqual([failed, failed])
  await bus.close()
})
