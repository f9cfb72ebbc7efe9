import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { AppError } from '@waybill/contracts/app-error'

/** Codes of 401 that do not need a token of ours to get. Counters start at 0, so that an alert sees their first increase. */
const GUESSES = ['unauthenticated', 'invalid_token']
/** Buckets of the rate limiter, by their names in the RateLimit headers. */
const BUCKETS = ['default', 'environment', 'address']
/** A 429 without a bucket: too many open streams or files. */
const CONCURRENCY = 'concurrency'

/** Counts answers of status 401 by code, and of status 429 by what was exhausted. */
export function countRefusals(metrics: Metrics, api: 'public' | 'admin'): (error: AppError) => void {
  const refusals = metrics.counter({
    name: 'http_refusals_total',
    help: 'Requests answered with 401, by error code, or with 429, by the exhausted rate limit.',
    labels: ['api', 'status', 'reason'],
  })
  for (const reason of GUESSES) refusals.inc({ api, status: 401, reason }, 0)
  if (api === 'public') for (const reason of BUCKETS) refusals.inc({ api, status: 429, reason }, 0)
  return ({ code, kind: { status }, meta }) => {
    if (status === 401) refusals.inc({ api, status, reason: code })
    if (status === 429) refusals.inc({ api, status, reason: String(meta.policy ?? CONCURRENCY) })
  }
}
