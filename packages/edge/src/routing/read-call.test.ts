import { wrongBodies } from '@waybill/contracts/testing/wrong-bodies'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { BODY_LIMIT_BYTES } from '../http/body.ts'
import { readCall } from './read-call.ts'
import { jsonBody, type Route } from './route.ts'

const parcel = z.strictObject({ weight_kg: z.number(), declared_value: z.number().nullish() })
const schema = z.strictObject({
  pickup_address: z.strictObject({ city: z.string() }),
  parcels: z.array(parcel).max(99),
})
const route = {
  operationId: 'createSomething',
  method: 'POST',
  path: '/api/v1/things',
  access: { kind: 'token', scope: 'shipments:write' },
  body: jsonBody(schema, { validatedByOwner: true }),
  timeoutMs: 1_000,
} as unknown as Route<object>

const read = (text: string) =>
  readCall(route, {
    method: 'POST',
    url: '/api/v1/things',
    ip: '127.0.0.1',
    headers: { 'idempotency-key': 'key-1' },
    params: {},
    query: {},
    body: Buffer.from(text),
    routeOptions: { config: {} },
    credential: null,
  } as unknown as FastifyRequest)

test.each(['nested arrays', 'numbers for parcels'])(
  'a large wrong document of %s reaches its owner shortened, and as wrong as it was',
  (kind) => {
    const sent = wrongBodies(BODY_LIMIT_BYTES)[kind] as string
    const { bytes, context } = read(sent)
    expect(bytes.length).toBeLessThan(1_024)
    expect(schema.safeParse(JSON.parse(bytes.toString())).success).toBe(false)
    expect(context.bodyHash).not.toBe(read(sent.replace('}', ' }')).context.bodyHash)
  },
)

test.each([
  ['a number that is too large', '{"weight_kg":1,"declared_value":1e400}'],
  ['a field that a newer owner may know', '{"weight_kg":1,"color":"red"}'],
])('a large document with %s reaches its owner as it was sent', (_what, parcel) => {
  const sent = `{"pickup_address":{"city":"London"},"parcels":[${parcel}]}`.padEnd(40 * 1024)
  expect(read(sent).bytes.toString()).toBe(sent)
})
