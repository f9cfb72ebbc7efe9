/** Pure: which deliveries of events that arrive may be sent at once. */

import { lanes } from '../endpoints/lanes.ts'
import type { Candidate } from '../fairness/choice.ts'
import type { ClaimTerms } from '../queue/claim-repository.ts'
import type { ArrivedEvent } from './repository.ts'

/** Candidates per delivery that may be sent, so that a choice stays cheap however many deliveries the events have. */
const CANDIDATES_PER_SEND = 2

interface SendableDelivery extends Candidate {
  subscriptionId: string
  deliveryId: string
}

/**
 * The first deliveries of each endpoint, no more than it may have in flight, and of each environment, no more than its
 * share of `limit` twice over. Further ones are sent from the queue.
 */
export function sendableDeliveries(
  events: readonly ArrivedEvent[],
  { limit, endpointLimit }: Pick<ClaimTerms, 'limit' | 'endpointLimit'>,
): SendableDelivery[] {
  const environments = new Set(events.map(({ environmentId }) => environmentId)).size
  const share = Math.ceil((CANDIDATES_PER_SEND * limit) / environments)
  const taken = new Map<string, number>()
  const count = (key: string) => {
    const before = taken.get(key) ?? 0
    taken.set(key, before + 1)
    return before
  }
  const sendable: SendableDelivery[] = []
  for (const { environmentId, deliveries } of events) {
    for (const { deliveryId, subscriptionId, origin, isQueued } of deliveries) {
      if (!isQueued || (taken.get(environmentId) ?? 0) >= share) continue
      if ((taken.get(subscriptionId) ?? 0) >= endpointLimit({ environmentId, subscriptionId })) continue
      const turn = count(subscriptionId)
      count(environmentId)
      sendable.push({
        environmentId,
        subscriptionId,
        deliveryId,
        origin,
        rank: lanes.first,
        turn,
        dueAt: sendable.length,
      })
    }
  }
  return sendable
}
