/** Pure: the country that has issued a tax number, where the number says it. */
import type { TaxId } from '@waybill/contracts/values/customs/declaration'

/** Member states by their numbers of ISO 3166-1, which follow the IM of IOSS numbers. Source: python-stdnum, stdnum/eu/oss.py. */
const memberStates = [
  ...[
    'AT040',
    'BE056',
    'BG100',
    'CY196',
    'CZ203',
    'DE276',
    'DK208',
    'EE233',
    'ES724',
    'FI246',
    'FR250',
    'GR300',
    'HR191',
  ],
  ...[
    'HU348',
    'IE372',
    'IT380',
    'LT440',
    'LU442',
    'LV428',
    'MT470',
    'NL528',
    'PL616',
    'PT620',
    'RO642',
    'SE752',
    'SI705',
  ],
  'SK703',
].map((text) => ({ code: text.slice(0, 2), number: text.slice(2) }))

const byNumber: ReadonlyMap<string, string> = new Map(memberStates.map(({ code, number }) => [number, code]))

/** Letters before VAT and EORI numbers. Greece has its own; those of Northern Ireland are issued by the United Kingdom. */
const byLetters: ReadonlyMap<string, string> = new Map([
  ...memberStates.map(({ code }): [string, string] => [code, code]),
  ['GB', 'GB'],
  ['EL', 'GR'],
  ['XI', 'GB'],
])

/** Numbers that one country issues. */
const byType: ReadonlyMap<string, string> = new Map([
  ['ein', 'US'],
  ['ssn', 'US'],
  ['voec', 'NO'],
  ['abn', 'AU'],
  ['arn', 'AU'],
  ['ukims', 'GB'],
])

/** The stated country, else the one that is certain by the number; null: neither. */
export function findIssuingCountry({
  type,
  number,
  issuing_country: stated,
}: Pick<TaxId, 'type' | 'number' | 'issuing_country'>): string | null {
  if (stated) return stated
  const plain = number.replace(/[\s.-]/g, '').toUpperCase()
  if (type === 'ioss') return byNumber.get(/^IM(\d{3})/.exec(plain)?.[1] ?? '') ?? null
  if (type === 'eori' || type === 'vat') return byLetters.get(/^([A-Z]{2})[A-Z0-9]*\d/.exec(plain)?.[1] ?? '') ?? null
  return byType.get(type) ?? null
}
