import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { createRateCardSchema } from '../fleet/rate-card.ts'
import { rejectedFields } from '../testing/refusals.ts'
import { createReplaySchema } from '../webhooks/replay.ts'
import { acceptedPart, compileSchema } from './across-fields.ts'
import { createPickupLocationSchema } from './pickup-locations.ts'
import { createOnDemandShipmentSchema, createQuoteSchema, createShipmentSchema } from './shipment-documents.ts'

const anAddress = (changes: object = {}) => ({
  address_line_1: '1 Main Street',
  city: 'London',
  country: 'GB',
  latitude: 51.5,
  longitude: -0.1,
  ...changes,
})
const aParcelDocument = (changes: object = {}) => ({
  title: 'Box',
  weight_kg: 1.5,
  length_cm: 10,
  width_cm: 10,
  height_cm: 5,
  ...changes,
})
const aShipmentDocument = (changes: object = {}) => ({
  merchant_order_ref: 'order-1',
  collection_date: new Date(Date.now() + 86_400_000).toISOString(),
  pickup_address: anAddress(),
  dropoff_address: anAddress(),
  parcels: [aParcelDocument()],
  ...changes,
})

const colour = 'unknown field at every level' // beside which no other check may wait
const readFields = (...[schema, document]: Parameters<typeof rejectedFields>) =>
  rejectedFields(schema, document).map((text) => text.replace(/: .*/, ''))

test.each([createShipmentSchema, createQuoteSchema])(
  'a past date, decimals and unknown fields are named at once',
  (schema) => {
    const parcels = [
      aParcelDocument({ title: '', declared_value: '1.234' }),
      aParcelDocument({ declared_value: 1.234 }),
    ]
    const document = aShipmentDocument({ collection_date: '2020-01-01', parcels, colour })
    expect(readFields(schema, document)).toEqual([
      ...['collection_date', 'colour', 'parcels[0].declared_value', 'parcels[0].title', 'parcels[1].declared_value'],
    ])
  },
)

test('decimals that no currency has are named beside a wrong currency', () => {
  const parcels = [
    aParcelDocument({ declared_value: 1.23456, declared_value_currency: 'ZZZ' }),
    aParcelDocument({ declared_value: 1.2345, declared_value_currency: 'ZZZ' }),
  ]
  expect(readFields(createShipmentSchema, aShipmentDocument({ parcels }))).toEqual([
    ...['parcels[0].declared_value', 'parcels[0].declared_value_currency', 'parcels[1].declared_value_currency'],
  ])
})

test('a missing coordinate is named beside other wrong fields of its address, a wrong one only as wrong', () => {
  const pickup_address = anAddress({ city: '', longitude: null })
  const dropoff_address = anAddress({ latitude: 'north', colour })
  expect(readFields(createShipmentSchema, aShipmentDocument({ pickup_address, dropoff_address }))).toEqual([
    ...['dropoff_address.colour', 'dropoff_address.latitude', 'pickup_address.city', 'pickup_address.longitude'],
  ])
})

test('an on-demand shipment is checked across fields whatever else is wrong', () => {
  const document = aShipmentDocument({
    merchant_order_ref: '',
    collection_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
    dispatch: { max_total_amount: '1.234', max_attempts: 500 },
    metadata: { mode: 'slow', size: 7 },
  })
  expect(readFields(createOnDemandShipmentSchema, document)).toEqual([
    ...['collection_date', 'dispatch.max_attempts', 'dispatch.max_total_amount', 'merchant_order_ref'],
    ...['metadata.mode', 'metadata.size'],
  ])
  const currency = aShipmentDocument({ dispatch: { currency: 'GBP', max_attempts: 500 } })
  expect(readFields(createOnDemandShipmentSchema, currency)).toEqual(['dispatch.currency', 'dispatch.max_attempts'])
})

test('a rate card names wrong amounts beside a wrong currency, and the missing price beside other fields', () => {
  const card = { name: 'City', service_code: 'fleet_now', pickup_country: 'GB' }
  const zones = [
    { country: 'GB', amount: '1.23456' },
    { country: 'ZZ', amount: '1.23459' },
  ]
  expect(readFields(createRateCardSchema, { ...card, currency: 'ZZZ', zones })).toEqual([
    ...['currency', 'zones[0].amount', 'zones[1].amount', 'zones[1].country'],
  ])
  const price = { base_amount: 1.23456 }
  expect(readFields(createRateCardSchema, { ...card, currency: 'XYZ', distance_price: price })).toEqual([
    ...['currency', 'distance_price.base_amount'],
  ])
  expect(readFields(createRateCardSchema, { ...card, name: '', currency: 'GBP' })).toEqual(['distance_price', 'name'])
})

