/** Pure: how an endpoint does, by its latest deliveries. */
import type { Delivery } from '@waybill/sdk'

/** How many deliveries tell the health of an endpoint. */
export const HEALTH_SAMPLE = 20
/** A delivery that waits longer is stuck, although it was not tried yet. */
const STUCK_MS = 5 * 60_000

interface EndpointHealth {
  /** Deliveries that have been tried, and those of them that have arrived. */
  tried: number
  arrived: number
  /** Deliveries that wait for a later attempt, or have waited too long for the first one. */
  stuck: number
  /** The latest ones do not arrive. */
  isFailing: boolean
}

/** The deliveries are the newest ones, newest first. */
export function readHealth(deliveries: readonly Delivery[], nowMs: number): EndpointHealth {
  const tried = deliveries.filter(({ attempt_count }) => attempt_count > 0)
  const arrived = tried.filter(({ status }) => status === 'succeeded').length
  const stuck = deliveries.filter(
    ({ status, attempt_count, createdAt }) =>
      status === 'retrying' ||
      (status === 'pending' && (attempt_count > 0 || nowMs - Date.parse(createdAt) > STUCK_MS)),
  ).length
  const [latest] = deliveries.filter(
    ({ status }) => status === 'succeeded' || status === 'failed' || status === 'retrying',
  )
  const isFailing = stuck > 0 ? latest?.status !== 'succeeded' : latest?.status === 'failed'
  return { tried: tried.length, arrived, stuck, isFailing }
}
