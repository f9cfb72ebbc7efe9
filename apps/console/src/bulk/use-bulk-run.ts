import { useCallback, useEffect, useRef, useState } from 'react'

export interface Outcome {
  state: 'running' | 'done' | 'failed'
  /** Result of the run. */
  text?: string
  error?: unknown
}

/** Does the work of one row. The key is the same when a row is tried again after an error that may have done something. */
type Work = (id: string, idempotencyKey: string) => Promise<string>

const AT_ONCE = 4

/**
 * Does the same to many rows, a few at a time, with an outcome for each. Leaving the page stops before the next row, unless
 * the run `outlives` it.
 */
export function useBulkRun({ outlives = false } = {}) {
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({})
  const [isRunning, setRunning] = useState(false)
  const keys = useRef(new Map<string, string>())
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = !outlives
    }
  }, [outlives])

  /** Resolves to whether every row was tried: false if somebody has stopped it or has left the page. */
  const run = useCallback(async (name: string, ids: readonly string[], work: Work) => {
    stopped.current = false
    setRunning(true)
    const set = (id: string, outcome: Outcome) => setOutcomes((before) => ({ ...before, [id]: outcome }))
    const waiting = [...ids]
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined && !stopped.current; id = waiting.shift()) {
        const keyName = `${name}:${id}`
        const key = keys.current.get(keyName) ?? crypto.randomUUID()
        keys.current.set(keyName, key)
        set(id, { state: 'running' })
        try {
          const text = await work(id, key)
          keys.current.delete(keyName)
          set(id, { state: 'done', text })
        } catch (error) {
          if (!mayHaveHappened(error)) keys.current.delete(keyName)
          set(id, { state: 'failed', error })
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    setRunning(false)
    return !stopped.current
  }, [])

  const stop = useCallback(() => {
    stopped.current = true
  }, [])
  /** Forgets the outcomes of these rows; of all, if none are named. */
  const clear = useCallback((ids?: readonly string[]) => {
    setOutcomes((before) =>
      Object.fromEntries(Object.entries(before).filter(([id]) => ids !== undefined && !ids.includes(id))),
    )
  }, [])
  return { outcomes, isRunning, run, stop, clear }
}

/** Without an answer, or with one that allows another attempt, the same key makes sure that nothing is done twice. */
export function mayHaveHappened(error: unknown): boolean {
  const { status, retryable } = error as { status?: number | null; retryable?: boolean }
  return status === null || retryable === true
}

/** How many rows are in each state. */
export function countOutcomes(outcomes: Record<string, Outcome>) {
  const states = Object.values(outcomes).map(({ state }) => state)
  const count = (state: Outcome['state']) => states.filter((one) => one === state).length
  return { done: count('done'), failed: count('failed') }
}
