import countries from 'i18n-iso-countries'
import { z } from 'zod'
import type { Address__Output as AddressMessage } from '../gen/waybill/common/v1/Address.ts'
import { hashId } from '../ids.ts'
import { type Accepted, acrossFields } from '../requests/across-fields.ts'
import { readOnly } from '../requests/read-only-fields.ts'
import { refuse } from '../requests/validation.ts'
import { type CountryCoordinates, coordinatesProblem } from './coordinates.ts'
import { numeric } from './number.ts'
import { phoneRefusal } from './phones/phone.ts'
import { optionalEmail, optionalText, patchedEmail, patchedText, requiredText, storedPhone } from './text.ts'

const latitude = numeric(z.number().min(-90).max(90))
const longitude = numeric(z.number().min(-180).max(180))

function suggestedCountry(code: string): string {
  if (code === 'UK') return 'such as GB. The United Kingdom is GB'
  const twoLetters = code.length === 3 ? countries.alpha3ToAlpha2(code) : undefined
  return twoLetters === undefined ? 'such as GB' : `such as GB. ${code} is ${twoLetters}`
}

/** A code in either case; upper case in the result. */
export const country = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => code.length === 2 && countries.isValid(code), {
    error: ({ input }) => `must be a two-letter ISO 3166-1 country code ${suggestedCountry(String(input))}`,
    params: { code: 'invalid_country' },
  })
  .meta({ pattern: '^[A-Za-z]{2}$' })

/** Also of an address with other wrong fields, or with one wrong coordinate. */
const withBothCoordinates = <S extends z.ZodType<{ latitude?: number | null | undefined }>>(schema: S): S =>
  acrossFields(schema, (_accepted, context, all: { latitude?: unknown; longitude?: unknown }) => {
    const hasLatitude = (all.latitude ?? null) !== null
    if (hasLatitude === ((all.longitude ?? null) !== null)) return
    const [given, missing] = hasLatitude ? ['latitude', 'longitude'] : ['longitude', 'latitude']
    refuse(context, [missing], 'required', `is required when ${given} is given`)
  })

const addressFields = {
  name: optionalText(200),
  code: optionalText(64),
  company: optionalText(200),
  address_line_1: requiredText(300),
  address_line_2: optionalText(300),
  town: optionalText(100),
  city: requiredText(100),
  province: optionalText(100).describe(
    'Its ISO 3166-2 code, with or without the country, or its name as the country writes it: `BY`, `DE-BY` or `Bayern`. Public holidays of the province and, without coordinates, its time zone are found by it.',
  ),
  post_code: optionalText(32),
  country,
  first_name: optionalText(100),
  last_name: optionalText(100),
  phone: storedPhone,
  email: optionalEmail,
  latitude: latitude.nullish().transform((degrees) => degrees ?? null),
  longitude: longitude.nullish().transform((degrees) => degrees ?? null),
  google_place_id: optionalText(300),
  residential: z.boolean().nullable().optional(),
}

/** Countries and territories with ZIP codes. */
const ZIP_COUNTRIES = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'MH', 'FM', 'PW'])

/** Why the text cannot be a post code of the country, as for a ZIP code whose first zero a spreadsheet has removed; null if it can. */
export function postCodeRefusal(text: string, country: string | null): string | null {
  const [, digits] = /^(\d{3,4})(?:[- ]\d{4})?(?:[.,]0+)?$/.exec(text.normalize('NFKC')) ?? []
  if (digits === undefined || country === null || !ZIP_COUNTRIES.has(country)) return null
  return `must begin with 5 digits in ${country}, such as ${digits.padStart(5, '0')}`
}

type CheckedFields = CountryCoordinates & { phone: string | null; post_code: string | null }

/** Coordinates, post code and phone number must be possible in the country. */
const withPossibleFields = <S extends z.ZodType<CheckedFields>>(schema: S): S =>
  acrossFields(schema, (accepted: Accepted<CheckedFields>, context) => {
    const { phone, post_code: postCode, country: code = null } = accepted
    const refusal = phone ? phoneRefusal(phone, code) : null
    if (refusal !== null) refuse(context, ['phone'], 'invalid_format', refusal)
    const wrongCode = postCode ? postCodeRefusal(postCode, code) : null
    if (wrongCode !== null) refuse(context, ['post_code'], 'invalid_format', wrongCode)
    const problem = coordinatesProblem(accepted)
    if (problem !== null) refuse(context, ['latitude'], 'invalid_value', problem)
  })

/** An address in a request. Parses to an `Address`: every field present, null if it was not sent. */
export const addressSchema = withPossibleFields(withBothCoordinates(z.strictObject(addressFields))).meta({
  id: 'AddressRequest',
})

