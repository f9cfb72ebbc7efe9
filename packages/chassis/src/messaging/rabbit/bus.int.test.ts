import { once } from 'node:events'
import net from 'node:net'
import { eventually } from '@waybill/testing/eventually'
import { startTcpProxy } from '@waybill/testing/tcp-proxy'
import { type Channel, type ChannelModel, connect } from 'amqplib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../../postgres/database.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { createTestBroker, type TestBroker } from '../../testing/broker.ts'
import { createChassisDatabase } from '../../testing/chassis-database.ts'
import { anEvent } from '../../testing/domain-event.ts'
import type { Bus } from '../bus.ts'
import { subjectKey } from '../bus.ts'
import { appendOutbox, type DomainEvent } from '../outbox/outbox.ts'
import { startRelay } from '../outbox/relay.ts'
import { connectRabbitBus } from './bus.ts'
import { deadQueueName, exchangeName, queueName } from './topology.ts'

const log = createLog({ service: 'test', level: 'silent' })
const topology = { consumers: { depot: ['parcel.*'], ledger: ['parcel.lost', 'letter.#'] } }
let broker: TestBroker
let buses: Bus[]
let admin: ChannelModel
let channel: Channel

beforeEach(async () => {
  broker = createTestBroker({ topology })
  buses = []
  admin = await connect(broker.url)
  channel = await admin.createChannel()
})
afterEach(async () => {
  for (const bus of buses) await bus.close()
  await admin.close()
  await broker.drop()
})

async function connectBus(url = broker.url): Promise<Bus> {
  const { namespace } = broker
  const bus = await connectRabbitBus({ url, namespace, topology, log, metrics: createMetrics({ service: 'depot' }) })
  buses.push(bus)
  await eventually(() => expect(bus.isConnected()).toBe(true))
  return bus
}

async function receive(bus: Bus, service = 'depot', handle: (event: DomainEvent) => Promise<void> = async () => {}) {
  const received: DomainEvent[] = []
  const subscription = await bus.subscribe(service, async (event) => {
    await handle(event)
    received.push(event)
  })
  return { received, subscription }
}

/** Resolves each call once `count` calls wait. The first failure pauses consumption, so it must come after all arrivals. */
function whenAllArrived(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === count) resolve()
    return promise
  }
}

const published = { outcome: 'published' }
const ids = (events: DomainEvent[]) => events.map((event) => event.eventId).sort()
const waiting = async (queue: string) => (await channel.checkQueue(queue)).messageCount

test('reports whether the broker is connected and how many messages wait in the queues', async () => {
  const metrics = createMetrics({ service: 'depot' })
  const { url, namespace } = broker
  const bus = await connectRabbitBus({ url, namespace, topology, log, metrics })
  buses.push(bus)
  await eventually(() => expect(bus.isConnected()).toBe(true))
  const { promise: stuck, resolve: goOn } = Promise.withResolvers<void>()
  const { received, subscription } = await receive(bus, 'depot', () => stuck)
  await channel.sendToQueue(deadQueueName(namespace, 'depot'), Buffer.from('{}'))
  const text = async () => (await metrics.render()).text
  await eventually(async () => {
    expect(await text()).toContain('bus_connected{service="depot"} 1')
    expect(await text()).toContain('bus_queue_messages{queue="dead",service="depot"} 1')
    expect(await text()).toContain('bus_queue_messages{queue="events",service="depot"} 0')
  })
  await bus.publish(Array.from({ length: 100 }, (_, each) => anEvent({ subjectId: `pcl_${each}` })))
  // Some are in progress; the others wait in the queue.
  await eventually(async () =>
    expect(await text()).toMatch(/bus_queue_messages\{queue="events",service="depot"\} [1-9]/),
  )
  goOn()
  await eventually(() => expect(received).toHaveLength(100))
  await subscription.stop()
})

test('delivers an event unchanged to all bound services, including those that subscribe later', async () => {
  const bus = await connectBus()
  const events = [
    anEvent({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }),
    anEvent({ type: 'parcel.lost', subjectId: 'pcl_2', sequence: null }),
    anEvent({ type: 'letter.moved.far', subjectId: 'ltr_1', public: null, internal: { floor: 3 } }),
  ]
  expect(await bus.publish(events)).toEqual([published, published, published])

  const depot = await receive(bus, 'depot')
  const ledger = await receive(bus, 'ledger')
  await eventually(() => expect([depot.received.length, ledger.received.length]).toEqual([2, 2]))
  expect(depot.received).toEqual(expect.arrayContaining(events.slice(0, 2)))
  expect(ledger.received).toEqual(expect.arrayContaining(events.slice(1)))
})

