/** Events in: every public event is appended to the event log and delivered. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { afterCommit, isTransientConflict, retryWhile } from '@waybill/chassis/postgres/database'
import { erasureHandler } from '@waybill/chassis/retention/erasures'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { parseDetailedBy, parseEnvelope } from '@waybill/contracts/events/internal-events'
import type { SubscribedPattern } from '@waybill/contracts/events/topology'
import type { Reader, WebhookDatabase } from './db.ts'
import type { Dispatcher } from './dispatching/dispatcher.ts'
import type { EndpointKey } from './endpoints/endpoint-key.ts'
import { checkBacklogs, ingestEvents } from './events/intake.ts'
import { createKnownSubscriptions } from './subscriptions/known-subscriptions.ts'

interface IntakeOptions {
  /** A subscription's part of the backlog of its environment. */
  share: number
  log: Logger
}

/** Stores events, then has the dispatcher send the claimed deliveries, and nudges it if others are due. */
export function webhookConsumers(
  dispatcher: Dispatcher,
  { share, log }: IntakeOptions,
): Record<SubscribedPattern<'webhook'>, EventHandler<WebhookDatabase>> {
  const known = createKnownSubscriptions()

  async function ingest(db: Reader, consumer: string | null, events: readonly DomainEvent[]) {
    const claim = dispatcher.openClaim()
    const { received, logs, claimed, isMoreDue } = await ingestEvents(
      db,
      events.map((event) => ({
        event: parseEnvelope(event),
        traceparent: event.traceparent ?? null,
        detailedBy: parseDetailedBy(event),
      })),
      { claim, known, consumer },
    )
    const send = () => {
      dispatcher.send(claim, claimed)
      if (isMoreDue) dispatcher.nudge()
    }
    return { received, logs, send }
  }

  const report = (behind: readonly EndpointKey[]) => {
    for (const subscription of behind) log.warn(subscription, 'subscription.behind')
  }

  return {
    '*': {
      order: 'set',
      async apply(trx, event) {
        if (!isPublic(event)) return
        const { logs, send } = await ingest(trx, null, [event])
        const behind = await checkBacklogs(trx, logs, share)
        afterCommit(trx, () => {
          report(behind)
          send()
        })
      },
      async applyAll(db, consumer, events) {
        const published = events.filter(isPublic)
        // Internal ones have no effect: it is not recorded that they were received.
        if (published.length === 0) return new Set(events)
        const { received, logs, send } = await retryWhile(isTransientConflict, () => ingest(db, consumer, published))
        send()
        // A later event counts again. An error here must not have the events stored once more.
        await checkBacklogs(db, logs, share).then(report, (err) => log.error({ err }, 'backlog.not_counted'))
        const isNew = ({ environmentId, eventId }: DomainEvent) => received.has(`${environmentId} ${eventId}`)
        return new Set(events.filter((event) => !isPublic(event) || isNew(event)))
      },
    },
    // Each owner of a subject asks for its erasure.
    'shipment.erased': erasureHandler,
    'quote.erased': erasureHandler,
    'booking.erased': erasureHandler,
  }
}

const isPublic = (event: DomainEvent) => event.public !== null
