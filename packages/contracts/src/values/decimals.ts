/**
 * Decimal text of an integer count of 10^-digits units: `decimalText(1250, 3)` is "1.250". Never exponent form.
 * Throws RangeError when the count is not a safe integer.
 */
export function decimalText(count: number, digits: number): string {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is not a safe integer`)
  const sign = count < 0 ? '-' : ''
  const text = String(Math.abs(count)).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * A JSON number as an integer count of 10^-digits units, rounded half up. Rounds the shortest decimal text, so that
 * 1.005 with 2 digits is 101 although the float is below 1.005. Throws RangeError when the count is not a safe integer.
 */
export function decimalCount(value: number, digits: number): number {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const count = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
  if (!Number.isSafeInteger(count)) throw new RangeError(`${value} is out of range`)
  return count
}

/** Decimal places in the shortest decimal text of a JSON number: 3 of 12.345, 0 of 1200. */
export function decimalPlaces(value: number): number {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const places = (mantissa.split('.')[1] ?? '').length
  return Math.max(0, places - Number(exponent))
}

/**
 * A JSON number as decimal text with `fewestDigits` digits or as many as it has, up to 9: 8.875 with 2 is "8.875". Never
 * exponent form. Throws RangeError from about 9,000,000 on.
 */
export function numberText(value: number, fewestDigits: number): string {
  const digits = Math.min(9, Math.max(fewestDigits, decimalPlaces(value)))
  return decimalText(decimalCount(value, digits), digits)
}

export const weightText = (grams: number): string => decimalText(grams, 3)
/** Kilometres with three decimals. */
export const distanceText = (metres: number): string => decimalText(metres, 3)
/** Centimetres with two decimals, from tenths of a millimetre. */
export const lengthText = (tenthMm: number): string => decimalText(tenthMm, 2)
