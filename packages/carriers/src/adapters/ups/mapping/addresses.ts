/** Pure: addresses in UPS's terms, and what UPS needs that an address lacks. */
import { parsePhone } from '@waybill/contracts/values/phones/phone'
import { cutText } from '@waybill/contracts/values/text'
import type { CarrierAddress, QuoteRequest } from '../../../carrier-adapter.ts'
import { provinceCode } from '../../../mapping/provinces.ts'
import { isoTerritory, territoryCode } from '../../../mapping/territories.ts'
import { upsTextLimits } from '../descriptor.ts'

/** Characters that UPS takes. Source: Shipping.yaml, ShipTo. */
const MAX_LINE_LENGTH = 35
const MAX_LINES = 3
const MAX_POST_CODE_LENGTH = 9
const MAX_EXTENSION_LENGTH = 4

/** Countries of which UPS needs the state or province, as its code. */
const NEEDS_PROVINCE = new Set(['US', 'CA'])
const NEEDS_POST_CODE = new Set(['US', 'PR', 'CA'])
/** Countries with phone numbers of ten digits, without the country code 1. */
const NORTH_AMERICAN_PHONES = new Set(['US', 'PR', 'CA', 'VI'])

/** A ZIP code of each state of military post. Source: USPS, Publication 65. */
const MILITARY_ZIPS: Record<string, string> = { AA: '34002', AE: '09012', AP: '96278' }

interface Problem {
  code: string
  message: string
  /** JSON pointer to the field of the shipment. */
  pointer: string
}

/** The street in lines that UPS prints, broken between words; more of them, or longer ones, than UPS takes if it does not fit. */
function breakStreet({ addressLine1, addressLine2, town }: CarrierAddress): string[] {
  const lines: string[] = []
  for (const part of [addressLine1, addressLine2, town]) {
    let isNewLine = true
    for (const word of part?.split(/\s+/).filter(Boolean) ?? []) {
      const longer = isNewLine ? word : `${lines.pop()} ${word}`
      if (longer.length <= MAX_LINE_LENGTH) lines.push(longer)
      else lines.push(...(isNewLine ? [longer] : [longer.slice(0, -word.length - 1), word]))
      isNewLine = false
    }
  }
  return lines
}

const fits = (lines: readonly string[]): boolean =>
  lines.length <= MAX_LINES && lines.every((line) => line.length <= MAX_LINE_LENGTH)

/** Says how long the street is, in UPS's measure. */
function describeExcess(lines: readonly string[]): string {
  const longest = Math.max(...lines.map((line) => line.length))
  if (longest > MAX_LINE_LENGTH)
    return `has a word of ${longest} characters, and UPS takes lines of ${MAX_LINE_LENGTH}.`
  return `and what follows it take ${lines.length} lines of ${MAX_LINE_LENGTH} characters, and UPS takes ${MAX_LINES}.`
}

/**
 * The country in UPS's terms, which are the ISO codes of territories: PR for the state PR of the US. Åland, Svalbard and the Isle of
 * Man are parts of their countries there. Source: UPS, Country and Territory Codes.
 */
export function upsCountry(address: CarrierAddress): string {
  const territory = isoTerritory(address)
  return OF_THEIR_COUNTRY.has(territory) ? address.country : territory
}

const OF_THEIR_COUNTRY = new Set(['AX', 'SJ', 'IM'])

/** The state of military post, also by its ZIP code alone: `AE`; null: another address. */
const findMilitaryState = (address: CarrierAddress): string | null =>
  /^US-(A[AEP])$/.exec(territoryCode(address))?.[1] ?? null

const findState = (address: CarrierAddress): string | null => provinceCode(address) ?? findMilitaryState(address)

export const toWireAddress = (address: CarrierAddress) => {
  const country = upsCountry(address)
  const province = findState(address)
  const postCode = address.postCode?.replaceAll(/[^A-Za-z0-9]/g, '')
  const street = breakStreet(address)
  return {
    AddressLine: fits(street) ? street : [],
    City: cutText(address.city, upsTextLimits.city),
    ...(province !== null && NEEDS_PROVINCE.has(country) && { StateProvinceCode: province }),
    ...(postCode && { PostalCode: postCode }),
    CountryCode: country,
  }
}

/** An address that UPS is to check: of the street it takes three lines of any length. */
export const toKeyFormat = (address: CarrierAddress) => {
  const { addressLine1, addressLine2, town, city, postCode } = address
  const province = provinceCode(address)
  const [, low, extended] = /^(\d{5})-?(\d{4})?$/.exec(postCode?.trim() ?? '') ?? []
  return {
    AddressLine: [addressLine1, addressLine2, town].flatMap((line) => (line === null ? [] : [cutText(line, 100)])),
    PoliticalDivision2: cutText(city, upsTextLimits.city),
    ...(province !== null && { PoliticalDivision1: province }),
    ...(low !== undefined && { PostcodePrimaryLow: low }),
    ...(extended !== undefined && { PostcodeExtendedLow: extended }),
    CountryCode: upsCountry(address),
  }
}

/** The place of a delivery. UPS prices it as a business without this indicator, whose value does not count. */
export const toDestination = (address: CarrierAddress) => ({
  ...toWireAddress(address),
  ...(address.residential && { ResidentialAddressIndicator: 'Y' }),
})