const patchedFields = {
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
  email: patchedEmail,
  latitude: latitude.nullable().optional(),
  longitude: longitude.nullable().optional(),
  google_place_id: patchedText(300),
  residential: z.boolean().nullable().optional(),
}

/** An address in a request about a stored shipment, as sent at creation or as returned. */
export const sentBackAddressSchema = withBothCoordinates(
  z.strictObject({ ...addressFields, location_id: readOnly.optional() }),
).meta({ id: 'AddressSentBack' })

/** An address in a request that replaces a stored one, as sent at creation or as returned. */
export const replacedAddressSchema = withPossibleFields(
  withBothCoordinates(z.strictObject({ ...addressFields, location_id: readOnly.optional() })),
).meta({ id: 'AddressReplacement' })

/** An address in a PATCH request: absent fields keep their value, null clears an optional field. */
export const addressPatchSchema = withBothCoordinates(
  z.strictObject({ ...patchedFields, location_id: readOnly.optional() }),
).meta({
  id: 'AddressPatch',
  description:
    'Absent fields keep their value. If street, city, post code or country change, coordinates, place id and `residential` are dropped unless new ones are sent.',
})

/** An address as it is stored and sent to carriers, with the field names of requests. */
export type Address = z.output<typeof addressSchema>
export type SentBackAddress = z.output<typeof sentBackAddressSchema>
export type SentAddressPatch = z.output<typeof addressPatchSchema>
export type AddressPatch = Omit<SentAddressPatch, 'location_id'>

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
/** An address without an email, and one that is not known to be a home or a business, has the id of its other fields. */
const namesInId = fieldNames.filter((name) => name !== 'email' && name !== 'residential')

// Addresses are immutable, and creating a shipment needs each id several times.
const locationIds = new WeakMap<Address, { environmentId: string; id: string }>()

/** Equal addresses of an environment (all request fields equal after trimming and NFC) get the same id. */
export function locationId(environmentId: string, address: Address): string {
  const known = locationIds.get(address)
  if (known?.environmentId === environmentId) return known.id
  const values = namesInId.map((name) => String(address[name] ?? ''))
  const kind = typeof address.residential === 'boolean' ? [`residential=${address.residential}`] : []
  const id = hashId('loc', [environmentId, ...values, ...(address.email ? [address.email] : []), ...kind])
  locationIds.set(address, { environmentId, id })
  return id
}

export function publicAddress(environmentId: string, address: Address): PublicAddress {
  const { name, address_line_1, city, country, post_code, latitude, longitude } = address
  const location_id = locationId(environmentId, address)
  return { location_id, name, address_line_1, city, country, post_code, latitude, longitude }
}

/** An address in full, for the merchant who sent it. */
export const fullAddressSchema = z
  .object({
    location_id: z.string(),
    name: z.string().nullable(),
    code: z.string().nullable(),
    company: z.string().nullable(),
    address_line_1: z.string(),
    address_line_2: z.string().nullable(),
    town: z.string().nullable(),
    city: z.string(),
    province: z.string().nullable(),
    post_code: z.string().nullable(),
    country: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    google_place_id: z.string().nullable(),
    residential: z.boolean().nullable(),
  })
  .meta({ id: 'FullAddress' })

export function fullAddress(environmentId: string, address: Address): z.output<typeof fullAddressSchema> {
  const values = Object.fromEntries(fieldNames.map((name) => [name, address[name] ?? null])) as unknown as Address
  return { location_id: locationId(environmentId, address), ...values, residential: address.residential ?? null }
}

/** The gRPC message. An empty string means null. */
export function addressMessage(environmentId: string, address: Address): AddressMessage {
  const { latitude, longitude } = address
  const texts = Object.fromEntries(fieldNames.map((name) => [name, address[name] ?? '']))
  const coordinates = latitude === null || longitude === null ? {} : { latitude, longitude }
  const { latitude: _, longitude: __, residential: ___, ...words } = texts
  const residential = typeof address.residential === 'boolean' ? { residential: address.residential } : {}
  return { ...words, ...coordinates, ...residential, location_id: locationId(environmentId, address) } as AddressMessage
}

export function addressFromMessage(message: AddressMessage | null | undefined): Address {
  if (!message) throw new TypeError('the gRPC message has no address')
  const { latitude, longitude } = message
  const names = fieldNames.filter((name) => name !== 'residential')
  const texts = Object.fromEntries(names.map((name) => [name, message[name] === '' ? null : message[name]]))
  const coordinates = { latitude: latitude ?? null, longitude: longitude ?? null }
  const residential = typeof message.residential === 'boolean' ? { residential: message.residential } : {}
  return { ...texts, ...coordinates, ...residential } as Address
}