test('opening hours and periods are compared beside other wrong fields', () => {
  const monday = [
    { from: '09:00', to: '12:00' },
    { from: '11:00', to: '10:00', colour },
    { from: '11:00', to: '13:00' },
  ]
  expect(readFields(createPickupLocationSchema, { address: anAddress(), hours: { monday, moonday: [] } })).toEqual([
    ...['hours.monday[1].colour', 'hours.monday[1].to', 'hours.monday[2]', 'hours.moonday'],
  ])
  const period = { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z', colour }
  expect(readFields(createReplaySchema, period)).toEqual(['colour', 'until'])
})

test('what is accepted keeps its places, and is not copied if nothing is wrong', () => {
  const document = { list: [{ a: 1, b: 2 }, { a: 3 }], text: 'x' }
  const issues = [
    { path: ['list', 0, 'a'] },
    { path: ['list', 1] },
    { path: ['text', 'deep'] },
    { code: 'unrecognized_keys', path: [] },
  ]
  expect(acceptedPart(document, issues)).toEqual({ list: [{ a: undefined, b: 2 }, undefined], text: 'x' })
  expect(acceptedPart(document, [{ path: [] }])).toBe(document)
})

/** Valid for some fields and wrong for others. */
const replacements = [
  [
    undefined,
    null,
    true,
    0,
    -1,
    1.005,
    12,
    Number.MAX_VALUE,
    '',
    ' x ',
    'e\u0301',
    '12',
    '1.5',
    'GB',
    'uk',
    'x'.repeat(500),
  ],
  ['+442079460000', 'ada@example.com', '2020-01-01', '2099-02-03', '2099-02-03T04:05:06+01:00', [], [1], {}],
  [{ mode: 'x' }, { reason: 'r' }, { value: '1.5', unit: 'lb' }, { length: 1, width: 2, height: 3, unit: 'in' }],
].flat()

const fullDocument = () =>
  aShipmentDocument({
    merchant_id: 'mer_1',
    pickup_instructions: 'Ring',
    ready_at: null,
    metadata: { a: 'b' },
    tags: ['a'],
    service_options: { signature: 'adult' },
    assignee_id: 'usr_0123456789abcdefghjkmnpqrs',
    hold: { reason: 'Stock' },
    customs: null,
    dropoff_address: anAddress({ name: 'A', phone: '+442079460000', email: 'a@example.com', post_code: 'N1 9GU' }),
    parcels: [aParcelDocument({ declared_value: 1, declared_value_currency: 'GBP' })],
  })

/** The paths of a value's fields and items, its own first. */
const listPaths = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? [[], ...Object.entries(value).flatMap(([name, inner]) => listPaths(inner).map((path) => [name, ...path]))]
    : [[]]

function replaced(value: unknown, [step, ...rest]: readonly string[], replacement: unknown): unknown {
  if (step === undefined) return structuredClone(replacement)
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  return Object.assign(copy, { [step]: replaced((value as Record<string, unknown>)[step], rest, replacement) })
}

test('a compiled schema accepts the same documents as the schema, and refuses the others with the same issues', () => {
  const compiled = compileSchema(createShipmentSchema)
  const original = fullDocument()
  // Fields as text, too, for their order.
  const parse = (schema: typeof createShipmentSchema, document: unknown) => {
    const { data, error } = schema.safeParse(document, { reportInput: true })
    return [data, JSON.stringify(data), error?.issues]
  }
  expect(parse(createShipmentSchema, original)[2]).toBeUndefined()
  const paths = listPaths(original).filter(([name, inner]) => name !== 'pickup_address' || inner === undefined)
  let accepted = 0
  for (const path of [...paths, ['colour'], ['dropoff_address', 'province'], ['parcels', '0', 'weight']]) {
    for (const replacement of replacements) {
      const document = replaced(original, path, replacement)
      const expected = parse(createShipmentSchema, document)
      const found = parse(compiled, document)
      if (!isDeepStrictEqual(found, expected)) expect(found, path.join('.')).toEqual(expected)
      if (expected[2] === undefined) accepted += 1
    }
  }
  expect(accepted).toBeGreaterThan(100)
})
