import { incidentCodes } from '@waybill/contracts/booking'
import { carrierMessageCodes, publicCarrierMessageSchema } from '@waybill/contracts/quotes/carrier-message'
import { createShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { publicShipmentSchema } from '@waybill/contracts/shipment'
import { failureReasons } from '@waybill/contracts/shipments/failure-reason'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { componentName, componentSchemas, schemaOrRef } from './schemas.ts'

test('a named schema becomes a reference, another one stays inline', () => {
  expect(componentName(createShipmentSchema)).toBe('CreateShipment')
  expect(schemaOrRef(createShipmentSchema, 'input')).toEqual({ $ref: '#/components/schemas/CreateShipment' })
  expect(schemaOrRef(z.object({ a: z.string() }), 'output')).toMatchObject({
    type: 'object',
    properties: { a: { type: 'string' } },
  })
})

test('components include everything that a schema refers to', () => {
  const components = componentSchemas([createShipmentSchema], [publicShipmentSchema])
  expect(Object.keys(components)).toEqual(
    expect.arrayContaining(['CreateShipment', 'AddressRequest', 'ParcelRequest', 'Shipment', 'Address', 'Parcel']),
  )
  expect(Object.keys(components)).not.toContain('Booking')
})

test('null is a type, not a variant', () => {
  const { properties } = schemaOrRef(z.object({ note: z.string().nullable() }), 'output')
  expect(properties?.note).toEqual({ type: ['string', 'null'] })
})

test('a nullable enum keeps its variants', () => {
  const { properties } = schemaOrRef(z.object({ choice: z.enum(['a']).nullable() }), 'output')
  expect(properties?.choice?.anyOf).toContainEqual({ type: 'null' })
})

test('a failure reason is any text, and each value known today is explained', () => {
  const { Shipment, FailureReason } = componentSchemas([], [publicShipmentSchema])
  expect(Shipment?.properties?.failure_reason?.anyOf).toEqual([
    { $ref: '#/components/schemas/FailureReason' },
    { type: 'null' },
  ])
  const [known, any] = FailureReason?.anyOf ?? []
  expect(any).toEqual({ type: 'string' })
  expect(known?.enum).toEqual([...Object.keys(failureReasons), ...incidentCodes])
  for (const reason of Object.keys(failureReasons)) expect(FailureReason?.description).toContain(`- \`${reason}\`: `)
})

test('a code of a carrier message is any text, and each code known today is explained', () => {
  const { CarrierMessage, CarrierMessageCode } = componentSchemas([], [publicCarrierMessageSchema])
  expect(CarrierMessage?.properties?.code?.$ref).toBe('#/components/schemas/CarrierMessageCode')
  const [known, any] = CarrierMessageCode?.anyOf ?? []
  expect(any).toEqual({ type: 'string' })
  expect(known?.enum).toEqual(Object.keys(carrierMessageCodes))
  for (const [code, meaning] of Object.entries(carrierMessageCodes)) {
    expect(CarrierMessageCode?.description).toContain(`- \`${code}\`: ${meaning}`)
  }
})

test('a field gets the note of its name, unless its schema has a description', () => {
  const { properties } = schemaOrRef(
    z.object({ currency: z.string(), title: z.string().describe('Its own.'), created_at: z.iso.datetime() }),
    'output',
  )
  expect(properties?.currency?.description).toBe('ISO 4217 code, such as GBP.')
  expect(properties?.title?.description).toBe('Its own.')
  expect(properties?.created_at).toMatchObject({ format: 'date-time', description: 'Time of creation.' })
  expect(properties?.created_at).not.toHaveProperty('pattern')
})

test('the format of a note is not added to a field of another type', () => {
  const { properties } = schemaOrRef(z.object({ updated_at: z.number() }), 'output')
  expect(properties?.updated_at).not.toHaveProperty('format')
})

test('responses allow further fields, requests do not', () => {
  expect(schemaOrRef(z.strictObject({ a: z.string() }), 'output')).not.toHaveProperty('additionalProperties')
  expect(schemaOrRef(z.strictObject({ a: z.string() }), 'input')).toMatchObject({ additionalProperties: false })
})
