/** Who validates a create: the shipment service, once, and the gateway only if the error lost details on its way. */
import { AppError } from '@waybill/contracts/app-error'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const SHIPMENTS = '/api/v1/shipments'
const detail = (field: string, message = 'is not accepted') => ({
  field,
  pointer: `/${field}`,
  code: 'invalid',
  message,
  location: 'body' as const,
})

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.services.reset())

const rejectWith = (error: AppError) =>
  gateway.services.answer('ShipmentService.Create', () => {
    throw error
  })

test('an error of the service with all its details is returned unchanged', async () => {
  rejectWith(new AppError('validation_error', 'parcels is not accepted.', { details: [detail('parcels')] }))
  const { status, body } = await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument() })
  expect(status).toBe(422)
  expect(body.error).toMatchObject({ message: 'parcels is not accepted.', details: [detail('parcels')] })
})

test('an error that lost details is returned as it arrived if the gateway finds the document valid', async () => {
  const details = Array.from({ length: 400 }, (_, index) => detail(`field_${index}`, 'x'.repeat(100)))
  rejectWith(new AppError('validation_error', '400 fields are invalid.', { details }))
  const { status, body } = await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument() })
  expect(status).toBe(422)
  expect(body.error.message).toBe('400 fields are invalid.')
  expect(body.error.details.length).toBeGreaterThan(0)
  expect(body.error.details.length).toBeLessThan(400)
})

test.each([1, 10, 50])('every invalid field of %i parcels is reported', async (count) => {
  const parcels = Array.from({ length: count }, () => ({ ...aParcelDocument(), weight_kg: 'heavy', lid: 1 }))
  const { status, body } = await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument({ parcels }) })
  expect(status).toBe(422)
  expect(body.error.message).toBe(`${2 * count} fields are invalid.`)
  expect(body.error.details).toHaveLength(2 * count)
})

test('a large document that is invalid is not sent to the service, and a valid one is', async () => {
  const instructions = (characters: number) =>
    aShipmentDocument({ parcels: Array(30).fill(aParcelDocument()), pickup_instructions: 'x'.repeat(characters) })
  const invalid = await gateway.call('POST', SHIPMENTS, { body: instructions(40 * 1024) })
  expect([invalid.status, gateway.services.calls.length]).toEqual([422, 0])
  expect(invalid.body.error.details).toMatchObject([{ field: 'pickup_instructions', code: 'too_long' }])
  const raw = JSON.stringify(instructions(1_000)).padEnd(40 * 1024)
  expect((await gateway.call('POST', SHIPMENTS, { raw })).status).toBe(200)
  expect(gateway.services.calls.map(({ method }) => method)).toEqual(['ShipmentService.Create'])
})

test('of more than a hundred invalid fields the first are reported, and the number of the others', async () => {
  const parcels = Array.from({ length: 99 }, () => ({ ...aParcelDocument(), weight_kg: 'heavy', lid: 1 }))
  const { body } = await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument({ parcels }) })
  expect(body.error.message).toBe('198 fields are invalid. The first 100 are listed.')
  expect(body.error.details).toHaveLength(100)
  expect(body.error.meta).toEqual({ details_left_out: 98 })
})

test('the order of details does not depend on who validated', async () => {
  const fields = async (path: string, count: number) => {
    const parcels = Array.from({ length: count }, () => ({ ...aParcelDocument(), weight_kg: -1, height_cm: 'high' }))
    const { body } = await gateway.call('POST', path, { body: aShipmentDocument({ parcels }) })
    return body.error.details.map(({ field }: { field: string }) => field)
  }
  const few = await fields(SHIPMENTS, 5)
  expect(await fields('/api/v1/quotes', 5)).toEqual(few)
  expect((await fields(SHIPMENTS, 99)).slice(0, few.length)).toEqual(few)
})
