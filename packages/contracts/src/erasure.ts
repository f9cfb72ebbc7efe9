/** Pure: erases personal data from shipments and from documents about them. */

import { completeServiceOptions, publicServiceOptions, type ServiceOptions } from './requests/service-options.ts'
import type { Shipment } from './shipment.ts'
import type { ReturnTerms } from './shipments/returns.ts'
import { type Address, locationId, type PublicAddress } from './values/address.ts'
import { type Customs, completeCustoms } from './values/customs/declaration.ts'
import type { ParcelItem } from './values/customs/items.ts'
import { ON_DEMAND_METADATA } from './values/metadata.ts'

/** Replaces a personal text in a required field. */
export const ERASED = '[erased]'

/** Leading characters of a postcode that remain: a region for statistics, never a street. */
const POST_CODE_CHARACTERS = 2

const textErased = (text: string): string => (text === '' ? '' : ERASED)
const orNull = (text: string | null): string | null => text && ERASED
const toPrefix = (postCode: string | null): string | null =>
  postCode === null ? null : postCode.slice(0, POST_CODE_CHARACTERS)

/** Keeps the country and the start of the postcode. */
export const erasedAddress = ({ name, post_code, country }: Address): Address => ({
  name: orNull(name),
  code: null,
  company: null,
  address_line_1: ERASED,
  address_line_2: null,
  town: null,
  city: ERASED,
  province: null,
  post_code: toPrefix(post_code),
  country,
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  latitude: null,
  longitude: null,
  google_place_id: null,
})

const platformMetadata: Record<string, string> = ON_DEMAND_METADATA

/** Keeps only the keys that the platform sets. */
const erasedMetadata = (metadata: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).filter(([key, value]) => platformMetadata[key] === value))

/** The record without personal data: ids, statuses, times, sizes, money and the merchant's reference remain. */
export const erasedShipment = (shipment: Shipment): Shipment => ({
  ...shipment,
  pickupAddress: erasedAddress(shipment.pickupAddress),
  dropoffAddress: erasedAddress(shipment.dropoffAddress),
  pickupInstructions: null,
  dropoffInstructions: null,
  metadata: erasedMetadata(shipment.metadata) as Record<string, string>,
  tags: [],
  hold: shipment.hold && { ...shipment.hold, reason: ERASED },
  parcels: shipment.parcels.map((parcel) => ({
    ...parcel,
    title: textErased(parcel.title),
    contentsDescription: textErased(parcel.contentsDescription),
    ...(parcel.items && { items: parcel.items.map(erasedItem) }),
  })),
  ...(shipment.serviceOptions && { serviceOptions: erasedServiceOptions(shipment.serviceOptions) }),
  ...(shipment.customs && { customs: erasedCustoms(shipment.customs) }),
  ...(shipment.returnTerms && { returnTerms: erasedTerms(shipment.returnTerms) }),
  cancellationReasonNote: null,
  trackingUrl: null,
})

/** Keeps numbers, values and the tariff number. */
const erasedItem = (item: ParcelItem): ParcelItem => ({ ...item, description: textErased(item.description), sku: null })

/** Keeps the terms, without names, texts and tax numbers. */
const erasedCustoms = (customs: Customs): Customs => ({
  ...customs,
  contents_explanation: orNull(customs.contents_explanation),
  certify_signer: orNull(customs.certify_signer),
  tax_ids: customs.tax_ids.map((id) => ({ ...id, number: textErased(id.number) })),
})

/** Keeps the goods and reasons by their codes. */
const erasedTerms = ({ decision, ...terms }: ReturnTerms): ReturnTerms => ({
  ...terms,
  note: null,
  ...(decision && { decision: { ...decision, note: null } }),
})

/** Keeps what was asked for, without its addresses, texts and accounts. */
const erasedServiceOptions = (options: ServiceOptions): ServiceOptions => ({
  ...options,
  label_references: options.label_references.map(textErased),
  return_address: options.return_address && erasedAddress(options.return_address),
  bill_to: options.bill_to && { ...options.bill_to, account: ERASED, post_code: toPrefix(options.bill_to.post_code) },
})

type Fields = Record<string, unknown>
type EraseField = (value: unknown, environmentId: string) => unknown

