/** Pure: an address as a form has it, where an empty text means that there is none. */
import type { AddressRequest } from '@waybill/sdk'

export interface AddressValues {
  name: string
  company: string
  address_line_1: string
  address_line_2: string
  post_code: string
  city: string
  province: string
  country: string
  phone: string
  email: string
  /** Degrees, such as `51.5308`. */
  latitude: string
  longitude: string
}

export const emptyAddress = (country = ''): AddressValues => ({
  name: '',
  company: '',
  address_line_1: '',
  address_line_2: '',
  post_code: '',
  city: '',
  province: '',
  country,
  phone: '',
  email: '',
  latitude: '',
  longitude: '',
})

export const addressFieldNames = Object.keys(emptyAddress()) as (keyof AddressValues)[]

/** The fields of a form from an address of the API. */
export function addressValues(address: Partial<Record<keyof AddressValues, string | number | null>>): AddressValues {
  const values = emptyAddress()
  for (const name of addressFieldNames) values[name] = String(address[name] ?? '')
  return values
}

/** The address without empty fields, but for those that every address has: the API names them if they are missing. */
export function toAddress(values: AddressValues): AddressRequest {
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '')
  return { address_line_1: '', city: '', country: '', ...Object.fromEntries(filled) }
}

const PLACE: readonly string[] = ['address_line_1', 'city', 'post_code', 'country']

type Given = { [name in keyof AddressValues]?: string | number | null }

/**
 * The fields that differ, where a missing value is an empty one; all if there is no address before. With another street, city,
 * post code or country also equal coordinates: the API drops those that are not sent with it.
 */
export function listChanged(before: Given | undefined, now: Given): (keyof AddressValues)[] {
  const changed = addressFieldNames.filter((name) => before === undefined || (before[name] ?? '') !== (now[name] ?? ''))
  const hasCoordinates = (now.latitude ?? '') !== '' && (now.longitude ?? '') !== ''
  return hasCoordinates && isAnotherPlace(changed)
    ? [...new Set([...changed, 'latitude', 'longitude'] as const)]
    : changed
}

/** Whether the API drops coordinates and `residential` for a change of these fields, unless they are sent with it. */
const isAnotherPlace = (changed: readonly string[]): boolean => changed.some((name) => PLACE.includes(name))

/** `residential` of a change: what the form shows. Nothing if it stays as it was. */
export function residentialChange(
  before: string | undefined,
  now: string,
  changed: readonly string[],
): { residential?: boolean | null } {
  if (before === now && (!now || !isAnotherPlace(changed))) return {}
  return { residential: now ? now === 'true' : null }
}
