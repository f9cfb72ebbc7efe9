/** Merchants at work while things break: every call bears a key and is repeated until its answer is definite. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { aShipmentDocument } from '@waybill/testing/builders'
import type { Sandbox } from '@waybill/testing/running-system'
import { fetch } from 'undici'

export interface Accepted {
  /** Shipment ids by merchant_order_ref, as first answered. */
  shipments: Map<string, string>
  /** Booking ids by shipment id. */
  bookings: Map<string, string>
  cancelled: Set<string>
  quotes: Set<string>
  /** Definite answers, good or bad. */
  operations: number
  /** Answers that no failure explains: a 500, or a shape that is not ours. */
  wrong: string[]
}

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer is data of any shape until it has been looked at
  body: any
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const nothingAccepted = (): Accepted => ({
  shipments: new Map(),
  bookings: new Map(),
  cancelled: new Set(),
  quotes: new Set(),
  operations: 0,
  wrong: [],
})

/** Runs `workers` merchants side by side until `until` says so, and notes what they are promised. */
export async function runWorkload(
  accepted: Accepted,
  options: { sandbox: Sandbox; workers: number; seed: number; until: () => boolean },
): Promise<void> {
  const { sandbox, until } = options

  async function definite(method: string, path: string, body: unknown): Promise<Reply> {
    const key = randomUUID()
    for (;;) {
      const reply = await tryOnce(method, path, body, key)
      if (reply !== null) {
        accepted.operations += 1
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
      if (reply.status === 500) accepted.wrong.push(`${method} ${path}: ${JSON.stringify(reply.body)}`)
      const isUnknown = reply.status >= 500 || reply.status === 202 || reply.body.error?.retryable === true
      return isUnknown ? null : reply
    } catch {
      return null // cut off: the gateway died, or is not back yet
    }
  }

  async function merchant(worker: number): Promise<void> {
    const random = seeded(options.seed * 1_000 + worker)
    for (let n = 0; !until(); n++) {
      const reference = `FAULT-${options.seed}-${worker}-${n}`
      const document = aShipmentDocument({ merchant_order_ref: reference })
      const onDemand = random() < 0.2
      const path = onDemand ? '/api/v1/shipments/on-demand' : '/api/v1/shipments'
      const created = await definite('POST', path, document)
      if (created.status !== 201) {
        accepted.wrong.push(`${path}: ${JSON.stringify(created.body)}`)
        continue
      }
      const shipmentId: string = created.body.data.shipment_id
      accepted.shipments.set(reference, shipmentId)
      if (!onDemand && random() < 0.8) await quoteAndBook(shipmentId)
      if (random() < 0.3) {
        await definite('PATCH', `/api/v1/shipments/${shipmentId}`, { metadata: { attempt: String(n) } })
      }
      if (random() < 0.3) {
        const cancelled = await definite('POST', `/api/v1/shipments/${shipmentId}/cancel`, {
          reason_code: 'fault_test',
        })
        if (cancelled.status === 200) accepted.cancelled.add(shipmentId)
      }
    }
  }

  async function quoteAndBook(shipmentId: string): Promise<void> {
    const quoted = await definite('POST', '/api/v1/quotes', { shipment_id: shipmentId })
    if (quoted.status !== 201) return
    accepted.quotes.add(quoted.body.data.quote_id)
    const [option] = quoted.body.data.options
    const booked = await definite('POST', `/api/v1/shipments/${shipmentId}/book`, {
      quote_option_id: option.quote_option_id,
    })
    if (booked.status < 300) accepted.bookings.set(shipmentId, booked.body.data.booking_id)
  }

  await Promise.all(Array.from({ length: options.workers }, (_, worker) => merchant(worker)))
}
