/** A merchant whose every write bears a key and is repeated until its answer is definite. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fetch } from 'undici'
import type { Sandbox } from '../support/running-system.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer is data of any shape until it has been looked at
  body: any
}

export type Definite = (method: string, path: string, body: unknown) => Promise<Reply>

/** What no failure explains. */
export interface Noted {
  /** Definite answers, good or bad. */
  operations: number
  /** Calls that were cut off or answered 5xx, each of which was sent again unless the carrier itself had said no. */
  failed: string[]
  /** Answers that no failure explains: a 500, or a shape that is not ours. */
  wrong: string[]
}

export function persistentMerchant(sandbox: Sandbox, noted: Noted): Definite {
  return async (method, path, body) => {
    const key = randomUUID()
    for (;;) {
      const reply = await tryOnce(method, path, body, key)
      if (reply !== null) {
        noted.operations += 1
        return reply
      }
      await pause(100)
    }
  }

  /** null: no definite answer; the same call with the same key is safe. */
  async function tryOnce(method: string, path: string, body: unknown, key: string): Promise<Reply | null> {
    try {
      const response = await fetch(new URL(path, sandbox.base_url), {
        method,
        headers: {
          authorization: `Bearer ${sandbox.access_token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      })
      const reply = { status: response.status, body: JSON.parse(await response.text()) }
      if (reply.status === 500) noted.wrong.push(`${method} ${path}: ${JSON.stringify(reply.body)}`)
      if (reply.status >= 500) noted.failed.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      return isDefinite(reply) ? reply : null
    } catch (error) {
      noted.failed.push(`${method} ${path}: ${error}`)
      return null // cut off: the gateway died, or is not back yet
    }
  }
}

function isDefinite({ status, body }: Reply): boolean {
  // A carrier's own no may be another answer later, but it is one.
  if (body.error?.code === 'carrier_error') return true
  return status !== 202 && status < 500 && body.error?.retryable !== true
}
