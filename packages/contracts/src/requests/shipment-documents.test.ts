import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../app-error.ts'
import { publicQuoteSchema } from '../quote.ts'
import { publicShipmentSchema } from '../shipment.ts'
import {
  createSubscriptionSchema,
  publicRotatedSubscriptionSchema,
  publicSubscriptionWithBacklogSchema,
} from '../webhooks/subscription.ts'
import { createPickupLocationSchema, publicPickupLocationSchema } from './pickup-locations.ts'
import {
  bookShipmentSchema,
  createOnDemandShipmentSchema,
  createShipmentSchema,
  quoteSchemaFor,
  updateShipmentSchema,
} from './shipment-documents.ts'
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
const readFields = (error: AppError) => error.details.map(({ field, code }) => `${field}: ${code}`)

test('measures become integers, the country upper case, what is absent null', () => {
  const document = parseDocument(createShipmentSchema, aDocument())
  expect(document.parcels[0]).toMatchObject({ weight_kg: 1500, length_cm: 1000, width_cm: 1025, declared_value: 0 })
  expect(document.pickup_address).toMatchObject({ country: 'GB', company: null, phone: null, latitude: 51.5 })
  expect(document.metadata).toEqual({})
})

test('a date alone is taken, in the past it is not', () => {
  expect(parseDocument(createShipmentSchema, aDocument({ collection_date: tomorrow.slice(0, 10) }))).toBeTruthy()
  const parsed = (collection_date: string) =>
    parseDocument(createShipmentSchema, aDocument({ collection_date })).collection_date
  expect(parsed('2099-11-28')).toEqual({ at: new Date('2099-11-28T00:00:00Z'), date: '2099-11-28', allDay: true })
  const late = { at: new Date('2099-11-29T03:00:00Z'), allDay: false }
  expect(parsed('2099-11-28T22:00:00-05:00')).toEqual({ ...late, date: '2099-11-28' })
  expect(parsed('2099-11-29T03:00:00Z')).toEqual({ ...late, date: null })
  expect(refusal(aDocument({ collection_date: '2020-01-01' })).code).toBe('collection_date_in_past')
  expect(readFields(refusal(aDocument({ collection_date: '2026-13-45' })))).toEqual(['collection_date: invalid_format'])
  expect(readFields(refusal(aDocument({ collection_date: 5 })))).toEqual(['collection_date: invalid_type'])
})

describe('a courier on demand', () => {
  const now = new Date('2026-11-30T12:00:00Z')
  const places = {
    London: { country: 'GB', latitude: 51.5, longitude: -0.1 },
    Kiritimati: { country: 'KI', latitude: 1.87, longitude: -157.43 },
    Honolulu: { country: 'US', latitude: 21.3, longitude: -157.85 },
  }
  const toDocument = (place: keyof typeof places, collection_date: string | undefined) =>
    aDocument({ collection_date, pickup_address: { ...address, ...places[place] } })
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['London', '2026-12-01', '2026-12-01T09:00:00+00:00'],
    ['London', '2027-07-01', '2027-07-01T09:00:00+01:00'],
    ['Kiritimati', '2026-12-02', '2026-12-02T09:00:00+14:00'],
    ['Honolulu', '2026-12-01', '2026-12-01T09:00:00-10:00'],
  ] as const)('of %s does not come on %s without a time', (place, date, example) => {
    const { code, message, details } = refusal(toDocument(place, date), createOnDemandShipmentSchema)
    expect([code, message]).toEqual([
      'validation_error',
      `collection_date must have a time, such as ${example}: without one, a courier on demand can come only today.`,
    ])
    expect(details).toMatchObject([{ field: 'collection_date', code: 'time_required' }])
  })

  test.each([
    ['London', '2026-11-30'],
    ['London', '2026-11-29'],
    ['London', '2026-12-01T00:00:00Z'],
    ['Kiritimati', '2026-12-01'], // It is the next day there.
    ['London', undefined],
  ] as const)('of %s comes on %s', (place, date) => {
    expect(parseDocument(createOnDemandShipmentSchema, toDocument(place, date))).toBeTruthy()
  })

  test.each([
    [{ collection_date: '2026-12-01T09:00:00Z' }, ['collection_date']],
    [{ collection_date: '2026-12-01T10:00:00+01:00', merchant_order_ref: '' }, ['collection_date']],
    [{ ready_at: '2026-12-01T09:00:00Z' }, ['ready_at']],
    [{ collection_date: '2026-12-01T08:59:59Z', ready_at: '2026-12-01T08:59:59Z' }, []],
    [{ collection_date: '2026-11-30' }, []],
  ])('delivers after it has collected: %j', (times, late) => {
    const wrong = { ...aDocument(), collection_date: undefined, parcels: [], ...times }
    const error = refusal({ ...wrong, dispatch: { deliver_by: '2026-12-01T09:00:00Z' } }, createOnDemandShipmentSchema)
    const refused = error.details.filter(({ field }) => field === 'dispatch.deliver_by')
    expect(refused.map(({ code, message }) => [code, message])).toEqual(
      late.map((name) => ['invalid_value', `must be after ${name}`]),
    )
  })

  test('is the only one who needs a time', () => {
    expect(parseDocument(createShipmentSchema, toDocument('London', '2026-12-01'))).toBeTruthy()
  })
})

