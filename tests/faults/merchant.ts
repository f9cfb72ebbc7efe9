/** A merchant that sends every write with an idempotency key and retries until the answer is definite. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import type { Sandbox } from '../support/running-system.ts'

/** A new connection for each call: one that is kept may be closed just when a call is sent. */
const dispatcher = new Agent({ pipelining: 0 })

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer has any shape until it is checked
  body: any
}

export type Definite = (method: string, path: string, body: unknown) => Promise<Reply>

/** Answers that no injected failure explains. */
export interface Noted {
  /** Definite answers, good or bad. */
  operations: number
  /** The longest time from the first try of a call to its definite answer. */
  longestWaitMs: number
  /** Calls cut off, answered 5xx, or told to wait for themselves. Each was retried unless the carrier itself refused. */
  failed: string[]
  /** Answers that no injected failure explains: a 500, or an unexpected shape. */
  wrong: string[]
}

/** Retries for ever, or throws when a call has no definite answer after `patienceMs`. */
export function persistentMerchant(
  sandbox: Sandbox,
  noted: Noted,
  { patienceMs = Number.POSITIVE_INFINITY }: { patienceMs?: number } = {},
): Definite {
  return async (method, path, body) => {
    const key = randomUUID()
    const sentAt = performance.now()
    for (;;) {
      const reply = await tryOnce(method, path, body, key)
      if (reply !== null) {
        noted.operations += 1
        noted.longestWaitMs = Math.max(noted.longestWaitMs, performance.now() - sentAt)
        return reply
      }
      if (performance.now() - sentAt > patienceMs) throw new Error(`${method} ${path}: ${noted.failed.at(-1)}`)
      await pause(100)
    }
  }

  /** Null if there is no definite answer. Retry with the same key. */
  async function tryOnce(method: string, path: string, body: unknown, key: string): Promise<Reply | null> {
    try {
      const response = await fetch(new URL(path, sandbox.base_url), {
        method,
        dispatcher,
        headers: {
          authorization: `Bearer ${sandbox.access_token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          'idempotency-key': key,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      const reply = { status: response.status, body: text === '' ? null : JSON.parse(text) }
      if (reply.status === 500) noted.wrong.push(`${method} ${path}: ${JSON.stringify(reply.body)}`)
      // A key is used for one call at a time: if it is in use, then by an earlier try of this call.
      const waitsForItself = reply.body?.error?.code === 'idempotency_in_progress'
      if (reply.status >= 500 || waitsForItself)
        noted.failed.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      return isDefinite(path, reply) ? reply : null
    } catch (error) {
      noted.failed.push(`${method} ${path}: ${error} ${(error as { cause?: { code?: string } }).cause?.code}`)
      return null // the connection broke: the gateway was killed or is restarting
    }
  }
}

/** To these, 202 is the answer: what was asked for follows. To others it says that the outcome is open. */
const ACCEPTED = /\/(redeliver|erasures|bookings\/batch|label-batches|pickups|pickups\/\w+\/cancel|manifests)$/

function isDefinite(path: string, { status, body }: Reply): boolean {
  if (status === 202) return ACCEPTED.test(path)
  return status < 500 && body?.error?.retryable !== true
}
