import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { aJobBody, aWireParcel } from '../testing/jobs.ts'
import { jobBody, labelQuery, updateBody } from '../wire/wire.ts'
import { parseBody, requireBearer } from './requests.ts'

const withToken = (authorization?: string) => ({ headers: { authorization } }) as FastifyRequest

test('the bearer token must be the secret', () => {
  expect(() => requireBearer(withToken('Bearer s3cret'), 's3cret')).not.toThrow()
  for (const header of ['Bearer s3cret2', 'Bearer S3CRET', 'Bearer ', '', undefined]) {
    expect(() => requireBearer(withToken(header), 's3cret')).toThrow('missing or wrong')
  }
})

test('an invalid body names every invalid field', () => {
  const body = { ...aJobBody(), reference: '', parcels: [aWireParcel({ weight_grams: 0 })] }
  expect(() => parseBody(jobBody, body)).toThrow(/reference[\s\S]*weight_grams|weight_grams[\s\S]*reference/)
})

test.for([
  ['no parcel', { parcels: [] }],
  ['a hundred parcels', { parcels: Array.from({ length: 100 }, () => aWireParcel()) }],
  ['a fraction of a gram', { parcels: [aWireParcel({ weight_grams: 1.5 })] }],
  ['a day without a time', { ready_at: '2026-11-21' }],
  ['a callback address that is no web address', { callback_url: 'javascript:alert(1)' }],
])('a job with %s is invalid', ([, overrides]) => {
  expect(() => parseBody(jobBody, { ...aJobBody(), ...(overrides as object) })).toThrow()
})

test('an address without a town, as older callers send it, has none', () => {
  const { town: _, ...pickup } = aJobBody().pickup
  expect(parseBody(jobBody, { ...aJobBody(), pickup }).pickup.town).toBeNull()
})

test('a label is a PDF of 4 × 6 inches unless the query says otherwise', () => {
  expect(parseBody(labelQuery, {})).toEqual({ format: 'pdf', size: '4x6' })
  expect(parseBody(labelQuery, { format: 'zpl', parcel: '3' })).toEqual({ format: 'zpl', size: '4x6', parcel: 3 })
  expect(() => parseBody(labelQuery, { parcel: '0' })).toThrow()
})

test('an update may leave out the time', () => {
  const { ready_at: _, ...update } = aJobBody()
  expect(parseBody(updateBody, update).ready_at).toBeUndefined()
})
