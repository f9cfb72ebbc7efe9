/** What other services' events do here: they are logged and delivered. */
import { afterCommit } from '@waybill/chassis/database'
import type { EventHandler } from '@waybill/chassis/inbox'
import { traceparentNow } from '@waybill/chassis/trace-context'
import type { PublicEvent } from '@waybill/contracts/event'
import { ingestEvent } from './commands/events.ts'
import type { WebhookDatabase } from './db.ts'

/** `onDue` is called after a commit that left something to send: a hint that saves the wait for the next poll. */
export const webhookConsumers = (onDue: () => void): Record<string, EventHandler<WebhookDatabase>> => ({
  '*': {
    order: 'set',
    async apply(trx, event) {
      if (event.public === null) return
      const traceparent = traceparentNow() ?? event.traceparent ?? null
      const due = await ingestEvent(trx, event.public as PublicEvent, traceparent)
      if (due > 0) afterCommit(trx, onDue)
    },
  },
})
