import { setTimeout as delay } from 'node:timers/promises'
import type { Channel, ConsumeMessage } from 'amqplib'
import { backoffMs } from '../../loops/backoff.ts'
import type { Logger } from '../../telemetry/log.ts'
import { decodeEvent } from '../event-codec.ts'
import type { DomainEvent } from '../outbox/outbox.ts'
import { createAcknowledgements } from './acknowledgements.ts'

const DEFAULT_PREFETCH = 32
const RETRY = { firstMs: 200, maxMs: 15_000, jitter: 0.5 }

interface SubscriptionOptions {
  queue: string
  handle: (event: DomainEvent) => Promise<void>
  /** Unacknowledged messages at once. */
  atOnce?: number
  onDeadLetter: () => void
  log: Logger
}

interface Subscription {
  /** Stops consumption and waits for messages in progress, except those that wait for the database. */
  windDown(): Promise<void>
}

/**
 * Consumes the queue on the channel. A message is acknowledged when its handler resolves. One that cannot be parsed goes
 * to the dead-letter queue. If the handler rejects, its database is unavailable: consumption pauses, and the messages in
 * progress are retried with back-off. They are not requeued, since each redelivery counts towards the delivery limit and
 * an outage would turn them into dead letters.
 */
export async function consumeQueue(
  channel: Channel,
  { queue, handle, atOnce = DEFAULT_PREFETCH, onDeadLetter, log }: SubscriptionOptions,
): Promise<Subscription> {
  const stopping = new AbortController()
  const inProgress = new Set<Promise<void>>()
  const failing = new Set<ConsumeMessage>()
  const acknowledgements = createAcknowledgements(channel, atOnce)
  channel.once('close', () => stopping.abort())

  const { start, pause } = createConsumption(channel, queue, receive)

  function receive(message: ConsumeMessage | null): void {
    if (message === null) {
      // Cancelled by the broker: the queue was deleted. A new channel declares it and subscribes again.
      log.warn({ queue }, 'bus.subscription_cancelled')
      acknowledgements.end()
      channel.close().catch(ignore)
      return
    }
    acknowledgements.note(message)
    const work = process(message).finally(() => inProgress.delete(work))
    inProgress.add(work)
  }

  async function process(message: ConsumeMessage): Promise<void> {
    const event = read(message)
    if (!event) return
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      try {
        await handle(event)
        acknowledgements.ack(message)
        if (failing.delete(message) && failing.size === 0 && !stopping.signal.aborted) start().catch(ignore)
        return
      } catch (error) {
        const retryInMs = backoffMs(failures, RETRY)
        log.error({ err: error, queue, eventId: event.eventId, failures, retryInMs }, 'bus.handler_failed')
        failing.add(message)
        pause().catch(ignore)
        await delay(retryInMs, undefined, { signal: stopping.signal }).catch(ignore)
      }
    }
  }

  function read(message: ConsumeMessage): DomainEvent | null {
    try {
      return decodeEvent(message.content.toString())
    } catch (error) {
      log.error({ err: error, queue, messageId: message.properties.messageId }, 'bus.message_unreadable')
      onDeadLetter()
      acknowledgements.reject(message)
      return null
    }
  }

  await channel.prefetch(atOnce)
  await start()
  return {
    async windDown() {
      stopping.abort()
      await pause().catch(ignore)
      await Promise.all(inProgress)
      acknowledgements.flush()
    },
  }
}

/**
 * Starts and pauses consumption. Calls run one after another, in order. If one fails, the channel is closed or about to
 * close: its owner opens a new one and subscribes again.
 */
function createConsumption(channel: Channel, queue: string, receive: (message: ConsumeMessage | null) => void) {
  let consumerTag: Promise<string | null> = Promise.resolve(null)
  return {
    start() {
      consumerTag = consumerTag.then(async (tag) => tag ?? (await channel.consume(queue, receive)).consumerTag)
      return consumerTag
    },
    pause() {
      consumerTag = consumerTag.then(async (tag) => {
        if (tag) await channel.cancel(tag)
        return null
      })
      return consumerTag
    },
  }
}

const ignore = (): void => {}
