/** The period of the costs, as the address has it. */
export const PERIODS = [4, 12, 52] as const
type Weeks = (typeof PERIODS)[number]

interface CostsSearch {
  /** Weeks until the present one; 4 unless given. */
  weeks?: Exclude<Weeks, 4>
  /** The currency that is shown, if there are several. */
  currency?: string
}

/** The router reads `weeks=12` as a number. What is not known is dropped. */
export function readSearch({ weeks, currency }: Record<string, unknown>): CostsSearch {
  const read: CostsSearch = {}
  if (weeks === 12 || weeks === 52) read.weeks = weeks
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) read.currency = currency
  return read
}

/** Dates in the first and the last week, by the calendar of this browser. */
export function getPeriod(weeks: number, now: Date): { from: string; to: string } {
  const day = (daysAgo: number) => {
    const at = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo))
    return at.toISOString().slice(0, 10)
  }
  return { from: day(7 * (weeks - 1)), to: day(0) }
}
