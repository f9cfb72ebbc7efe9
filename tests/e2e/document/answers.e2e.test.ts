/** The comparison of answers with the OpenAPI document finds what it is for. */
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { documentChecks, get, sandbox } from '../api.ts'
import { createShipment } from '../journeys.ts'
import type { Answer } from './answers.ts'

const { assertDocumented, assertEvent } = await documentChecks()

const shipment = await createShipment()
const url = new URL(`/api/v1/shipments/${shipment.shipment_id}`, sandbox.base_url)

function answer(status: number, body: unknown, type = 'application/json'): Answer {
  const text = body === null ? '' : JSON.stringify(body)
  return { status, headers: new Headers({ 'content-type': type, 'x-request-id': 'req_1' }), text, body }
}

const compared = (status: number, body: unknown, type?: string) => () =>
  assertDocumented('GET', url, answer(status, body, type))

const baseUrl = sandbox.base_url.replace(/\/+$/, '')
const error = {
  type: 'invalid_request',
  code: 'shipment_not_found',
  message: 'No shipment.',
  status: 404,
  details: [],
  retryable: false,
  carrier: null,
  meta: {},
  doc_url: `${baseUrl}/docs/errors#shipment_not_found`,
  request_id: 'req_1',
}
const anError = (changes: object) => ({ success: false, error: { ...error, type: 'not_found', ...changes } })

test('an answer as documented passes', async () => {
  expect((await get(url.pathname)).status).toBe(200)
  expect(compared(200, { success: true, data: shipment })).not.toThrow()
  expect(compared(404, anError({}))).not.toThrow()
  expect(compared(304, null)).not.toThrow()
})

test.each([
  ['a field that is not documented', { ...shipment, colour: 'red' }, /colour/],
  ['one in a nested object', { ...shipment, pickup_address: { ...shipment.pickup_address, floor: 3 } }, /floor/],
  ['a missing field', { ...shipment, status: undefined }, /status/],
  ['a field of another type', { ...shipment, status: 3 }, /status/],
  ['a value that is not documented', { ...shipment, status: 'lost_at_sea' }, /status/],
  ['a time in another form', { ...shipment, created_at: 'yesterday' }, /created_at/],
])('%s fails', (_, data, expected) => {
  expect(compared(200, { success: true, data: JSON.parse(JSON.stringify(data)) })).toThrow(expected)
})

test('a status, a media type or a body that is not documented fails', () => {
  expect(compared(418, anError({}))).toThrow('status 418')
  expect(compared(200, { success: true, data: shipment }, 'text/html')).toThrow('text/html')
  expect(compared(304, { success: true })).toThrow('the body')
})

test.each([
  [{ code: 'no_rates_available' }, /no_rates_available is not documented for 404/],
  [{ status: 422 }, /error.status is 422/],
  [{ doc_url: '/docs/errors#shipment_not_found' }, /error.doc_url is \/docs/],
  [{ request_id: 'another' }, /error.request_id is another/],
])('an error with %j fails', (changes, expected) => {
  expect(compared(404, anError(changes))).toThrow(expected)
})

test('an event of an unknown type, or of another object than its type, fails', async () => {
  const event = await eventually(async () => {
    const { body } = await get(`/api/v1/events?subject_id=${shipment.shipment_id}`)
    expect(body.data).not.toEqual([])
    return body.data[0]
  })
  expect(() => assertEvent(event)).not.toThrow()
  expect(() => assertEvent({ ...event, type: 'shipment.lost' })).toThrow('type')
  expect(() => assertEvent({ ...event, type: 'booking.updated' })).toThrow('booking_id')
})
