import { expect, test } from 'vitest'
import { z } from 'zod'
import { argumentWords } from './argument-words.ts'
import { shipmentDocument, shipmentId } from './inputs.ts'

const problems = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value, { error: argumentWords }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  )

test('wrong arguments are named in words, without the terms of a validator', () => {
  const schema = z.strictObject({
    shipment_id: shipmentId,
    limit: z.number().max(25),
    search: z.string().min(3),
    status: z.enum(['ready', 'failed']),
  })
  const wrong = { shipment_id: 'ORDER-1', limit: 50, search: 'x', status: 'lost', colour: 'red', size: 1 }
  expect(problems(schema, wrong)).toEqual([
    'shipment_id must be an identifier as Waybill has given it, which begins with shp_',
    'limit must be at most 25',
    'search must have at least 3 characters',
    'status must be one of ready, failed',
    ' there is no "colour" and no "size" here: leave it out',
  ])
  expect(problems(schema, { limit: '5', search: 'abc', status: 'ready' })).toEqual([
    'shipment_id is required',
    'limit must be of the type number',
  ])
  expect(problems(shipmentDocument, { parcels: [] })).toContain('parcels must have at least 1 entry')
})