const gone: EraseField = () => null
const withoutNote = (value: unknown, others: Record<string, EraseField> = {}): unknown =>
  isFields(value) ? mapFields(value, { note: gone, ...others }) : value
const none: EraseField = () => []
const text: EraseField = (value) => (typeof value === 'string' ? textErased(value) : value)
const person: EraseField = (value) =>
  isFields(value)
    ? mapFields(value, { name: text, email: text, telephone: text, telephone_pin: text, telephonePin: text })
    : value

function publicAddressErased(value: unknown, environmentId: string): unknown {
  if (!isFields(value)) return value
  const { name, post_code, country } = value as PublicAddress
  const absent = { code: null, company: null, address_line_2: null, town: null, province: null }
  const unnamed = { first_name: null, last_name: null, phone: null, email: null, google_place_id: null }
  const address: Address = { ...absent, ...unnamed, name, post_code, country } as Address
  const erased = erasedAddress(address)
  return {
    location_id: locationId(environmentId, erased),
    name: erased.name,
    address_line_1: erased.address_line_1,
    city: erased.city,
    country: erased.country,
    post_code: erased.post_code,
    latitude: null,
    longitude: null,
  }
}

const publicServiceOptionsErased: EraseField = (value, environmentId) =>
  isFields(value)
    ? publicServiceOptions(environmentId, erasedServiceOptions(completeServiceOptions(value as ServiceOptions)))
    : value

const publicCustomsErased: EraseField = (value) =>
  isFields(value) ? erasedCustoms(completeCustoms(value as Partial<Customs>)) : value

/** Other lists have this name, too. */
const publicItemsErased: EraseField = (value, environmentId) =>
  Array.isArray(value)
    ? value.map((item) =>
        isFields(item) && 'unit_value' in item ? erasedItem(item as ParcelItem) : erased(item, environmentId),
      )
    : erased(value, environmentId)

/** Fields that may contain personal data, by name at any depth. */
const personalFields: Record<string, EraseField> = {
  pickup_address: publicAddressErased,
  dropoff_address: publicAddressErased,
  pickup_instructions: gone,
  dropoff_instructions: gone,
  service_options: publicServiceOptionsErased,
  customs: publicCustomsErased,
  items: publicItemsErased,
  metadata: (value) => (isFields(value) ? erasedMetadata(value) : value),
  tags: none,
  hold: (value) => (isFields(value) ? mapFields(value, { reason: text }) : value),
  text,
  title: text,
  contents_description: text,
  return_terms: (value) => withoutNote(value, { decision: (decision) => withoutNote(decision) }),
  cancellation_reason_note: gone,
  tracking_url: gone,
  carrier_tracking_url: gone,
  label_url: gone,
  driver: person,
  captured_by: person,
  recipient: gone,
  photos: none,
  signature: gone,
  barcodes: none,
  notes: gone,
  location: gone,
  description: gone,
  messages: (value) => (Array.isArray(value) ? value.map((item) => mapFields(item, { message: text })) : value),
  carrier: (value) => (isFields(value) ? mapFields(value, { message: text }) : value),
  charges: (value) => (Array.isArray(value) ? value.map((item) => mapFields(item, { reason: gone })) : value),
  idempotency_key: gone,
}

/**
 * A response or event without personal data, in the same shape: a shipment, booking, quote, timeline entry or error, or
 * any document that contains them. Idempotent.
 */
export function erasedDocument<T>(document: T, environmentId: string): T {
  return erased(document, environmentId) as T
}

function erased(value: unknown, environmentId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => erased(item, environmentId))
  if (!isFields(value)) return value
  const fields = Object.entries(value).map(([name, field]) => {
    const erase = Object.hasOwn(personalFields, name) ? personalFields[name] : undefined
    return [name, erase ? erase(field, environmentId) : erased(field, environmentId)]
  })
  const result: Fields = Object.fromEntries(fields)
  // It repeats the note, if there was one.
  if (Object.hasOwn(result, 'cancel_reason')) result.cancel_reason = result.cancellation_reason_code ?? null
  return result
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapFields = (fields: Fields, erasures: Record<string, EraseField>): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, erasures[name] ? erasures[name](value, '') : value]),
  )
