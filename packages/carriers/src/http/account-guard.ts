import {
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
  isBrokenCircuitError,
  isTaskCancelledError,
} from 'cockatiel'
import { LRUCache } from 'lru-cache'

const MAX_CONCURRENT = 64
const MAX_WAITING = 256
const FAILURES_IN_A_ROW = 10

type GuardedResult = { kind: 'answered'; status: number } | { kind: 'not_sent' | 'unknown'; code: string }

interface Turned {
  kind: 'not_sent'
  code: 'circuit_open' | 'too_many_calls'
  message: string
}

/** Runs a call of one carrier account if its circuit is closed and a slot is free; else says why nothing was sent. */
export type AccountGuard = <T extends GuardedResult>(signal: AbortSignal, send: () => Promise<T>) => Promise<T | Turned>

/** The carrier itself is ill: a refusal or a 429 is an answer of a healthy one. An abort by our caller says nothing. */
function isCarrierIll(result: unknown): boolean {
  const { kind, ...rest } = result as GuardedResult
  if (kind === 'answered') return (rest as { status: number }).status >= 500
  return (rest as { code: string }).code !== 'aborted'
}

function createGuard(): AccountGuard {
  const slots = bulkhead(MAX_CONCURRENT, MAX_WAITING)
  const circuit = circuitBreaker(handleWhenResult(isCarrierIll), {
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
    halfOpenAfter: new ExponentialBackoff({ initialDelay: 1_000, maxDelay: 30_000 }),
  })
  return async (signal, send) => {
    try {
      return await slots.execute(() => circuit.execute(send, signal), signal)
    } catch (error) {
      if (isBrokenCircuitError(error)) {
        return { kind: 'not_sent', code: 'circuit_open', message: 'the carrier failed too often and is given a pause' }
      }
      if (error instanceof BulkheadRejectedError || isTaskCancelledError(error)) {
        return { kind: 'not_sent', code: 'too_many_calls', message: 'too many calls to the carrier are under way' }
      }
      throw error
    }
  }
}

/** Guards by carrier account, so that one account's trouble is not another's. The longest unused are forgotten. */
export function createAccountGuards(): (carrierAccountId: string) => AccountGuard {
  const guards = new LRUCache<string, AccountGuard>({ max: 10_000 })
  return (carrierAccountId) => {
    const known = guards.get(carrierAccountId)
    if (known) return known
    const guard = createGuard()
    guards.set(carrierAccountId, guard)
    return guard
  }
}
