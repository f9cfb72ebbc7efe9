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
    error: 'must be a two-letter ISO 3166-1 country code such as GB',
    params: { code: 'invalid_country' },
  })

const requireBothCoordinates = (
  address: { latitude?: number | null; longitude?: number | null },
  context: Parameters<typeof refuse>[0],
): void => {
  const hasLatitude = typeof address.latitude === 'number'
  if (hasLatitude === (typeof address.longitude === 'number')) return
  const [given, missing] = hasLatitude ? ['latitude', 'longitude'] : ['longitude', 'latitude']
  refuse(context, [missing], 'required', `is required when ${given} is given`)
}

/** An address in a request. Parses to an `Address`: every field present, null if it was not sent. */
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
  .superRefine(requireBothCoordinates)
  .meta({ id: 'AddressRequest' })

/** An address in a PATCH request: absent fields keep their value, null clears an optional field. */
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
  .superRefine(requireBothCoordinates)
  .meta({ id: 'AddressPatch' })

/** An address as it is stored and sent to carriers, with the field names of requests. */
export type Address = z.output<typeof addressSchema>
export type AddressPatch = z.output<typeof addressPatchSchema>

/** An address in a response: exactly these fields. */
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

// Addresses are immutable, and creating a shipment needs each id several times.
const locationIds = new WeakMap<Address, { environmentId: string; id: string }>()

/** Equal addresses of an environment (all request fields equal after trimming and NFC) get the same id. */
export function locationId(environmentId: string, address: Address): string {
  const known = locationIds.get(address)
  if (known?.environmentId === environmentId) return known.id
  const id = hashId('loc', [environmentId, ...fieldNames.map((name) => String(address[name] ?? ''))])
  locationIds.set(address, { environmentId, id })
  return id
}

export function publicAddress(environmentId: string, address: Address): PublicAddress {
  const { name, address_line_1, city, country, post_code, latitude, longitude } = address
  const location_id = locationId(environmentId, address)
  return { location_id, name, address_line_1, city, country, post_code, latitude, longitude }
}

/** The gRPC message. An empty string means null. */
export function addressMessage(environmentId: string, address: Address): AddressMessage {
  const { latitude, longitude } = address
  const texts = Object.fromEntries(fieldNames.map((name) => [name, address[name] ?? '']))
  const coordinates = latitude === null || longitude === null ? {} : { latitude, longitude }
  const { latitude: _, longitude: __, ...words } = texts
  return { ...words, ...coordinates, location_id: locationId(environmentId, address) } as AddressMessage
}

export function addressFromMessage(message: AddressMessage | null | undefined): Address {
  if (!message) throw new TypeError('the gRPC message has no address')
  const { latitude, longitude } = message
  const texts = Object.fromEntries(fieldNames.map((name) => [name, message[name] === '' ? null : message[name]]))
  return { ...texts, latitude: latitude ?? null, longitude: longitude ?? null } as Address
}
