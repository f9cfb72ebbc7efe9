import { expect, test } from 'vitest'
import { type ErrorAnswer, limitRepeatedErrors, type Suppressed } from './repeated-errors.ts'

const anAnswer = (overrides: Partial<ErrorAnswer> = {}): ErrorAnswer => ({
  status: 404,
  keyId: 'key_1',
  environmentId: 'env_1',
  address: '192.0.2.1',
  ...overrides,
})

function limited() {
  const suppressed: Suppressed[] = []
  const errors = limitRepeatedErrors((count) => void suppressed.push(count))
  const written = (times: number, answer: ErrorAnswer, nowMs: number) =>
    Array.from({ length: times }, () => errors.isWritten(answer, nowMs)).filter(Boolean).length
  return { errors, written, suppressed }
}

test('a caller gets 20 lines a minute for each status, and one that counts the rest', () => {
  const { written, suppressed } = limited()
  expect(written(50, anAnswer(), 0)).toBe(20)
  expect(written(20, anAnswer({ status: 422 }), 1)).toBe(20)
  expect(written(5, anAnswer(), 59_999)).toBe(0)
  expect(suppressed).toEqual([])
  expect(written(1, anAnswer(), 60_000)).toBe(1)
  expect(suppressed).toEqual([{ status: 404, keyId: 'key_1', environmentId: 'env_1', suppressed: 35 }])
})

test('keys and addresses are counted separately, and addresses are not reported', () => {
  const { errors, written, suppressed } = limited()
  const anonymous = { status: 401, keyId: undefined, environmentId: undefined }
  expect(written(21, anAnswer(), 0)).toBe(20)
  expect(written(21, anAnswer({ keyId: 'key_2' }), 0)).toBe(20)
  expect(written(21, anAnswer({ ...anonymous, address: '192.0.2.1' }), 0)).toBe(20)
  expect(written(20, anAnswer({ ...anonymous, address: '192.0.2.2' }), 0)).toBe(20)
  errors.report()
  expect(suppressed).toHaveLength(3)
  expect(suppressed[2]).toEqual({ ...anonymous, suppressed: 1 })
})

test('ten thousand addresses share the memory and the lines of a thousand', () => {
  const { errors, suppressed } = limited()
  let lines = 0
  for (let i = 0; i < 10_000; i++) if (errors.isWritten(anAnswer({ keyId: undefined, address: `a${i}` }), 0)) lines++
  expect(lines).toBe(1_020)
  errors.report()
  expect(suppressed).toMatchObject([{ suppressed: 8_980 }])
})

test('the addresses of an IPv6 network are one caller', () => {
  const { errors } = limited()
  const anonymous = (host: number) => anAnswer({ keyId: undefined, address: `2001:db8::${host}` })
  const lines = Array.from({ length: 30 }, (_, host) => errors.isWritten(anonymous(host), 0)).filter(Boolean)
  expect(lines).toHaveLength(20)
})
