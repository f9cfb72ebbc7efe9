/** Events that arrive: one statement stores them, where no ordered subscription asks for more. */
import { transact } from '@waybill/chassis/postgres/database'
import type { EventEnvelope } from '@waybill/contracts/events/internal-events'
import { dueGroups } from '../catch-up/backlog-share.ts'
import { putFullBehind, readLastPosition } from '../catch-up/repository.ts'
import type { Reader, Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { toStoredEvent } from '../event-log/stored-event.ts'
import type { KnownSubscriptions } from '../subscriptions/known-subscriptions.ts'
import {
  type Ingested,
  type Intake,
  isOrderedSubscription,
  newDeliveries,
  splitIntoStatements,
  storeArrived,
} from './commands.ts'
import { type ArrivedEvent, type EnvironmentLog, SubscriptionsChanged } from './repository.ts'

/** A public event, as it came. */
interface PublishedEvent {
  event: EventEnvelope
  traceparent: string | null
  detailedBy?: readonly string[]
}

/** How often subscriptions that change during the statement are read again. */
const TRIES = 4

/**
 * Records public events as received and appends the new ones to the logs of their environments, in the order given, with a
 * delivery for each subscription that matches. For an inactive subscription the delivery is stored as `paused`, so that it
 * can be replayed. Deliveries that can be sent now are claimed as they are stored, which saves a claim from the queue. A
 * subscription that is behind gets no deliveries: `catchUp` makes them of the log.
 * Subscriptions are known from memory, and the statement that stores the events compares their version. Opens a
 * transaction, unless `db` is one, only for ordered subscriptions and for very many deliveries.
 */
export async function ingestEvents(
  db: Reader,
  events: readonly PublishedEvent[],
  { known, ...intake }: Intake & { known: KnownSubscriptions },
): Promise<Ingested> {
  const environments = [...new Set(events.map(({ event }) => event.environment_id))]
  for (let tries = 1; ; tries++) {
    const subscriptions = await known.read(db, environments)
    const arrived = events.map(({ event, traceparent, detailedBy }): ArrivedEvent => {
      const stored = toStoredEvent(event, traceparent, detailedBy)
      return {
        ...stored,
        deliveries: newDeliveries(stored, subscriptions.get(event.environment_id)?.subscriptions ?? []),
      }
    })
    const parts = splitIntoStatements(arrived)
    const isAnyOrdered = [...subscriptions.values()].some((each) => each.subscriptions.some(isOrderedSubscription))
    const store = (on: Reader) => storeArrived(on, parts, subscriptions, intake)
    try {
      if (db.isTransaction || (parts.length <= 1 && !isAnyOrdered)) return await store(db)
      return await transact(db, store)
    } catch (error) {
      if (!(error instanceof SubscriptionsChanged) || tries === TRIES) throw error
      known.forget(environments)
    }
  }
}

/**
 * Puts subscriptions behind whose backlog is over their share, and returns them. Each is counted once in as many events as
 * a share. In the transaction `db`, or in one for each log.
 */
export async function checkBacklogs(
  db: Reader,
  logs: readonly EnvironmentLog[],
  share: number,
): Promise<EndpointKey[]> {
  const behind: EndpointKey[] = []
  for (const { environmentId, position, events } of logs) {
    const groups = dueGroups(position, { events, share })
    if (groups.length === 0) continue
    const check = async (trx: Writer) => {
      const last = await readLastPosition(trx, environmentId, { lock: true })
      return await putFullBehind(trx, environmentId, { position: last, share, groups })
    }
    const full = db.isTransaction ? await check(db as Writer) : await transact(db, check)
    behind.push(...full.map((subscriptionId) => ({ environmentId, subscriptionId })))
  }
  return behind
}
