import countries from 'i18n-iso-countries'
import { z } from 'zod'
import type { Address__Output as AddressMessage } from '../gen/waybill/common/v1/Address.ts'
import { hashId } from '../ids.ts'
import { refuse } from '../validation.ts'
import { optionalText, patchedText, requiredText } from './text.ts'

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

const country = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => code.length === 2 && countries.isValid(code), {
    error: 'must be a two-letter country code of ISO 3166-1, such as GB',
    params: { code: 'invalid_country' },
  })

const together = (
  address: { latitude?: number | null; longitude?: number | null },
  context: Parameters<typeof refuse>[0],
): void => {
  const hasLatitude = typeof address.latitude === 'number'
  if (hasLatitude === (typeof address.longitude === 'number')) return
  refuse(context, [hasLatitude ? 'longitude' : 'latitude'], 'required', 'latitude and longitude go together')
}

/** Request form of an address; read as an `Address`, every field there, null where not given. */
export const addressSchema = z
  .strictObject({
    name: optionalText(200),
    code: optionalText(64),
    company: optionalText(200),
    address_line_1: requiredText(300),
    address_line_2: optionalText(300),
    town: optionalText(100),
    city: requiredText(100),
    province: optionalText(100),
    post_code: optionalText(32),
    country,
    first_name: optionalText(100),
    last_name: optionalText(100),
    phone: optionalText(40),
    latitude: latitude.nullish().transform((degrees) => degrees ?? null),
    longitude: longitude.nullish().transform((degrees) => degrees ?? null),
    google_place_id: optionalText(300),
  })
  .superRefine(together)
  .meta({ id: 'AddressRequest' })

/** Part of an address in PATCH: what is absent stays, null clears what may be absent. */
export const addressPatchSchema = z
  .strictObject({
    name: patchedText(200),
    code: patchedText(64),
    company: patchedText(200),
    address_line_1: requiredText(300).optional(),
    address_line_2: patchedText(300),
    town: patchedText(100),
    city: requiredText(100).optional(),
    province: patchedText(100),
    post_code: patchedText(32),
    country: country.optional(),
    first_name: patchedText(100),
    last_name: patchedText(100),
    phone: patchedText(40),
    latitude: latitude.nullable().optional(),
    longitude: longitude.nullable().optional(),
    google_place_id: patchedText(300),
  })
  .superRefine(together)
  .meta({ id: 'AddressPatch' })

/** An address as it is stored and sent to carriers, in the words of the request form. */
export type Address = z.output<typeof addressSchema>
export type AddressPatch = z.output<typeof addressPatchSchema>

/** Response form: these fields and no others. */
export const publicAddressSchema = z
  .object({
    location_id: z.string(),
    name: z.string().nullable(),
    address_line_1: z.string(),
    city: z.string(),
    country: z.string(),
    post_code: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  })
  .meta({ id: 'Address' })
export type PublicAddress = z.output<typeof publicAddressSchema>

const fieldNames = Object.keys(addressSchema.shape) as (keyof Address)[]

// Addresses are values, which nobody changes; a new shipment asks four times.
const located = new WeakMap<Address, { environmentId: string; id: string }>()

/** The same address within an environment has the same id: all request fields equal after trimming and NFC. */
export function locationId(environmentId: string, address: Address): string {
  const known = located.get(address)
  if (known?.environmentId === environmentId) return known.id
  const id = hashId('loc', [environmentId, ...fieldNames.map((name) => String(address[name] ?? ''))])
  located.set(address, { environmentId, id })
  return id
}

export function publicAddress(environmentId: string, address: Address): PublicAddress {
  const { name, address_line_1, city, country, post_code, latitude, longitude } = address
  const location_id = locationId(environmentId, address)
  return { location_id, name, address_line_1, city, country, post_code, latitude, longitude }
}

/** To the gRPC message: an empty string stands for null. */
export function addressMessage(environmentId: string, address: Address): AddressMessage {
  const { latitude, longitude } = address
  const texts = Object.fromEntries(fieldNames.map((name) => [name, address[name] ?? '']))
  const coordinates = latitude === null || longitude === null ? {} : { latitude, longitude }
  const { latitude: _, longitude: __, ...words } = texts
  return { ...words, ...coordinates, location_id: locationId(environmentId, address) } as AddressMessage
}

export function addressFromMessage(message: AddressMessage | null | undefined): Address {
  if (!message) throw new TypeError('an address is missing from the message')
  const { latitude, longitude } = message
  const texts = Object.fromEntries(fieldNames.map((name) => [name, message[name] === '' ? null : message[name]]))
  return { ...texts, latitude: latitude ?? null, longitude: longitude ?? null } as Address
}
