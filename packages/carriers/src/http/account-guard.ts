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
import { endsHere } from './connection-fault.ts'

const MAX_CONCURRENT = 64
const MAX_WAITING = 256
const FAILURES_IN_A_ROW = 10

type GuardedResult = { kind: 'answered'; status: number } | { kind: 'not_sent' | 'unknown'; code: string }

interface Rejected {
  kind: 'not_sent'
  code: 'circuit_open' | 'too_many_calls'
  message: string
}

/** Runs a call of one carrier account if its circuit is closed and a slot is free. Otherwise nothing is sent. */
export type AccountGuard = <T extends GuardedResult>(
  signal: AbortSignal,
  send: () => Promise<T>,
) => Promise<T | Rejected>

/**
 * Failures that open the circuit. A refusal, a 429 and an answer that cannot be read come from a healthy carrier; an abort by our caller
 * and an address that is not allowed say nothing.
 */
function isCarrierFailing(result: unknown): boolean {
  const { kind, ...rest } = result as GuardedResult
  if (kind === 'answered') return (rest as { status: number }).status >= 500
  return !endsHere((rest as { code: string }).code)
}

function createGuard(): AccountGuard {
  const slots = bulkhead(MAX_CONCURRENT, MAX_WAITING)
  const circuit = circuitBreaker(handleWhenResult(isCarrierFailing), {
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
    halfOpenAfter: new ExponentialBackoff({ initialDelay: 1_000, maxDelay: 30_000 }),
  })
  return async (signal, send) => {
    try {
      return await slots.execute(() => circuit.execute(send, signal), signal)
    } catch (error) {
      if (isBrokenCircuitError(error)) {
        return { kind: 'not_sent', code: 'circuit_open', message: 'The carrier failed too often; calls are paused.' }
      }
      if (error instanceof BulkheadRejectedError || isTaskCancelledError(error)) {
        return { kind: 'not_sent', code: 'too_many_calls', message: 'Too many calls to the carrier are in progress.' }
      }
      throw error
    }
  }
}

/** One guard per carrier account, so that a failing account does not affect others. The least recently used are dropped. */
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
