/** Pure: amounts as the API has them, decimal strings such as "11.40". Integers inside, so nothing is rounded. */

interface Decimal {
  /** The amount times 10 to the power of `digits`. */
  units: bigint
  /** Digits after the point. */
  digits: number
}

/** The sum of the amounts, with as many digits as the longest of them has. Throws a TypeError for what is no decimal. */
export function add(first: string, ...others: string[]): string {
  const decimals = [first, ...others].map(parse)
  const digits = Math.max(...decimals.map((decimal) => decimal.digits))
  return print({ units: decimals.reduce((sum, decimal) => sum + scale(decimal, digits), 0n), digits })
}

export function subtract(amount: string, less: string): string {
  return add(amount, negate(less))
}

export function negate(amount: string): string {
  const { units, digits } = parse(amount)
  return print({ units: -units, digits })
}

/** Negative, 0 or positive, for `sort`. "1.50" and "1.5" are equal. */
export function compare(one: string, other: string): -1 | 0 | 1 {
  const [left, right] = [parse(one), parse(other)]
  const digits = Math.max(left.digits, right.digits)
  const difference = scale(left, digits) - scale(right, digits)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/**
 * For people: "£11.40". The digits are those of the amount, which has the digits of its currency. `locales` as in Intl.
 */
export function format(amount: string, currency: string, locales?: string | string[]): string {
  const { digits } = parse(amount)
  const options = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(locales, options).format(amount as Intl.StringNumericLiteral)
}

/** "11.40" as 1140n, "1140" as 1140n: in the smallest unit of the currency, as other payment APIs have it. */
export const toMinorUnits = (amount: string): bigint => parse(amount).units

function parse(amount: unknown): Decimal {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(String(amount)) ?? []
  if (typeof amount !== 'string' || whole === '') {
    throw new TypeError(
      `The amount is ${JSON.stringify(amount) ?? typeof amount}; pass a decimal string such as "11.40".`,
    )
  }
  return { units: BigInt(`${sign}${whole}${fraction}`), digits: fraction.length }
}

const scale = ({ units, digits }: Decimal, toDigits: number): bigint => units * 10n ** BigInt(toDigits - digits)

function print({ units, digits }: Decimal): string {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0')
  const point = text.length - digits
  return `${units < 0n ? '-' : ''}${text.slice(0, point)}${digits > 0 ? `.${text.slice(point)}` : ''}`
}
