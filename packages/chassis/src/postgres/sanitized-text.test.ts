import { expect, test } from 'vitest'
import { sanitizeStrings, sanitizeText } from './sanitized-text.ts'

test('replaces NULs and lone surrogates, and keeps surrogate pairs', () => {
  expect(sanitizeText('a\0b')).toBe('a\uFFFDb')
  expect(sanitizeText('📦'.slice(0, 1))).toBe('\uFFFD')
  expect(sanitizeText('Grüße 📦')).toBe('Grüße 📦')
})

test('replaces in strings at any depth, and leaves dates, bytes and numbers unchanged', () => {
  const at = new Date('2026-05-04T10:00:00Z')
  const bytes = Buffer.from([0, 1])
  const value = { 'k\0': ['x\0', { y: 'z\0', none: null, count: 3 }], at, bytes }
  const kept = sanitizeStrings(value)
  expect(kept).toEqual({ 'k\uFFFD': ['x\uFFFD', { y: 'z\uFFFD', none: null, count: 3 }], at, bytes })
  expect(kept.at).toBe(at)
  expect(kept.bytes).toBe(bytes)
})
