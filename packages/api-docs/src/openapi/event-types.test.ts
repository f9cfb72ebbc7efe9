import { publicEventTypeSchema } from '@waybill/contracts/events/event-type'
import { eventTypes, publicEventSchema } from '@waybill/contracts/events/public-event'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { eventTypeCatalogue, getObjectSchema } from './event-types.ts'

const catalogue = eventTypeCatalogue(new Date('2026-12-01T00:00:00.000Z'), 'https://api.example.com')
const ajv = () => new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

test('the catalogue contains every type once', () => {
  expect(catalogue.map(({ type }) => type)).toEqual(eventTypes)
  for (const entry of catalogue) publicEventTypeSchema.parse(entry)
})

test.each(catalogue)('the example of $type matches its JSON Schema and our own schemas', (entry) => {
  const validate = ajv().compile(entry.schema)
  expect(validate(entry.example), JSON.stringify(validate.errors)).toBe(true)
  const { data, subject } = publicEventSchema.parse(entry.example)
  expect(subject.type).toBe(entry.subject_type)
  expect(getObjectSchema(entry.type).safeParse(data.object).error).toBeUndefined()
})

test('a schema accepts new fields and truncated objects, and rejects other types', () => {
  const { schema, example } = catalogue[0] ?? {}
  const validate = ajv().compile(schema ?? {})
  const { data } = example as { data: { object: object } }
  expect(validate({ ...example, data: { ...data, object: { ...data.object, colour: 'red' } }, later: 1 })).toBe(true)
  expect(validate({ ...example, data: { ...data, object: { shipment_id: 'shp_1', truncated: true } } })).toBe(true)
  expect(validate({ ...example, type: 'shipment.updated' })).toBe(false)
  expect(validate({ ...example, data: { ...data, object: {} } })).toBe(false)
})