const cutName = (text: string | null): string | null => (text === null ? null : cutText(text, upsTextLimits.name))

/** The company, or the person if there is none; null: neither. */
export const readName = ({ company, name }: CarrierAddress): string | null => cutName(company ?? name)

/** A phone as UPS wants it, with ten digits in North America; null: it is no phone number. */
export function toWirePhone(address: CarrierAddress): { Number: string; Extension?: string } | null {
  const found = parsePhone(address.phone, address.country)
  if (found === null) return null
  const { e164, extension } = found
  const isNational = NORTH_AMERICAN_PHONES.has(upsCountry(address)) && e164.startsWith('+1')
  return { Number: e164.slice(isNational ? 2 : 1), ...(extension !== null && { Extension: extension }) }
}

/** One end of a shipment. */
export function toParty(address: CarrierAddress) {
  const phone = toWirePhone(address)
  const attention = cutName(address.name ?? address.company)
  const email = address.email !== null && address.email.length <= upsTextLimits.email ? address.email : null
  return {
    Name: readName(address) ?? '',
    ...(attention && { AttentionName: attention }),
    ...(phone !== null && { Phone: phone }),
    ...(email !== null && { EMailAddress: email }),
    Address: toWireAddress(address),
  }
}

const sides = ['pickup', 'dropoff'] as const

function listProblems(address: CarrierAddress, pointer: string, crossesBorders: boolean): Problem[] {
  const { province, postCode, phone } = address
  const country = upsCountry(address)
  const wirePhone = toWirePhone(address)
  const military = findMilitaryState(address)
  const street = breakStreet(address)
  const extensionLength = wirePhone?.Extension?.length ?? 0
  const problem = (code: string, field: string, message: string): Problem => ({
    code,
    pointer: `${pointer}/${field}`,
    message: `${pointer}/${field} ${message}`,
  })
  return [
    ...(NEEDS_PROVINCE.has(country) && findState(address) === null
      ? [
          province === null
            ? problem('missing_field', 'province', 'is missing: UPS needs the code of the state or province.')
            : problem(
                'invalid_field',
                'province',
                'must be the code or name of the state or province, such as CA, for UPS.',
              ),
        ]
      : []),
    ...(NEEDS_POST_CODE.has(country) && !postCode
      ? [
          problem(
            'missing_field',
            'post_code',
            military === null
              ? 'is missing: UPS needs it in this country.'
              : `is missing: UPS needs the ZIP code of military post in ${military}, such as ${MILITARY_ZIPS[military]}.`,
          ),
        ]
      : []),
    ...((postCode ?? '').replaceAll(/[^A-Za-z0-9]/g, '').length > MAX_POST_CODE_LENGTH
      ? [
          problem(
            'field_too_long',
            'post_code',
            `must have at most ${MAX_POST_CODE_LENGTH} letters and digits for UPS.`,
          ),
        ]
      : []),
    ...(crossesBorders && wirePhone === null
      ? [
          phone === null
            ? problem('missing_field', 'phone', 'is missing: UPS needs it for shipments between countries.')
            : problem('invalid_field', 'phone', 'must be a phone number in international form for UPS.'),
        ]
      : []),
    ...(extensionLength > MAX_EXTENSION_LENGTH
      ? [
          problem(
            'field_too_long',
            'phone',
            `has an extension of ${extensionLength} digits, and UPS takes ${MAX_EXTENSION_LENGTH}.`,
          ),
        ]
      : []),
    ...(fits(street) ? [] : [problem('field_too_long', 'address_line_1', describeExcess(street))]),
  ]
}

/** Errors to correct before UPS is asked, in the order of the fields. */
export const addressProblems = (request: Pick<QuoteRequest, 'pickup' | 'dropoff'>): Problem[] =>
  sides.flatMap((side) =>
    listProblems(request[side], `/${side}_address`, upsCountry(request.pickup) !== upsCountry(request.dropoff)),
  )

/** Names are needed for a label, not for a price. */
export const nameProblems = (request: Pick<QuoteRequest, 'pickup' | 'dropoff'>): Problem[] =>
  sides.flatMap((side) => {
    const pointer = `/${side}_address/name`
    if (readName(request[side]) !== null) return []
    return [
      { code: 'missing_field', pointer, message: `${pointer} is missing: UPS prints a name or company on the label.` },
    ]
  })

const fields: readonly [field: 'phone' | 'province' | 'postCode', words: RegExp, name: string][] = [
  ['phone', /phone/i, 'phone'],
  ['province', /\bstate\b|province/i, 'province'],
  ['postCode', /postal|post ?code|\bzip\b/i, 'post_code'],
]

/** The pointer of a missing field that UPS's message speaks of, as a property; empty: it speaks of none. */
export function pointTo(message: string, request: Pick<QuoteRequest, 'pickup' | 'dropoff'>): { pointer?: string } {
  for (const side of sides) {
    const meant = fields.find(([field, words]) => request[side][field] === null && words.test(message))
    if (meant) return { pointer: `/${side}_address/${meant[2]}` }
  }
  return {}
}
