/** Which log lines of 4xx answers are written, so that one bad client cannot fill the log. */
import { callerAddress } from '../limits/caller-address.ts'

const WINDOW_MS = 60_000
/** Per caller and status in a window. */
const MAX_LINES = 20
/** Pairs of caller and status that are counted separately. All further callers share the lines of one. */
const MAX_CALLERS = 1_000

export interface ErrorAnswer {
  status: number
  /** Undefined: a caller without a valid token, known by its address only. */
  keyId: string | undefined
  environmentId: string | undefined
  address: string
}

/** Lines that were not written. Without the caller's address, which is personal data. */
export type Suppressed = Omit<ErrorAnswer, 'address'> & { suppressed: number }

export interface RepeatedErrors {
  /** Counts an answer. False: its line is left out. */
  isWritten(answer: ErrorAnswer, nowMs: number): boolean
  /** Reports the lines that were left out since the last report. */
  report(): void
}

/** `onSuppressed` is called once per window for each caller and status with lines left out. */
export function limitRepeatedErrors(onSuppressed: (suppressed: Suppressed) => void): RepeatedErrors {
  const counts = new Map<string, Omit<ErrorAnswer, 'address'> & { answers: number }>()
  let windowEndsAtMs = Number.NEGATIVE_INFINITY

  function report(): void {
    for (const { answers, ...caller } of counts.values()) {
      if (answers > MAX_LINES) onSuppressed({ ...caller, suppressed: answers - MAX_LINES })
    }
    counts.clear()
  }

  return {
    isWritten({ address, ...caller }, nowMs) {
      if (nowMs >= windowEndsAtMs) {
        report()
        windowEndsAtMs = nowMs + WINDOW_MS
      }
      const ownName = `${caller.keyId ?? callerAddress(address)} ${caller.status}`
      const isShared = !counts.has(ownName) && counts.size >= MAX_CALLERS
      const name = isShared ? `others ${caller.status}` : ownName
      const others = { status: caller.status, keyId: undefined, environmentId: undefined }
      const count = counts.get(name) ?? { ...(isShared ? others : caller), answers: 0 }
      count.answers++
      counts.set(name, count)
      return count.answers <= MAX_LINES
    },
    report,
  }
}
