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
