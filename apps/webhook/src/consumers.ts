/** Events in: every public event is appended to the event log and delivered. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import { afterCommit } from '@waybill/chassis/postgres/database'
import { erasureHandler } from '@waybill/chassis/retention/erasures'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { parseDetailedBy, parseEnvelope } from '@waybill/contracts/events/internal-events'
import type { SubscribedPattern } from '@waybill/contracts/events/topology'
import type { WebhookDatabase } from './db.ts'
import type { Dispatcher } from './dispatching/dispatcher.ts'
import { ingestEvents } from './events/commands.ts'

/**
 * After the commit, the dispatcher sends the claimed deliveries and is nudged if others are due. `share`: of a
 * subscription in the backlog of its environment.
 */
export const webhookConsumers = (
  dispatcher: Dispatcher,
  { share, log }: { share: number; log: Logger },
): Record<SubscribedPattern<'webhook'>, EventHandler<WebhookDatabase>> => ({
  '*': {
    order: 'set',
    async applyAll(trx, events) {
      const published = events
        .filter((event) => event.public !== null)
        .map((event) => ({
          event: parseEnvelope(event),
          traceparent: event.traceparent ?? null,
          detailedBy: parseDetailedBy(event),
        }))
      if (published.length === 0) return
      const claim = dispatcher.openClaim()
      const { claimed, isMoreDue, putBehind } = await ingestEvents(trx, published, claim, share)
      afterCommit(trx, () => {
        for (const subscription of putBehind) log.warn(subscription, 'subscription.behind')
        dispatcher.send(claim, claimed)
        if (isMoreDue) dispatcher.nudge()
      })
    },
  },
  // Each owner of a subject asks for its erasure.
  'shipment.erased': erasureHandler,
  'quote.erased': erasureHandler,
  'booking.erased': erasureHandler,
})
