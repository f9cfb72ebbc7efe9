/** Sums of costs, one currency at a time. */
import { type CostRow, money } from '@waybill/sdk'

const AMOUNTS = ['amount', 'tax_amount', 'total_amount', 'charges_amount', 'cancelled_amount'] as const
const COUNTS = [
  'bookings',
  'parcels',
  'delivered',
  'on_time',
  'late',
  'returned',
  'failed',
  'cancelled',
  'refused',
] as const

type Figures = Pick<CostRow, (typeof AMOUNTS)[number] | (typeof COUNTS)[number]>

/** The sum of rows of one currency. */
export function addRows([first, ...others]: readonly [CostRow, ...CostRow[]]): CostRow {
  const sum = { ...first }
  for (const other of others) {
    for (const name of AMOUNTS) sum[name] = money.add(sum[name], other[name])
    for (const name of COUNTS) sum[name] += other[name]
  }
  return sum
}

/** One row for each key, the most expensive first. */
export function sumBy(rows: readonly CostRow[], key: (row: CostRow) => string): CostRow[] {
  const groups = [...Map.groupBy(rows, key).values()] as [CostRow, ...CostRow[]][]
  return groups.map(addRows).sort((one, other) => money.compare(other.total_amount, one.total_amount))
}

/** The currencies of the rows, the one with the most bookings first. */
export const listCurrencies = (rows: readonly CostRow[]): string[] =>
  sumBy(rows, ({ currency }) => currency)
    .sort((one, other) => other.bookings - one.bookings)
    .map(({ currency }) => currency)

/** The share of deliveries by the promised time, from 0 to 1; null without any. */
export const onTimeShare = ({ on_time, late }: Figures): number | null =>
  on_time + late === 0 ? null : on_time / (on_time + late)

/** "91%" of 0.912. */
export const shareText = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(share)

/** The average price of a parcel, with the digits of the amount; null without parcels. Rounded, for people. */
export function averagePerParcel({ total_amount, parcels }: Figures): string | null {
  const digits = total_amount.split('.')[1]?.length ?? 0
  return parcels === 0 ? null : (Number(total_amount) / parcels).toFixed(digits)
}

/** Weeks until the present one. */
export const PERIODS = [4, 12, 52] as const

/** Dates in the first week and in the next one, by the calendar of this browser. */
export function getPeriod(weeks: number, now: Date): { from: string; to: string } {
  const day = (daysAgo: number) => {
    const at = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo))
    return at.toISOString().slice(0, 10)
  }
  // On a Friday, most that is booked is collected on Monday.
  return { from: day(7 * (weeks - 1)), to: day(-7) }
}

const WEEK_MS = 7 * 86_400_000

/** The Mondays of the period. */
export function listWeeks({ from, to }: { from: string; to: string }): string[] {
  const weeks: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += WEEK_MS)
    weeks.push(new Date(at).toISOString().slice(0, 10))
  return weeks
}

/** The total of a carrier in each week. */
interface CarrierWeeks {
  /** Null: all other carriers. */
  carrierCode: string | null
  amounts: string[]
}

/** Carriers with a colour; the others share one. */
const MOST_CARRIERS = 5

/** A series for each of the most expensive carriers, and one for the rest. */
export function listCarrierWeeks(rows: readonly CostRow[], weeks: readonly string[]): CarrierWeeks[] {
  const codes = sumBy(rows, ({ carrier_code }) => carrier_code ?? '').map(({ carrier_code }) => carrier_code)
  const zero = rows[0] ? money.subtract(rows[0].total_amount, rows[0].total_amount) : '0'
  const named = codes.length <= MOST_CARRIERS + 1 ? codes : codes.slice(0, MOST_CARRIERS)
  const series = (carrierCode: string | null, own: readonly CostRow[]): CarrierWeeks => ({
    carrierCode,
    amounts: weeks.map((week) =>
      money.add(zero, ...own.filter((row) => row.week === week).map(({ total_amount }) => total_amount)),
    ),
  })
  const rest = rows.filter(({ carrier_code }) => !named.includes(carrier_code))
  return [
    ...named.map((code) =>
      series(
        code,
        rows.filter(({ carrier_code }) => carrier_code === code),
      ),
    ),
    ...(rest.length > 0 ? [series(null, rest)] : []),
  ]
}