test('does not confirm an event that no queue is bound to, and the relay does not mark it', async () => {
  const bus = await connectBus()
  const database = await createChassisDatabase()
  const metrics = createMetrics({ service: 'depot' })
  const { db, url, schema } = database
  const relay = await startRelay({ db, databaseUrl: url, schema, bus, log, metrics })
  try {
    await transact(db, (trx) => appendOutbox(trx, [anEvent({ type: 'crate.moved' }), anEvent({ subjectId: 'pcl_2' })]))
    await eventually(async () => {
      const rows = await db.selectFrom('outbox').select(['type', 'published_at']).orderBy('position').execute()
      expect(rows).toEqual([
        { type: 'crate.moved', published_at: null },
        { type: 'parcel.moved', published_at: expect.any(Date) },
      ])
    })
    expect(await bus.publish([anEvent({ type: 'crate.moved' })])).toEqual([
      { outcome: 'failed', reason: 'no queue is bound for the event' },
    ])
  } finally {
    await relay.stop()
    await database.drop()
  }
})

test('confirms and delivers hundreds of concurrent events, in order per subject for a single consumer', async () => {
  const bus = await connectBus()
  const events = Array.from({ length: 600 }, (_, index) =>
    anEvent({ subjectId: `pcl_${index % 200}`, sequence: Math.floor(index / 200) + 1 }),
  )
  expect(await bus.publish(events)).toEqual(events.map(() => published))
  const { received } = await receive(bus)
  await eventually(() => expect(received).toHaveLength(600))
  for (const subject of Map.groupBy(received, subjectKey).values()) {
    expect(subject.map((event) => event.sequence)).toEqual([1, 2, 3])
  }
})

test('dead-letters an unreadable message and delivers the rest', async () => {
  const bus = await connectBus()
  const { received } = await receive(bus)
  channel.publish(exchangeName(broker.namespace), 'parcel.moved', Buffer.from('{'))
  const event = anEvent()
  await bus.publish([event])
  await eventually(() => expect(ids(received)).toEqual([event.eventId]))

  const dead = await eventually(async () => {
    const message = await channel.get(deadQueueName(broker.namespace, 'depot'), { noAck: true })
    if (!message) throw new Error('not there yet')
    return message
  })
  expect(dead.content.toString()).toBe('{')
})

test('takes no more messages while the handler fails, and handles each of them afterwards', async () => {
  const bus = await connectBus()
  let down = true
  let tries = 0
  const allArrived = whenAllArrived(5)
  const { received } = await receive(bus, 'depot', async () => {
    await allArrived()
    tries += 1
    if (down) throw new Error('database down')
  })
  const events = Array.from({ length: 80 }, (_, index) => anEvent({ subjectId: `pcl_${index}` }))
  await bus.publish(events.slice(0, 5))
  await eventually(() => expect(tries).toBeGreaterThan(5)) // a second try, so the first has had its effect
  await bus.publish(events.slice(5))
  const triesThen = tries
  await eventually(() => expect(tries).toBeGreaterThan(triesThen))
  expect(await waiting(queueName(broker.namespace, 'depot'))).toBe(75)

  down = false
  await eventually(() => expect(ids(received)).toEqual(ids(events)))
  await eventually(async () => expect(await waiting(queueName(broker.namespace, 'depot'))).toBe(0))
  expect(await waiting(deadQueueName(broker.namespace, 'depot'))).toBe(0)
})

test('redelivers messages that a stopped subscription had not finished', async () => {
  const bus = await connectBus()
  const allArrived = whenAllArrived(2)
  const stuck = await receive(bus, 'depot', async () => {
    await allArrived()
    throw new Error('database down')
  })
  const events = [anEvent(), anEvent({ subjectId: 'pcl_2' })]
  await bus.publish(events)
  await eventually(async () => expect(await waiting(queueName(broker.namespace, 'depot'))).toBe(0))
  await stuck.subscription.stop()

  const { received } = await receive(bus)
  await eventually(() => expect(ids(received)).toEqual(ids(events)))
})

test('acknowledges events that are finished, and none before them that is not', async () => {
  const bus = await connectBus()
  const [first = anEvent(), ...others] = ['pcl_1', 'pcl_2', 'pcl_3', 'pcl_4'].map((subjectId) => anEvent({ subjectId }))
  const allArrived = whenAllArrived(4)
  const { received, subscription } = await receive(bus, 'depot', async ({ eventId }) => {
    await allArrived()
    if (eventId === first.eventId) throw new Error('database down')
  })
  expect(await bus.publish([first])).toEqual([published])
  await bus.publish(others)
  await eventually(() => expect(ids(received)).toEqual(ids(others)))
  await subscription.stop()

  const { received: again } = await receive(bus)
  await bus.publish([anEvent({ eventId: 'evt_last', subjectId: 'pcl_5' })])
  await eventually(() => expect(ids(again)).toContain('evt_last'))
  await eventually(() => expect(ids(again)).toEqual(ids([first, anEvent({ eventId: 'evt_last' })])))
})

