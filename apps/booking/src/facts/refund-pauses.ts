/** Pure: when a carrier is asked what has become of a refund. */

const HOUR_MS = 3_600_000
export const FIRST_REFUND_POLL_MS = HOUR_MS
const LONGEST_PAUSE_MS = 12 * HOUR_MS
/** Carriers decide within 30 days. */
const FOLLOWED_FOR_MS = 45 * 24 * HOUR_MS

/** The pause until the next poll: as long as the refund has been pending, at most 12 hours; null: it is not followed any more. */
export function refundPauseMs(cancelledAt: Date, now: Date): number | null {
  const pendingMs = now.getTime() - cancelledAt.getTime()
  if (pendingMs >= FOLLOWED_FOR_MS) return null
  return Math.min(Math.max(pendingMs, FIRST_REFUND_POLL_MS), LONGEST_PAUSE_MS)
}
