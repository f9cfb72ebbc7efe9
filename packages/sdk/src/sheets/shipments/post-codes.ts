/** Pure: post codes that a spreadsheet has changed. */
import { makeProblem, type SheetProblem } from '../problems.ts'

/** Countries and territories with ZIP codes. */
const ZIP_COUNTRIES = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'MH', 'FM', 'PW'])

/** Countries whose post codes are numbers of one length and can begin with a zero, by this length. */
const COUNTRIES: Record<number, string> = {
  3: 'GN',
  4: 'AM AU AZ DK GE NO NZ PA PH ZA',
  5: 'DE DZ ES FI FR GT IT KE KR LA LK LT MM MV MX MY PE PL SK TR UA VA',
  6: 'CN CO EC KZ RO SG',
  7: 'JP',
  8: 'BR',
}
const DIGITS = new Map(
  Object.entries(COUNTRIES).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)])),
)
const ZIP_DIGITS = 5

interface Place {
  post_code?: string | undefined
  country?: string | undefined
}

/** The code of a place that has lost a zero, or is in a form that is not of its country; empty: none. */
export function findOddPostCode(field: string, { post_code: code = '', country = '' }: Place): SheetProblem[] {
  const own = country.toUpperCase()
  if (code === '') return []
  const odd = ZIP_COUNTRIES.has(own) ? findOddZipCode(field, code, own) : findShortCode(field, code, own)
  return odd === null ? [] : [odd]
}

/** Digits of other scripts as ASCII, and without the decimals of a number. */
const plainDigits = (code: string): string => code.normalize('NFKC').replace(/^([\d\s-]+)[.,]0+$/, '$1')

function findOddZipCode(field: string, code: string, country: string): SheetProblem | null {
  if (/^\d{5}(?:[- ]?\d{4})?$/.test(code)) return null
  const plain = plainDigits(code)
  const [, short, more] = /^(\d{3,4})(?:[- ]?(\d{4}))?$/.exec(plain) ?? []
  if (short === undefined)
    return makeProblem(field, 'post_code_form', { postCode: code, country, example: '12345 / 12345-6789' })
  const complete = [short.padStart(ZIP_DIGITS, '0'), more].filter(Boolean).join('-')
  return makeProblem(field, 'post_code_short', { postCode: code, country, digits: ZIP_DIGITS, complete })
}

function findShortCode(field: string, code: string, country: string): SheetProblem | null {
  const expected = DIGITS.get(country)
  const digits = plainDigits(code).replaceAll(/[\s-]/g, '')
  if (expected === undefined || !/^\d+$/.test(digits) || digits.length >= expected) return null
  return makeProblem(field, 'post_code_short', {
    postCode: code,
    country,
    digits: expected,
    complete: digits.padStart(expected, '0'),
  })
}