test('every wrong field is named at once, with its pointer', () => {
  const error = refusal(
    aDocument({ merchant_order_ref: '', parcels: [{ ...parcel, weight_kg: 1001, title: undefined }], extra: 1 }),
  )
  expect(error.code).toBe('validation_error')
  expect(readFields(error).sort()).toEqual([
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
      parcels: [{ ...parcel, wieght_kg: 1 }],
    }),
  )
  const messages = Object.fromEntries(error.details.map(({ field, message }) => [field, message]))
  expect(messages.dropoff_instruction).toContain('Did you mean dropoff_instructions?')
  expect(messages['pickup_address.adress_line_1']).toContain('Did you mean address_line_1?')
  expect(messages['parcels[0].wieght_kg']).toContain('Did you mean weight_kg?')
})

test.each<[Record<string, unknown>, string]>([
  [{ dropoff_address: { ...address, zip: 'E1' } }, 'dropoff_address.zip is not a known field. Did you mean post_code?'],
  [{ return_address: address }, 'return_address is not a known field.'],
  [{ parcels: [] }, 'parcels must have at least one entry.'],
  [{ parcels: [{ ...parcel, weight_kg: Number.POSITIVE_INFINITY }] }, 'parcels[0].weight_kg must be at most 1000.'],
  [{ metadata: { '': 'x' } }, 'metadata must not have an empty key: use 1 to 40 characters.'],
  [{ collection_date: '2027-02-29' }, 'collection_date must be a date that exists, not 2027-02-29.'],
  [
    { collection_date: '2027-02-28T15:00:00' },
    'collection_date must have a time zone, such as 2027-02-28T15:00:00Z or 2027-02-28T15:00:00+01:00.',
  ],
  [
    { collection_date: '2027-02-28T15:00' },
    'collection_date must have a time zone, such as 2027-02-28T15:00:00Z or 2027-02-28T15:00:00+01:00.',
  ],
  [
    { parcels: [{ ...parcel, weight_kg: '1,25' }] },
    'parcels[0].weight_kg must be a number such as 1.25, or the same as text.',
  ],
  [
    { collection_date: '2027-02-28T15:00+01:00' },
    'collection_date must have seconds, such as 2027-02-28T15:00:00+01:00.',
  ],
  [{ collection_date: '9999-12-31T23:59:59-05:00' }, 'collection_date must not be later than the year 9998.'],
  [{ ready_at: '9999-01-01T00:00:00Z' }, 'ready_at must not be later than the year 9998.'],
  [{ collection_date: '2027-02-28T24:00:00Z' }, 'collection_date must have an hour from 00 to 23, not 24.'],
  [{ collection_date: '2027-02-28T09:60:00Z' }, 'collection_date must have a minute from 00 to 59, not 60.'],
  [{ collection_date: '2027-02-28T09:00:60Z' }, 'collection_date must have a second from 00 to 59, not 60.'],
  ...['+25:00', '+0100', '+01'].map((offset): [Record<string, unknown>, string] => [
    { collection_date: `2027-02-28T09:00:00${offset}` },
    `collection_date must have an offset such as +01:00 or -05:30, not ${offset}.`,
  ]),
  [
    { collection_date: '2027-02-28T15:00:00 01:00' },
    'collection_date must have + instead of the space: in a query, send + as %2B.',
  ],
  [
    { pickup_address: { ...address, country: 'uk' } },
    'pickup_address.country must be a two-letter ISO 3166-1 country code such as GB. The United Kingdom is GB.',
  ],
  [
    { pickup_address: { ...address, country: 'DEU' } },
    'pickup_address.country must be a two-letter ISO 3166-1 country code such as GB. DEU is DE.',
  ],
])('%j is refused with a message that says what to send', (changes, message) => {
  expect(refusal(aDocument(changes)).message).toBe(message)
})

test('latitude goes with longitude, both in range, in a country that exists', () => {
  const { longitude: _, ...half } = address
  expect(readFields(refusal(aDocument({ pickup_address: half })))).toEqual(['pickup_address.longitude: required'])
  expect(readFields(refusal(aDocument({ pickup_address: { ...address, latitude: 91 } })))).toEqual([
    'pickup_address.latitude: too_large',
  ])
  expect(readFields(refusal(aDocument({ pickup_address: { ...address, country: 'ZZ' } })))).toEqual([
    'pickup_address.country: invalid_country',
  ])
})

test('numbers that JSON cannot hold, NUL and lone surrogates are refused where they stand', () => {
  expect(
    readFields(refusal(aDocument({ parcels: [{ ...parcel, weight_kg: Number.POSITIVE_INFINITY }] }))),
  ).toHaveLength(1)
  expect(readFields(refusal(aDocument({ merchant_order_ref: 'a\0b' })))).toEqual([
    'merchant_order_ref: invalid_characters',
  ])
  expect(readFields(refusal(aDocument({ metadata: { 'k\ud800': 'v' } })))).toEqual(['metadata: invalid_characters'])
  expect(readFields(refusal([]))).toEqual([': invalid_type'])
})

