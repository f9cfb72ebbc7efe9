import type { ConfirmChannel } from 'amqplib'
import type { PublishOutcome } from '../bus.ts'
import { encodeEvent } from '../event-codec.ts'
import type { DomainEvent } from '../outbox/outbox.ts'

// A quorum queue confirms within milliseconds; a broker that takes longer than this is blocked or gone.
const CONFIRM_TIMEOUT_MS = 5_000

const failed = (reason: string): PublishOutcome => ({ outcome: 'failed', reason })

export interface Publisher {
  use(channel: ConfirmChannel): void
  isReady(): boolean
  /** Resolves once the broker has the message in a queue, has rejected it, or has not answered in 5 s. */
  publish(event: DomainEvent): Promise<PublishOutcome>
}

/** Publishes with confirms on the channel in use; `onReturned` is called when an event found no queue. */
export function createPublisher(options: { exchange: string; onReturned: (event: DomainEvent) => void }): Publisher {
  let channel: ConfirmChannel | null = null
  // The broker returns an unroutable message before it confirms it.
  const returned = new Set<string>()

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
    async publish(event) {
      const open = channel
      if (!open) return failed('the broker is not connected')
      return await new Promise<PublishOutcome>((resolve) => {
        const timer = setTimeout(() => resolve(failed('the broker did not confirm in time')), CONFIRM_TIMEOUT_MS)
        const settle = (error: unknown) => {
          clearTimeout(timer)
          if (error) return resolve(failed(String(error)))
          if (!returned.delete(event.eventId)) return resolve({ outcome: 'published' })
          options.onReturned(event)
          resolve(failed('no queue is bound for the event'))
        }
        try {
          open.publish(
            options.exchange,
            event.type,
            Buffer.from(encodeEvent(event)),
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
      })
    },
  }
}
