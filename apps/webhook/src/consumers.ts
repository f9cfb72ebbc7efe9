/** Events in: every public event is appended to the event log and delivered. */

import type { BatchHandler } from '@waybill/chassis/messaging/inbox/consumers'
import { afterCommit } from '@waybill/chassis/postgres/database'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { WebhookDatabase } from './db.ts'
import type { Dispatcher } from './dispatching/dispatcher.ts'
import { ingestEvents } from './events/commands.ts'

/** After the commit, the dispatcher sends the claimed deliveries and is nudged if others are due. */
export const webhookConsumers = (dispatcher: Dispatcher): Record<string, BatchHandler<WebhookDatabase>> => ({
  '*': {
    order: 'set',
    async applyAll(trx, events) {
      const published = events.flatMap(({ public: event, traceparent = null }) =>
        event === null ? [] : [{ event: event as PublicEvent, traceparent }],
      )
      if (published.length === 0) return
      const claim = dispatcher.openClaim()
      const { claimed, isMoreDue } = await ingestEvents(trx, published, claim)
      afterCommit(trx, () => {
        dispatcher.send(claim, claimed)
        if (isMoreDue) dispatcher.nudge()
      })
    },
  },
})
