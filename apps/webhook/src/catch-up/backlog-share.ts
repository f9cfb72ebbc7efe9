/** Pure: the backlog quota of an environment and the share of each of its subscriptions. */

/** Most events that one batch of an unordered subscription reads from the log. */
const BATCH = 500
/** The same for an ordered one, whose deliveries are queued one after another. */
const ORDERED_BATCH = 100

/** Groups of an environment's subscriptions that are counted at different events, so that no event waits for all. */
export const BACKLOG_GROUPS = 8

/**
 * The share of one subscription in the backlog quota: half of an equal part, because the backlog is counted only once in
 * as many events as a share, and may double until then.
 */
export const backlogShare = (quota: number, subscriptionLimit: number): number =>
  Math.max(1, Math.floor(quota / subscriptionLimit / 2))

/**
 * The groups of subscriptions whose backlog is counted now: each once in as many events as a share. `position` is that of
 * the last event, and `events` how many there are.
 */
export const dueGroups = (position: number, { events, share }: { events: number; share: number }): number[] =>
  Array.from({ length: BACKLOG_GROUPS }, (_, group) => group).filter((group) => {
    const countsUntil = (at: number) => Math.floor((at + Math.floor((group * share) / BACKLOG_GROUPS)) / share)
    return countsUntil(position - events) < countsUntil(position)
  })

/** Waiting deliveries that are enough for a fast receiver until a batch has made more. Few, because they are counted often. */
const LOW = 100

/** A subscription that is behind continues while fewer of its deliveries wait. */
export const lowBacklog = (share: number): number => Math.max(1, Math.min(LOW, Math.floor(share / 4)))

/** Events of a batch. With what may be waiting before it, its deliveries stay within the share. */
export const batchSize = (share: number, isOrdered: boolean): number =>
  Math.max(1, Math.min(isOrdered ? ORDERED_BATCH : BATCH, Math.floor(share / 2)))