test('metadata keeps its limits', () => {
  expect(refusal(aDocument({ metadata: { ['k'.repeat(41)]: 'v' } })).code).toBe('metadata_limit_exceeded')
  expect(refusal(aDocument({ metadata: { k: 'v'.repeat(501) } })).code).toBe('metadata_limit_exceeded')
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v']))
  expect(refusal(aDocument({ metadata: many })).code).toBe('metadata_limit_exceeded')
  expect(refusal(aDocument({ metadata: { k: 1 } })).code).toBe('validation_error')
})

test('one to ninety-nine parcels', () => {
  expect(readFields(refusal(aDocument({ parcels: [] })))).toEqual(['parcels: too_few'])
  expect(readFields(refusal(aDocument({ parcels: Array(100).fill(parcel) })))).toEqual(['parcels: too_many'])
})

test('a quote that names its shipment may leave the rest out', () => {
  const named = { shipment_id: 'shp_1' }
  expect(parseDocument(quoteSchemaFor(named), named)).toMatchObject(named)
  const partial = { parcels: [] }
  expect(readFields(refusal(partial, quoteSchemaFor(partial)))).not.toContain('shipment_id: required')
})

test('a quote whose shipment_id is null names no shipment', () => {
  const unnamed = aDocument({ shipment_id: null })
  expect(parseDocument(quoteSchemaFor(unnamed), unnamed)).toMatchObject({ merchant_order_ref: 'order-1' })
})

test('a patch tells apart what is absent and what is null', () => {
  const patch = parseDocument(updateShipmentSchema, {
    dropoff_address: { company: null, city: 'Paris' },
    metadata: { a: null },
  })
  expect(patch.dropoff_address).toEqual({ company: null, city: 'Paris' })
  expect(patch.metadata).toEqual({ a: null })
  expect(readFields(refusal({ return_address: {} }, updateShipmentSchema))).toEqual(['return_address: unknown_field'])
})

test('read-only fields are taken in a patch and in a quote of a shipment, not on create', () => {
  const shown = { status: 'ready', created_at: tomorrow, booking_id: null }
  expect(parseDocument(updateShipmentSchema, { ...shown, merchant_order_ref: 'x' })).toMatchObject(shown)
  const quoted = { ...shown, shipment_id: 'shp_1', parcels: [{ ...parcel, parcel_id: 'pcl_1' }] }
  expect(parseDocument(quoteSchemaFor(quoted), quoted)).toMatchObject(shown)
  expect(readFields(refusal(aDocument({ ...shown, parcels: [{ ...parcel, parcel_id: 'pcl_1' }] }))).sort()).toEqual([
    ...['booking_id', 'created_at', 'parcels[0].parcel_id', 'status'].map((field) => `${field}: read_only`),
  ])
})

test('a create says of every field that only responses have what to do with it', () => {
  const read = [publicShipmentSchema, publicQuoteSchema].flatMap((schema) => Object.keys(schema.shape))
  const settable = [createShipmentSchema, createOnDemandShipmentSchema].flatMap((schema) => Object.keys(schema.shape))
  for (const field of new Set(read.filter((name) => !settable.includes(name)))) {
    expect(refusal(aDocument({ [field]: 'x' })).message).toBe(`${field} is set by Waybill: leave it out.`)
  }
  expect(refusal(aDocument({ dispatch: null })).message).toBe('dispatch is for on-demand shipments only: leave it out.')
  const address = { ...aDocument().pickup_address, location_id: 'loc_1' }
  expect(refusal(aDocument({ pickup_address: address })).message).toBe(
    'pickup_address.location_id is set by Waybill: leave it out.',
  )
  expect(refusal(aDocument({ pickup_location_id: 'pul_1' })).message).toBe(
    'pickup_location_id is not a known field: pickup locations are matched by the address. Send pickup_address.',
  )
  expect(refusal({ quote_option_id: 'qop_1', quote_id: 'qte_1' }, bookShipmentSchema).message).toBe(
    'quote_id is not a known field. Did you mean quote_option_id?',
  )
  const location = Object.keys(publicPickupLocationSchema.shape)
  for (const field of location.filter((name) => !Object.hasOwn(createPickupLocationSchema.shape, name))) {
    expect(refusal({ address: aDocument().pickup_address, [field]: 'x' }, createPickupLocationSchema).message).toBe(
      `${field} is set by Waybill: leave it out.`,
    )
  }
  const subscription = { ...publicSubscriptionWithBacklogSchema.shape, ...publicRotatedSubscriptionSchema.shape }
  const given = { url: 'https://shop.example/hook', events: ['*'] }
  for (const field of Object.keys(subscription).filter(
    (name) => !/^(url|events|ordering|verbose_events|status)$/.test(name),
  )) {
    const { message } = refusal({ ...given, [field]: 'x' }, createSubscriptionSchema)
    expect(message).toBe(`${field} is set by Waybill: leave it out.`)
  }
})
