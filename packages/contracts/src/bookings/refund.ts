/** Refund of a cancelled label, with its mapping to the public shape. */
import { z } from 'zod'
import type { QuoteOption } from '../quotes/quote-option.ts'
import { moneyText } from '../values/money.ts'

/** Statuses and their transitions. A carrier may pay after all what it has refused, or has not decided on. */
export const refundTransitions = {
  requested: ['submitted', 'granted', 'rejected', 'expired'],
  submitted: ['granted', 'rejected', 'expired'],
  rejected: ['granted'],
  expired: ['granted', 'rejected'],
  granted: [],
} as const satisfies Record<string, readonly string[]>
export type RefundStatus = keyof typeof refundTransitions

export interface Refund {
  status: RefundStatus
  requestedAt: Date
  /** When it was granted, rejected or given up; null: it is open. */
  settledAt: Date | null
}

const statuses = Object.keys(refundTransitions) as [RefundStatus, ...RefundStatus[]]

export const publicRefundSchema = z
  .object({
    status: z.enum(statuses).describe('`expired`: not decided in 45 days.'),
    amount: z.string(),
    currency: z.string(),
    requested_at: z.string(),
    settled_at: z.string().nullable(),
  })
  .meta({ id: 'Refund' })
type PublicRefund = z.output<typeof publicRefundSchema>

export const publicRefund = ({ status, requestedAt, settledAt }: Refund, option: QuoteOption): PublicRefund => ({
  status,
  amount: moneyText({ ...option, amountMinor: option.amountMinor + option.taxMinor }),
  currency: option.currency,
  requested_at: requestedAt.toISOString(),
  settled_at: settledAt?.toISOString() ?? null,
})
