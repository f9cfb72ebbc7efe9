/** The period of the costs, as the address has it. */
interface CostsSearch {
  /** Weeks until the present one; 4 unless given. */
  weeks?: 12 | 52
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
