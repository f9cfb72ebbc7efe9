import { expect, test } from 'vitest'
import { nextKeyFrom, pickSigner, verifiesUntil } from './signing-key.ts'

const DAY_MS = 86_400_000
const start = new Date('2026-11-01T00:00:00Z')
const onDay = (days: number) => new Date(start.getTime() + days * DAY_MS)
const key = (days: number) => ({ signsFrom: onDay(days), verifiesUntil: null })

test('the first key signs at once', () => {
  expect(nextKeyFrom(undefined, start)).toEqual(start)
})

test('a key signs for 30 days, and the next one is published a day before', () => {
  expect(nextKeyFrom(key(0), onDay(28.9))).toBeNull()
  expect(nextKeyFrom(key(0), onDay(29))).toEqual(onDay(30))
  expect(nextKeyFrom(key(30), onDay(29.5))).toBeNull()
})

test('after a long stop the next key is published a day before it signs, too', () => {
  expect(nextKeyFrom(key(0), onDay(100))).toEqual(onDay(101))
})

test('the key that began last signs; one that is only published does not', () => {
  const keys = [key(30), key(0), key(-30)]
  expect(pickSigner(keys, onDay(29))).toBe(keys[1])
  expect(pickSigner(keys, onDay(30))).toBe(keys[0])
  expect(pickSigner([key(1)], start)).toBeUndefined()
})

test('a key verifies until its last token has expired', () => {
  expect(verifiesUntil(start)).toEqual(new Date('2026-11-01T00:20:00Z'))
})
