/** Pure: what has become of each shipment of a run, which may have several batches. */
import type { Booking, BookingBatchItem } from '@waybill/sdk'
import type { Outcome } from '../../bulk/use-bulk-run.ts'

/** Batches of one run, oldest first, as the URL has them. */
export const readBatchIds = (text: unknown): string[] =>
  typeof text === 'string' ? text.split('.').filter((id) => /^bch_[0-9a-z]{26}$/.test(id)) : []
export const batchIdsText = (ids: readonly string[]): string | undefined => ids.join('.') || undefined

export interface RunRow {
  shipmentId: string
  state: 'waiting' | 'asking' | 'booking' | 'booked' | 'failed'
  booking: Booking | undefined
  /** The failure, as an Error or as the API describes it. */
  error: unknown
}

interface RunFacts {
  /** Shipments of the run that is being prepared in this page. */
  chosen: readonly string[]
  /** The carriers' offers for them. */
  asked: Record<string, Outcome>
  /** Items of every batch, oldest first. */
  items: readonly BookingBatchItem[]
  bookings: readonly Booking[]
}

const ENDS = ['booked', 'failed'] as const

/** A row for each shipment. A later batch replaces what an earlier one says, and a new question what both say. */
export function runRows({ chosen, asked, items, bookings }: RunFacts): RunRow[] {
  const rows = new Map<string, RunRow>()
  for (const shipmentId of chosen)
    rows.set(shipmentId, { shipmentId, state: 'waiting', booking: undefined, error: null })
  for (const { shipment_id: shipmentId, status, booking_id, error } of items) {
    const state = ENDS.find((end) => end === status) ?? 'booking'
    rows.set(shipmentId, { shipmentId, state, booking: bookings.find((one) => one.booking_id === booking_id), error })
  }
  for (const [shipmentId, outcome] of Object.entries(asked)) {
    const row = rows.get(shipmentId)
    if (row === undefined || row.state === 'booked' || row.state === 'booking') continue
    if (outcome.state === 'running') rows.set(shipmentId, { ...row, state: 'asking', error: null })
    if (outcome.state === 'failed') rows.set(shipmentId, { ...row, state: 'failed', error: outcome.error })
    if (outcome.state === 'done' && row.state === 'waiting') rows.set(shipmentId, { ...row, state: 'booking' })
  }
  return [...rows.values()]
}

/** Failed rows first, because somebody has to look at them. The others stay in the order of the scans. */
export const failedFirst = (rows: readonly RunRow[]): RunRow[] => [
  ...rows.filter(({ state }) => state === 'failed'),
  ...rows.filter(({ state }) => state !== 'failed'),
]

/** The total cost of the bookings, by currency. */
export function sumCosts(rows: readonly RunRow[]): { currency: string; amount: string }[] {
  const sums = new Map<string, { minor: bigint; decimals: number }>()
  for (const { booking } of rows) {
    if (booking === undefined) continue
    const { total_amount: amount, currency } = booking.quote_option
    const decimals = amount.split('.')[1]?.length ?? 0
    const minor = BigInt(amount.replace('.', '')) + (sums.get(currency)?.minor ?? 0n)
    sums.set(currency, { minor, decimals })
  }
  return [...sums].map(([currency, { minor, decimals }]) => {
    const digits = String(minor).padStart(decimals + 1, '0')
    const amount = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    return { currency, amount }
  })
}

export const countRows = (rows: readonly RunRow[], state: RunRow['state']): number =>
  rows.filter((row) => row.state === state).length
