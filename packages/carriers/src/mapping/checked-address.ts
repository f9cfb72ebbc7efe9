/** Pure: what a vendor has found at an address, compared with what was asked. */
import type { AddressCheck, CarrierAddress, CheckedField } from '../carrier-adapter.ts'

/** The address as the vendor knows it; null: it does not say. */
type FoundAddress = Record<CheckedField, string | null>

interface Finding {
  /** Null: the vendor cannot tell, as for a country that it does not know. */
  isDeliverable: boolean | null
  /** The address that the vendor found; null: none. */
  found: FoundAddress | null
  residential: boolean | null
  position: AddressCheck['position']
  messages: AddressCheck['messages']
}

/** A deliverable address with messages is doubtful: a flat without its number, say. */
export function judgeAddress(asked: CarrierAddress, finding: Finding): AddressCheck {
  const { isDeliverable, found, residential, position, messages } = finding
  const suggestion = found && isDeliverable !== null ? changedFields(asked, found) : {}
  return { status: judge(isDeliverable, suggestion, messages), suggestion, residential, position, messages }
}

function judge(
  isDeliverable: boolean | null,
  suggestion: AddressCheck['suggestion'],
  messages: AddressCheck['messages'],
): AddressCheck['status'] {
  if (isDeliverable === null) return 'unknown'
  if (!isDeliverable || messages.length > 0) return 'doubtful'
  return Object.keys(suggestion).length > 0 ? 'corrected' : 'verified'
}

const isSame: Record<CheckedField, (asked: string, found: string) => boolean> = {
  addressLine1: (asked, found) => plainStreet(asked) === plainStreet(found),
  addressLine2: (asked, found) => plainStreet(asked) === plainStreet(found),
  city: (asked, found) => plain(asked) === plain(found),
  province: (asked, found) => plain(asked) === plain(found),
  // Vendors add what they know: 94107-1234 for 94107.
  postCode: (asked, found) => plain(found).startsWith(plain(asked)) && plain(asked) !== '',
}

/** The fields that differ by more than their spelling. A field that the vendor does not state stays as it is. */
function changedFields(asked: CarrierAddress, found: FoundAddress): AddressCheck['suggestion'] {
  const isOneLine = wholeStreet(asked) === wholeStreet(found)
  const changed = (Object.keys(isSame) as CheckedField[]).filter((field) => {
    const value = found[field]
    if (isOneLine && (field === 'addressLine1' || field === 'addressLine2')) return false
    return value !== null && !isSame[field](asked[field] ?? '', value)
  })
  return Object.fromEntries(changed.map((field) => [field, found[field]]))
}

/** A flat may stand in the first line or in the second. */
const wholeStreet = ({ addressLine1, addressLine2 }: Pick<FoundAddress, 'addressLine1' | 'addressLine2'>): string =>
  plainStreet(`${addressLine1 ?? ''} ${addressLine2 ?? ''}`)

/** Letters and digits alone, without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const plainStreet = (text: string): string =>
  text
    .toLowerCase()
    .split(/[\s.,#-]+/)
    .map((word) => ABBREVIATIONS.get(word) ?? word)
    .map(plain)
    .join('')

/** Common ones of USPS Publication 28, appendixes B and C: Postal services write them, people spell them out. */
const ABBREVIATIONS = new Map(
  `north n, south s, east e, west w, northeast ne, northwest nw, southeast se, southwest sw, street st, avenue ave, road rd,
  drive dr, boulevard blvd, lane ln, court ct, place pl, square sq, terrace ter, circle cir, highway hwy, parkway pkwy, trail trl,
  way way, plaza plz, center ctr, centre ctr, heights hts, mount mt, saint st, fort ft, apartment apt, suite ste, unit unit,
  floor fl, building bldg, room rm, department dept`
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [string, string]),
)
