import type { ConfirmChannel } from 'amqplib'
import type { PublishOutcome } from '../bus.ts'
import { encodeEvent } from '../event-codec.ts'
import type { DomainEvent } from '../outbox/outbox.ts'

// A quorum queue confirms within milliseconds; a broker that takes longer than this is overloaded or gone.
const CONFIRM_TIMEOUT_MS = 5_000
/**
 * Most bytes of messages without a confirm. What waits in the client's buffers is part of them, so those are bounded
 * too. A larger message is sent alone.
 */
const MAX_UNCONFIRMED_BYTES = 4 * 1024 * 1024

const failed = (reason: string): PublishOutcome => ({ outcome: 'failed', reason })

interface Publisher {
  use(channel: ConfirmChannel): void
  isReady(): boolean
  /**
   * Resolves once the broker has the message in a queue, has rejected it, or has not answered in 5 s. If the broker is
   * blocked, a message that was sent before waits for its confirm; others fail at once. If the signal aborts while the
   * broker is blocked, none waits any longer.
   * An event whose message waits for a confirm is not sent again: a broker that falls behind gets each event once.
   */
  publish(event: DomainEvent, signal?: AbortSignal): Promise<PublishOutcome>
}

/** Publishes with confirms on the channel in use; `onReturned` is called when an event found no queue. */
export function createPublisher(options: {
  exchange: string
  isBlocked: () => boolean
  onReturned: (event: DomainEvent) => void
}): Publisher {
  const { exchange, isBlocked, onReturned } = options
  let channel: ConfirmChannel | null = null
  // The broker returns an unroutable message before it confirms it.
  const returned = new Set<string>()
  /** By event ID. Each resolves when the broker answers or the channel is lost. */
  const unconfirmed = new Map<string, Promise<PublishOutcome>>()
  let unconfirmedBytes = 0
  /** Resolves when those that wait for room are to look again; null while none waits. */
  let room: PromiseWithResolvers<void> | null = null

  function lookAgain(): void {
    room?.resolve()
    room = null
  }

  function send(open: ConfirmChannel, event: DomainEvent, content: Buffer): Promise<PublishOutcome> {
    const { promise, resolve } = Promise.withResolvers<PublishOutcome>()
    const settle = (error: unknown) => {
      unconfirmed.delete(event.eventId)
      unconfirmedBytes -= content.length
      lookAgain()
      if (error) return resolve(failed(String(error)))
      if (!returned.delete(event.eventId)) return resolve({ outcome: 'published' })
      onReturned(event)
      resolve(failed('no queue is bound for the event'))
    }
    unconfirmed.set(event.eventId, promise)
    unconfirmedBytes += content.length
    try {
      open.publish(
        exchange,
        event.type,
        content,
        {
          mandatory: true,
          persistent: true,
          messageId: event.eventId,
          type: event.type,
          contentType: 'application/json',
          timestamp: Math.floor(event.occurredAt.getTime() / 1_000),
          headers: event.traceparent ? { traceparent: event.traceparent } : {},
        },
        settle,
      )
    } catch (error) {
      settle(error) // the channel closed a moment ago
    }
    return promise
  }

  /** Sends the event once there is room; resolves to the broker's answer. */
  async function sendInTurn(event: DomainEvent, isLate: () => boolean): Promise<PublishOutcome> {
    const content = Buffer.from(encodeEvent(event))
    while (unconfirmed.size > 0 && unconfirmedBytes + content.length > MAX_UNCONFIRMED_BYTES) {
      room ??= Promise.withResolvers()
      await room.promise
      if (isLate()) return failed('too many messages wait for a confirm')
    }
    return channel ? await send(channel, event, content) : failed('the broker is not connected')
  }

  return {
    use(opened) {
      channel = opened
      returned.clear()
      opened.on('return', (message) => returned.add(message.properties.messageId as string))
      opened.once('close', () => {
        if (channel === opened) channel = null
      })
    },
    isReady: () => channel !== null,
    async publish(event, signal) {
      if (!channel) return failed('the broker is not connected')
      if (isBlocked()) return failed('the broker is blocked')
      const late = Promise.withResolvers<PublishOutcome>()
      let isLate = false
      const giveUp = (reason: string) => {
        isLate = true
        lookAgain()
        late.resolve(failed(reason))
      }
      const stop = () => isBlocked() && giveUp('the process stops while the broker is blocked')
      const timer = setTimeout(() => {
        if (isBlocked() && !signal?.aborted) return void timer.refresh()
        giveUp('the broker did not confirm in time')
      }, CONFIRM_TIMEOUT_MS)
      signal?.addEventListener('abort', stop)
      const answer = unconfirmed.get(event.eventId) ?? sendInTurn(event, () => isLate)
      return await Promise.race([answer, late.promise]).finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      })
    },
  }
}
