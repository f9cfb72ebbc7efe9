/**
 * Pure: how many deliveries of an endpoint may be claimed at the same time, as this process knows the endpoint. One that
 * answers quickly gets more with each answer, up to the setting, so that it has as many as it keeps up with. One that answers
 * slowly has half, and one that fails begins again; its pace (`endpoint-pace.ts`) holds for all processes.
 */
import type { AttemptResult } from '../deliveries/delivery.ts'
import { type EndpointKey, endpointKeyText } from '../endpoints/endpoint-key.ts'
import { conditionAfter } from '../fairness/endpoint-pace.ts'

/** Where every endpoint begins, unless the setting is lower. */
const START = 10
/** A success that takes no longer adds one. */
const QUICK_MS = 250
/** One that takes longer than this halves. */
const SLOW_MS = 1_000
/** Endpoints above the start that are remembered. */
const REMEMBERED = 10_000

export interface EndpointGrowth {
  /** Where every endpoint begins. */
  readonly start: number
  /** Most deliveries of the endpoint in flight, over all processes. */
  limit(endpoint: EndpointKey): number
  note(endpoint: EndpointKey, result: AttemptResult): void
}

/** `most`: the setting. */
export function createEndpointGrowth(most: number): EndpointGrowth {
  const start = Math.min(START, most)
  const grown = new Map<string, number>()
  const limit = (endpoint: EndpointKey) => grown.get(endpointKeyText(endpoint)) ?? start
  return {
    start,
    limit,
    note(endpoint, result) {
      const before = limit(endpoint)
      const after = next(before, result, { start, most })
      if (after === before) return
      const key = endpointKeyText(endpoint)
      grown.delete(key)
      if (after === start) return
      grown.set(key, after) // the latest at the end
      const [oldest] = grown.keys()
      if (grown.size > REMEMBERED && oldest !== undefined) grown.delete(oldest)
    },
  }
}

function next(before: number, result: AttemptResult, { start, most }: { start: number; most: number }): number {
  const condition = conditionAfter(result)
  if (condition === 'overloaded' || condition === 'unavailable') return start
  if (result.durationMs > SLOW_MS) return Math.max(start, Math.floor(before / 2))
  return result.durationMs <= QUICK_MS ? Math.min(most, before + 1) : before
}
