import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const older = `2025:${randomBytes(32).toString('base64')}`
const newer = `2026:${randomBytes(32).toString('base64')}`
const label = 'env_1/whs_1/sec_1'

test('opens a sealed secret and names its key', () => {
  const box = createSecretBox(older)
  const sealed = box.seal('whsec_abc', label)
  expect(sealed.keyId).toBe('2025')
  expect(sealed.sealed.includes('whsec_abc')).toBe(false)
  expect(box.open(sealed, label)).toBe('whsec_abc')
})

test('seals the same secret to different bytes each time', () => {
  const box = createSecretBox(older)
  expect(box.seal('whsec_abc', label).sealed).not.toEqual(box.seal('whsec_abc', label).sealed)
})

test('after a key rotation, opens with the old key and seals with the new one', () => {
  const sealed = createSecretBox(older).seal('whsec_abc', label)
  const rotated = createSecretBox(`${newer}, ${older}`)
  expect(rotated.open(sealed, label)).toBe('whsec_abc')
  expect(rotated.seal('whsec_abc', label).keyId).toBe('2026')
  expect(() => createSecretBox(newer).open(sealed, label)).toThrow('encryption key 2025, which is not configured')
})

test('does not open with a changed bit, missing bytes or another label', () => {
  const box = createSecretBox(older)
  const { keyId, sealed } = box.seal('whsec_abc', label)
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(14) ^ 1, 14)
  expect(() => box.open({ keyId, sealed: changed }, label)).toThrow()
  expect(() => box.open({ keyId, sealed: sealed.subarray(0, -1) }, label)).toThrow()
  expect(() => box.open({ keyId, sealed }, 'env_2/whs_1/sec_1')).toThrow()
})

test.each(['', ' , ', 'k:short', randomBytes(32).toString('base64'), `${older},${older}`])(
  'rejects malformed keys: %#',
  (text) => expect(() => createSecretBox(text)).toThrow(RangeError),
)
