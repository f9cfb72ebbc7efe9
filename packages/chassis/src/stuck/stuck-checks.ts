/** Checks for stuck work. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@waybill/contracts/app-error'
import { type StuckKind, stuckKinds } from '@waybill/contracts/stuck-kinds'
import type { Logger } from '../telemetry/log.ts'

/** Things listed per kind. The count covers all of them. */
const LISTED = 100
/** Between the two looks of `listStuck`. */
const SECOND_LOOK_MS = 1_000

interface StuckThing {
  id: string
  /** Null: it belongs to no environment. */
  environmentId: string | null
  /** Since when it is stuck. */
  since: Date
  /** Reason why it waits, without personal data. */
  why: string
}

/** A row of a check's query, oldest first. `total`: number of stuck things, including those beyond the limit. */
export interface StuckRow extends StuckThing {
  total: number
}

export interface StuckQuery {
  /** Age in seconds from which something counts as stuck. */
  afterSeconds: number
  limit: number
}

export interface StuckCheck {
  kind: StuckKind
  find(query: StuckQuery): Promise<StuckRow[]>
}

interface StuckList {
  kind: StuckKind
  count: number
  things: StuckThing[]
  /** Why the check failed; null if it did not. */
  error: string | null
}

/**
 * Findings of each check. A finding is looked for again after a second, and listed only if it is still
 * there, so that work in progress does not count. `afterSeconds` null: the limit of each kind.
 */
export function listStuck(
  checks: readonly StuckCheck[],
  { afterSeconds, log }: { afterSeconds: number | null; log: Logger },
): Promise<StuckList[]> {
  return Promise.all(
    checks.map(async ({ kind, find }): Promise<StuckList> => {
      const query = { afterSeconds: afterSeconds ?? stuckKinds[kind].afterSeconds, limit: LISTED }
      try {
        const first = await find(query)
        if (first.length === 0) return { kind, count: 0, things: [], error: null }
        await delay(SECOND_LOOK_MS)
        const second = await find(query)
        const ids = new Set(first.map(({ id }) => id))
        const still = second.filter(({ id }) => ids.has(id))
        const moved = second.length - still.length
        const things = still.map(({ total: _, ...thing }) => thing)
        return { kind, count: (second[0]?.total ?? 0) - moved, things, error: null }
      } catch (error) {
        log.error({ err: error, kind }, 'stuck.check_failed')
        const reason = error instanceof AppError ? error.code : 'the check failed; see stuck.check_failed in the log'
        return { kind, count: 0, things: [], error: reason }
      }
    }),
  )
}
