/** Pure: the columns of an address as the address that the API takes. */
import { toCountryCode } from '../countries/names.ts'

export type AddressValues = Partial<Record<string, unknown>>

export function toAddress(fields: unknown): AddressValues {
  if (typeof fields !== 'object' || fields === null) return {}
  const {
    address_line_1: first,
    address_line_2: second,
    address_line_3: third,
    house_number: number,
    country: named,
    ...address
  } = fields as Record<string, string>
  const line2 = [second, third].filter(Boolean).join(', ')
  const country = named === undefined ? undefined : toCountryCode(named)
  const line1 = number === undefined ? first : addHouseNumber(first, number, country)
  return {
    ...address,
    ...(line1 !== undefined && { address_line_1: line1 }),
    ...(line2 !== '' && { address_line_2: line2 }),
    ...(country !== undefined && { country }),
    ...(address.residential !== undefined && { residential: toTruth(address.residential) }),
  }
}

/** Countries where the number is before the street. */
const NUMBER_FIRST = new Set(['US', 'CA', 'GB', 'IE', 'FR', 'LU', 'AU', 'NZ', 'IN', 'SG', 'MY', 'ZA', 'IL'])

/** The number of the house from a separate column, unless the street has it already. */
function addHouseNumber(street: string | undefined, number: string, country: string | undefined): string {
  if (street === undefined || street.split(/[\s,]+/).includes(number)) return street ?? number
  if (country !== undefined && NUMBER_FIRST.has(country)) return `${number} ${street}`
  return country === 'BR' || country === 'PT' ? `${street}, ${number}` : `${street} ${number}`
}

const TRUTHS: Record<string, boolean> = {
  true: true,
  yes: true,
  residential: true,
  home: true,
  false: false,
  no: false,
  commercial: false,
  business: false,
}

export const toTruth = (text: string): boolean | string => TRUTHS[text.toLowerCase()] ?? text
