import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { createShipmentSchema, quoteSchemaFor, updateShipmentSchema } from './shipment-documents.ts'
import { parseDocument } from './validation.ts'

const address = { address_line_1: '1 Main Street', city: 'London', country: 'gb', latitude: 51.5, longitude: -0.1 }
const parcel = { title: 'Box', weight_kg: 1.5, length_cm: 10, width_cm: 10.25, height_cm: 5 }
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

const aDocument = (changes: Record<string, unknown> = {}) => ({
  merchant_order_ref: 'order-1',
  collection_date: tomorrow,
  pickup_address: address,
  dropoff_address: address,
  parcels: [parcel],
  ...changes,
})

function refusal(value: unknown, schema: Parameters<typeof parseDocument>[0] = createShipmentSchema): AppError {
  try {
    parseDocument(schema, value)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the document was accepted')
}
const fieldsOf = (error: AppError) => error.details.map(({ field, code }) => `${field}: ${code}`)

test('measures become integers, the country upper case, what is absent null', () => {
  const document = parseDocument(createShipmentSchema, aDocument())
  expect(document.parcels[0]).toMatchObject({ weight_kg: 1500, length_cm: 1000, width_cm: 1025, declared_value: 0 })
  expect(document.pickup_address).toMatchObject({ country: 'GB', company: null, phone: null, latitude: 51.5 })
  expect(document.metadata).toEqual({})
})

test('a date alone is taken, in the past it is not', () => {
  expect(parseDocument(createShipmentSchema, aDocument({ collection_date: tomorrow.slice(0, 10) }))).toBeTruthy()
  expect(refusal(aDocument({ collection_date: '2020-01-01' })).code).toBe('collection_date_in_past')
  expect(fieldsOf(refusal(aDocument({ collection_date: '2026-13-45' })))).toEqual(['collection_date: invalid_format'])
  expect(fieldsOf(refusal(aDocument({ collection_date: 5 })))).toEqual(['collection_date: invalid_type'])
})

test('every wrong field is named at once, with its pointer', () => {
  const error = refusal(
    aDocument({ merchant_order_ref: '', parcels: [{ ...parcel, weight_kg: 1001, title: undefined }], extra: 1 }),
  )
  expect(error.code).toBe('validation_error')
  expect(fieldsOf(error).sort()).toEqual([
    'extra: unknown_field',
    'merchant_order_ref: too_short',
    'parcels[0].title: required',
    'parcels[0].weight_kg: too_large',
  ])
  expect(error.details.find(({ field }) => field === 'parcels[0].weight_kg')).toMatchObject({
    pointer: '/parcels/0/weight_kg',
    message: 'must be at most 1000',
    location: 'body',
  })
})

test('the error for an unknown field suggests the nearest name, at every depth', () => {
  const error = refusal(
    aDocument({
      dropoff_instruction: 'x',
      pickup_address: { ...address, adress_line_1: 'x' },
      parcels: [{ ...parcel, weight: 1 }],
    }),
  )
  const messages = Object.fromEntries(error.details.map(({ field, message }) => [field, message]))
  expect(messages.dropoff_instruction).toContain('Did you mean dropoff_instructions?')
  expect(messages['pickup_address.adress_line_1']).toContain('Did you mean address_line_1?')
  expect(messages['parcels[0].weight']).toContain('Did you mean weight_kg?')
})

test('latitude goes with longitude, both in range, in a country that exists', () => {
  const { longitude: _, ...half } = address
  expect(fieldsOf(refusal(aDocument({ pickup_address: half })))).toEqual(['pickup_address.longitude: required'])
  expect(fieldsOf(refusal(aDocument({ pickup_address: { ...address, latitude: 91 } })))).toEqual([
    'pickup_address.latitude: too_large',
  ])
  expect(fieldsOf(refusal(aDocument({ pickup_address: { ...address, country: 'ZZ' } })))).toEqual([
    'pickup_address.country: invalid_country',
  ])
})

test('numbers that JSON cannot hold, NUL and lone surrogates are refused where they stand', () => {
  expect(fieldsOf(refusal(aDocument({ parcels: [{ ...parcel, weight_kg: Number.POSITIVE_INFINITY }] })))).toHaveLength(
    1,
  )
  expect(fieldsOf(refusal(aDocument({ merchant_order_ref: 'a\0b' })))).toEqual([
    'merchant_order_ref: invalid_characters',
  ])
  expect(fieldsOf(refusal(aDocument({ metadata: { 'k\ud800': 'v' } })))).toEqual(['metadata: invalid_characters'])
  expect(fieldsOf(refusal([]))).toEqual([': invalid_type'])
})

test('metadata keeps its limits', () => {
  expect(refusal(aDocument({ metadata: { ['k'.repeat(41)]: 'v' } })).code).toBe('metadata_limit_exceeded')
  expect(refusal(aDocument({ metadata: { k: 'v'.repeat(501) } })).code).toBe('metadata_limit_exceeded')
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v']))
  expect(refusal(aDocument({ metadata: many })).code).toBe('metadata_limit_exceeded')
  expect(refusal(aDocument({ metadata: { k: 1 } })).code).toBe('validation_error')
})

test('one to ninety-nine parcels', () => {
  expect(fieldsOf(refusal(aDocument({ parcels: [] })))).toEqual(['parcels: too_few'])
  expect(fieldsOf(refusal(aDocument({ parcels: Array(100).fill(parcel) })))).toEqual(['parcels: too_many'])
})

test('a quote that names its shipment may leave the rest out', () => {
  const named = { shipment_id: 'shp_1' }
  expect(parseDocument(quoteSchemaFor(named), named)).toMatchObject(named)
  expect(fieldsOf(refusal({}, quoteSchemaFor({})))).toContain('parcels: required')
})

test('a quote whose shipment_id is null names no shipment', () => {
  const unnamed = aDocument({ shipment_id: null })
  expect(parseDocument(quoteSchemaFor(unnamed), unnamed)).toMatchObject({ merchant_order_ref: 'order-1' })
  expect(fieldsOf(refusal({ shipment_id: null }, quoteSchemaFor({ shipment_id: null })))).toContain('parcels: required')
})

test('a patch tells apart what is absent and what is null', () => {
  const patch = parseDocument(updateShipmentSchema, {
    dropoff_address: { company: null, city: 'Paris' },
    metadata: { a: null },
  })
  expect(patch.dropoff_address).toEqual({ company: null, city: 'Paris' })
  expect(patch.metadata).toEqual({ a: null })
  expect(fieldsOf(refusal({ merchant_order_ref: 'x' }, updateShipmentSchema))).toEqual([
    'merchant_order_ref: unknown_field',
  ])
})
