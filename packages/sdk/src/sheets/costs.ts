/** Costs as CSV, with the names of the API as headings. */
import type { CostRow } from '../types.ts'
import { writeRows } from './write.ts'

const columns = [
  'week',
  'carrier_code',
  'service_code',
  'currency',
  'amount',
  'tax_amount',
  'total_amount',
  'charges_amount',
  'cancelled_amount',
  'bookings',
  'parcels',
  'delivered',
  'on_time',
  'late',
  'returned',
  'failed',
  'cancelled',
  'refused',
] as const satisfies (keyof CostRow)[]

export const exportCosts = (rows: readonly CostRow[]): string =>
  writeRows([columns, ...rows.map((row) => columns.map((name) => row[name]))])
