/** Answers to common wrong bodies. */
import { expect, test } from 'vitest'
import { planFaultSchema } from '../simulator.ts'
import { refusal } from '../testing/refusals.ts'
import { createSubscriptionSchema } from '../webhooks/subscription.ts'
import { createPickupLocationSchema } from './pickup-locations.ts'
import {
  bookShipmentSchema,
  cancelShipmentSchema,
  createOnDemandShipmentSchema,
  createShipmentSchema,
  quoteSchemaFor,
} from './shipment-documents.ts'

test.each([{}, { shipment_id: null }, { merchant_order_ref: 'order-1' }])(
  'a quote of neither a stored nor a new shipment says what to send: %j',
  (body) => {
    expect(refusal(quoteSchemaFor(body), body).message).toBe(
      'shipment_id is required for a stored shipment. For a new one, send merchant_order_ref, collection_date, pickup_address, dropoff_address and parcels.',
    )
  },
)

test.each([
  [{ quote_id: 'qte_1' }, 'quote_id is set by Waybill: leave it out'],
  [{ shipmentId: 'shp_1' }, 'shipmentId is not a known field. Did you mean shipment_id?'],
])('a quote without a shipment and with a wrong field names both: %j', (body, message) => {
  const { details } = refusal(quoteSchemaFor(body), body)
  expect(details.map((detail) => `${detail.field} ${detail.message}`)).toEqual([
    expect.stringMatching(/^shipment_id is required for a stored shipment/),
    message,
  ])
})

test.each([[], 'text', null, 5])('a body that is no object is said to be none: %j', (body) => {
  expect(refusal(quoteSchemaFor(body), body).message).toMatch(/^The body must be an object, not /)
})

test.each([
  ['weight_lb', 'is not a known field. Send weight, with its unit'],
  ['height_in', 'is not a known field. Send dimensions, with its unit'],
])('the measure %s is not taken for one in another unit', (field, message) => {
  const { details } = refusal(createShipmentSchema, { parcels: [{ [field]: 2 }] })
  expect(details.find((detail) => detail.field === `parcels[0].${field}`)?.message).toBe(message)
})

test.each([
  ['from', createShipmentSchema, 'Did you mean pickup_address?'],
  ['items', createShipmentSchema, 'Did you mean parcels?'],
  ['shipment', createShipmentSchema, 'send its fields in the body itself'],
  ['reason', cancelShipmentSchema, 'Did you mean reason_code?'],
  ['option', bookShipmentSchema, 'Did you mean quote_option_id?'],
  ['event_types', createSubscriptionSchema, 'Did you mean events?'],
  ['opening_hours', createPickupLocationSchema, 'Did you mean hours?'],
])('the name %s of another API gets a suggestion', (field, schema, suggestion) => {
  const { details } = refusal(schema, { [field]: 'x' })
  expect(details.find((detail) => detail.field === field)?.message).toContain(suggestion)
})

const problems = (schema: Parameters<typeof refusal>[0], body: unknown) =>
  refusal(schema, body).details.map(({ field, code, message }) => [field, code, message])

test('a value of the wrong type has no further problem, and a missing one of several is required', () => {
  const location = { address: {}, hours: { monday: '09:00-17:00' } }
  expect(problems(createPickupLocationSchema, location).filter(([field]) => field?.startsWith('hours'))).toEqual([
    ['hours.monday', 'invalid_type', 'must be an array, not a string'],
  ])
  expect(problems(planFaultSchema, { carrier_code: 'city_van', fault: 'refuse' })).toEqual([
    ['operation', 'required', expect.stringMatching(/^is required: one of quote, book, /)],
  ])
})

test('a field that exists and cannot be sent here has a code that says so', () => {
  const known = (field: string, schema: Parameters<typeof refusal>[0]) =>
    problems(schema, { [field]: 'x' }).find(([name]) => name === field)
  expect(known('tracking_url', createShipmentSchema)).toEqual([
    ...['tracking_url', 'read_only', 'is set by Waybill: leave it out'],
  ])
  expect(known('dispatch', createShipmentSchema)?.[1]).toBe('not_allowed')
  expect(known('status', createSubscriptionSchema)).toEqual([
    ...['status', 'not_allowed', 'is active at first: leave it out, and pause the subscription with PATCH'],
  ])
  expect(known('hold', createOnDemandShipmentSchema)).toEqual([
    ...['hold', 'not_allowed', 'is for shipments that wait to be booked, not on-demand ones: leave it out'],
  ])
  expect(known('nonsense', createShipmentSchema)?.[1]).toBe('unknown_field')
})