test('waits for events in progress and acknowledges them when a subscription stops', async () => {
  const bus = await connectBus()
  const gate = Promise.withResolvers<void>()
  const inHand = Promise.withResolvers<void>()
  const { received, subscription } = await receive(bus, 'depot', async () => {
    inHand.resolve()
    await gate.promise
  })
  await bus.publish([anEvent()])
  await inHand.promise
  let stopped = false
  const stopping = subscription.stop().then(() => {
    stopped = true
  })
  for (let trips = 0; trips < 20; trips++) await waiting(queueName(broker.namespace, 'depot')) // time to stop wrongly
  expect(stopped).toBe(false)
  gate.resolve()
  await stopping
  expect(received).toHaveLength(1)
  expect(await waiting(queueName(broker.namespace, 'depot'))).toBe(0)
})

test('declares a deleted queue again and resumes', async () => {
  const bus = await connectBus()
  const { received } = await receive(bus)
  await bus.publish([anEvent({ subjectId: 'before' })])
  await eventually(() => expect(received).toHaveLength(1))

  await channel.deleteQueue(queueName(broker.namespace, 'depot'))
  await eventually(async () => expect(await bus.publish([anEvent({ subjectId: 'after' })])).toEqual([published]))
  await eventually(() => expect(received.at(-1)?.subjectId).toBe('after'))
})

test('resumes publishing and consuming after the connection is cut', async () => {
  const proxy = await cuttableProxy(new URL(broker.url))
  try {
    const bus = await connectBus(proxy.url)
    const { received } = await receive(bus)
    await bus.publish([anEvent({ subjectId: 'before' })])
    await eventually(() => expect(received).toHaveLength(1))

    proxy.cut()
    await eventually(() => expect(bus.isConnected()).toBe(false))
    expect(await bus.publish([anEvent({ subjectId: 'during_outage' })])).toEqual([
      { outcome: 'failed', reason: 'the broker is not connected' },
    ])
    await eventually(async () => expect(await bus.publish([anEvent({ subjectId: 'after' })])).toEqual([published]))
    await eventually(() => expect(received.at(-1)?.subjectId).toBe('after'))
  } finally {
    for (const bus of buses.splice(0)) await bus.close()
    await proxy.close()
  }
})

test('keeps few bytes unconfirmed, and sends no event again, while the broker does not read', async () => {
  const { hostname, port } = new URL(broker.url)
  const proxy = await startTcpProxy({ targetHost: hostname, targetPort: Number(port || 5672) })
  try {
    const bus = await connectBus(proxy.through(broker.url))
    const { received } = await receive(await connectBus())
    proxy.hold()
    const events = Array.from({ length: 40 }, (_, each) =>
      anEvent({ subjectId: `pcl_${each}`, internal: { note: 'x'.repeat(256 * 1024) } }),
    )
    for (let pass = 0; pass < 2; pass++) {
      const reasons = (await bus.publish(events)).map((outcome) => outcome.outcome === 'failed' && outcome.reason)
      expect(new Set(reasons)).toEqual(new Set(['the broker did not confirm in time']))
    }
    proxy.release()
    expect(await bus.publish([anEvent({ subjectId: 'after' })])).toEqual([published])
    await eventually(() => expect(received.at(-1)?.subjectId).toBe('after'))
    const sent = received.slice(0, -1).map(({ eventId }) => eventId)
    expect(sent).toEqual([...new Set(sent)])
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.length).toBeLessThan(20) // a megabyte holds four
  } finally {
    for (const bus of buses.splice(0)) await bus.close()
    await proxy.stop()
  }
})

test('can be created and closed while the broker is unavailable', async () => {
  const metrics = createMetrics({ service: 'depot' })
  const { namespace } = broker
  const bus = await connectRabbitBus({ url: 'amqp://127.0.0.1:1', namespace, topology, log, metrics })
  const subscription = await bus.subscribe('depot', async () => {})
  expect(bus.isConnected()).toBe(false)
  expect(await bus.publish([anEvent()])).toMatchObject([{ outcome: 'failed' }])
  await subscription.stop()
  await bus.close()
})

/** A proxy to the broker that can cut all connections; clients may reconnect. */
async function cuttableProxy(target: URL) {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port || 5672), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as net.AddressInfo).port)
  return {
    url: url.href,
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
