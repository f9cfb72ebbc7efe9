import { setTimeout as delay } from 'node:timers/promises'
import type { Channel } from 'amqplib'
import type { Metrics } from '../../telemetry/metrics.ts'

/** A scrape does not wait longer than this for the broker. */
const LOOK_TIMEOUT_MS = 1_000

/** Shows whether events can be published. */
export function measureConnection(metrics: Metrics, is: { connected: () => boolean; blocked: () => boolean }): void {
  metrics.gauge({
    name: 'bus_connected',
    help: '1 while there is a connection for events to be published, else 0.',
    collect: (gauge) => gauge.set(is.connected() ? 1 : 0),
  })
  metrics.gauge({
    name: 'bus_blocked',
    help: '1 while RabbitMQ takes no events because of a memory or disk alarm, else 0.',
    collect: (gauge) => gauge.set(is.blocked() ? 1 : 0),
  })
}

/** Shows how many messages wait in the queues, by the names given; nothing while the broker does not answer. */
export function measureQueues(metrics: Metrics, queues: Record<string, string>, open: () => Promise<Channel>): void {
  // While the broker is unavailable a check waits for it. Concurrent scrapes share one check and its channel.
  let looking: ReturnType<typeof look> | null = null
  const lookOnce = () => {
    looking ??= look(queues, open)
      .catch(() => [])
      .finally(() => {
        looking = null
      })
    return looking
  }
  metrics.gauge({
    name: 'bus_queue_messages',
    help: 'Messages that wait in RabbitMQ for this service, by queue: events, dead (letters); none while it does not answer.',
    labels: ['queue'],
    async collect(gauge) {
      gauge.reset()
      const late = delay(LOOK_TIMEOUT_MS, [], { ref: false })
      for (const { name, messages } of await Promise.race([lookOnce(), late])) gauge.set({ queue: name }, messages)
    },
  })
}

/** Uses a separate channel: checking a deleted queue closes its channel. */
async function look(queues: Record<string, string>, open: () => Promise<Channel>) {
  const channel = await open()
  channel.on('error', () => {}) // the check rejects with the same error
  try {
    const asked = Object.entries(queues).map(async ([name, queue]) => {
      const { messageCount } = await channel.checkQueue(queue)
      return { name, messages: messageCount }
    })
    return await Promise.all(asked)
  } finally {
    await channel.close().catch(() => {})
  }
}
