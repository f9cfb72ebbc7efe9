/** Merchants at work during failures: every call has an idempotency key and is retried until the answer is definite. */
import { aShipmentDocument } from '@waybill/testing/builders'
import type { Sandbox } from '../support/running-system.ts'
import { type Noted, persistentMerchant } from './merchant.ts'

export interface Accepted extends Noted {
  /** Shipment IDs by merchant_order_ref, from the first answer. */
  shipments: Map<string, string>
  /** Booking ids by shipment id. */
  bookings: Map<string, string>
  cancelled: Set<string>
  quotes: Set<string>
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
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
  longestWaitMs: 0,
  failed: [],
  wrong: [],
})

export interface WorkloadOptions {
  sandbox: Sandbox
  workers: number
  seed: number
  until: () => boolean
}

/** Runs `workers` merchants in parallel until `until` returns true, and records what was accepted. */
export async function runWorkload(accepted: Accepted, options: WorkloadOptions): Promise<void> {
  const { sandbox, until } = options

  const definite = persistentMerchant(sandbox, accepted)

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
