import { setTimeout as delay } from 'node:timers/promises'
import type { Channel, ConsumeMessage } from 'amqplib'
import { backoffMs } from '../../process/backoff.ts'
import type { Logger } from '../../telemetry/log.ts'
import { decodeEvent } from '../event-codec.ts'
import type { DomainEvent } from '../outbox/outbox.ts'

const AT_ONCE = 32
const RETRY = { firstMs: 200, maxMs: 15_000, jitter: 0.5 }

export interface SubscriptionOptions {
  queue: string
  handle: (event: DomainEvent) => Promise<void>
  /** Messages in hand at once. */
  atOnce?: number
  onDeadLetter: () => void
  log: Logger
}

export interface Subscription {
  /** Takes no further messages and waits for those in hand, except any that wait for their database. */
  windDown(): Promise<void>
}

/**
 * Consumes the queue on the channel. A message is acknowledged after the handler has resolved; one that cannot be
 * parsed goes to the dead letters. When the handler rejects, its database is down: no further messages are taken, and
 * those in hand are tried again with back-off. They are not given back, for each return counts as a delivery, and an
 * outage would turn them into dead letters.
 */
export async function consumeQueue(
  channel: Channel,
  { queue, handle, atOnce = AT_ONCE, onDeadLetter, log }: SubscriptionOptions,
): Promise<Subscription> {
  const stopping = new AbortController()
  const inHand = new Set<Promise<void>>()
  const struggling = new Set<ConsumeMessage>()
  let closed = false
  channel.once('close', () => {
    closed = true
    stopping.abort()
  })

  // Starting and ending to consume take turns, in the order they were asked for. Where one fails, the channel is
  // closed or about to be: it is opened anew, and all begins again.
  let consuming: Promise<string | null> = Promise.resolve(null)
  const start = () => {
    consuming = consuming.then(async (tag) => tag ?? (await channel.consume(queue, receive)).consumerTag)
    return consuming
  }
  const pause = () => {
    consuming = consuming.then(async (tag) => {
      if (tag) await channel.cancel(tag)
      return null
    })
    return consuming
  }

  function receive(message: ConsumeMessage | null): void {
    if (message === null) {
      // Cancelled by the broker: the queue was deleted. A new channel declares it and subscribes again.
      log.warn({ queue }, 'bus.subscription_cancelled')
      channel.close().catch(ignore)
      return
    }
    const work = process(message).finally(() => inHand.delete(work))
    inHand.add(work)
  }

  async function process(message: ConsumeMessage): Promise<void> {
    const event = read(message)
    if (!event) return
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      try {
        await handle(event)
        answer(() => channel.ack(message))
        if (struggling.delete(message) && struggling.size === 0 && !stopping.signal.aborted) start().catch(ignore)
        return
      } catch (error) {
        const retryInMs = backoffMs(failures, RETRY)
        log.error({ err: error, queue, eventId: event.eventId, failures, retryInMs }, 'bus.handler_failed')
        struggling.add(message)
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
      answer(() => channel.nack(message, false, false))
      return null
    }
  }

  // The broker has taken back the messages of a closed channel and delivers them again: nothing to answer.
  function answer(send: () => void): void {
    if (!closed) send()
  }

  await channel.prefetch(atOnce)
  await start()
  return {
    async windDown() {
      stopping.abort()
      await pause().catch(ignore)
      await Promise.all(inHand)
    },
  }
}

const ignore = (): void => {}
