import { expect, test } from 'vitest'
import { hashRequest } from './request-hash.ts'

const hash = (value: unknown) => hashRequest(['POST', '/api/v1/shipments', ''], value)

test('the order of names does not count, and half a character differs from another', () => {
  expect(hash({ a: 1, b: 2 })).toBe(hash({ b: 2, a: 1 }))
  expect(hash({ name: '\ud83d' })).not.toBe(hash({ name: '\ud83c' }))
})
