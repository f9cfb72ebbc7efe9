/** A merchant that sends every write with an idempotency key and retries until the answer is definite. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fetch } from 'undici'
import type { Sandbox } from '../support/running-system.ts'

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
  /** Calls that were cut off or answered 5xx. Each was retried unless the carrier itself refused. */
  failed: string[]
  /** Answers that no injected failure explains: a 500, or an unexpected shape. */
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

  /** Null if there is no definite answer. Retry with the same key. */
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
      return null // the connection broke: the gateway was killed or is restarting
    }
  }
}

function isDefinite({ status, body }: Reply): boolean {
  // A refusal by the carrier is a definite answer, even if a later call may succeed.
  if (body.error?.code === 'carrier_error') return true
  return status !== 202 && status < 500 && body.error?.retryable !== true
}
