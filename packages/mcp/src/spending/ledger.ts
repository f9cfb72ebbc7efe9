/**
 * Cost of bookings since the server started, by environment. A booking is reserved before its call; if the outcome is
 * not known, it stays reserved until it is. Calls are synchronous, so bookings at the same time cannot pass the cap together.
 */
import { money } from '@waybill/sdk'
import type { SpendCap } from '../config.ts'

/** A purchase: an option of a quote for a shipment. Its price does not change. */
export interface Purchase {
  environmentId: string
  shipmentId: string
  quoteOptionId: string
  amount: string
  currency: string
}

/**
 * `calling`: the call is running. `unknown`: it may have booked. `spent`: it has booked. `nothing`: it has certainly not, and
 * costs nothing.
 */
type State = 'calling' | Outcome
export type Outcome = 'spent' | 'unknown' | 'nothing'

interface Entry {
  purchase: Purchase
  state: State
  /** From 1. A purchase that bought nothing begins a further attempt when it is reserved again. */
  attempt: number
}

/** `fits`: reserved. `over`: the cap does not allow it; `remaining` is what it allows. */
export type Reservation = { result: 'fits' } | { result: 'over'; remaining: string } | { result: 'other_currency' }

export class Ledger {
  readonly cap: SpendCap
  readonly #environments = new Map<string, Map<string, Entry>>()

  constructor(cap: SpendCap) {
    this.cap = cap
  }

  /** Idempotent: a purchase counts once. */
  reserve(purchase: Purchase): Reservation {
    const allowed = this.check(purchase)
    if (allowed.result !== 'fits') return allowed
    const entries = this.#environments.get(purchase.environmentId) ?? new Map<string, Entry>()
    const entry = entries.get(purchase.quoteOptionId)
    if (!isReserved(entry)) {
      entries.set(purchase.quoteOptionId, { purchase, state: 'calling', attempt: (entry?.attempt ?? 0) + 1 })
    }
    this.#environments.set(purchase.environmentId, entries)
    return allowed
  }

  /** As `reserve`, without reserving. */
  check(purchase: Purchase): Reservation {
    if (purchase.currency !== this.cap.currency) return { result: 'other_currency' }
    if (isReserved(this.#entry(purchase))) return { result: 'fits' }
    const remaining = this.remaining(purchase.environmentId)
    return money.compare(purchase.amount, remaining) > 0 ? { result: 'over', remaining } : { result: 'fits' }
  }

  /** Current state of a purchase. A booking that is made stays made, whatever a later answer says. */
  settle(purchase: Purchase, outcome: Outcome): void {
    const entry = this.#entry(purchase)
    if (entry && isReserved(entry) && entry.state !== 'spent') entry.state = outcome
  }

  /** Whether the purchase has been tried and its outcome is not known. */
  isUnknown(purchase: Purchase): boolean {
    return this.#entry(purchase)?.state === 'unknown'
  }

  /** The number of the latest attempt; 0 if there is none. */
  attempt(purchase: Purchase): number {
    return this.#entry(purchase)?.attempt ?? 0
  }

  /** Purchases whose outcome is not known, oldest first. */
  unknown(environmentId: string): Purchase[] {
    const entries = [...(this.#environments.get(environmentId)?.values() ?? [])]
    return entries.filter(({ state }) => state === 'unknown').map(({ purchase }) => purchase)
  }

  /** Decimal string: the cap less what is spent or reserved. */
  remaining(environmentId: string): string {
    const entries = [...(this.#environments.get(environmentId)?.values() ?? [])].filter((entry) => isReserved(entry))
    return entries.reduce((left, { purchase }) => money.subtract(left, purchase.amount), this.cap.amount)
  }

  #entry({ environmentId, quoteOptionId }: Purchase): Entry | undefined {
    return this.#environments.get(environmentId)?.get(quoteOptionId)
  }
}

const isReserved = (entry: Entry | undefined): boolean => entry !== undefined && entry.state !== 'nothing'
