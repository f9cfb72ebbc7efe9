import { expect, test } from 'vitest'
import { cutText, optionalPhone, optionalText, patchedText, requiredText, timestamp } from './text.ts'

const result = (schema: ReturnType<typeof requiredText>, text: unknown) => schema.safeParse(text).data

test.each([
  ['  a ', 'a'],
  ['u\u0308', '\u00fc'],
  ['abc', 'abc'],
  ['   ', undefined],
  ['abcd', undefined],
  [null, undefined],
])('required text of 3 characters parses %j to %j', (text, expected) => {
  expect(result(requiredText(3), text)).toBe(expected)
})

test.each([
  [undefined, null],
  [null, null],
  ['', null],
  ['  ', null],
  [' a ', 'a'],
])('optional text parses %j to %j', (text, expected) => {
  expect(optionalText(3).parse(text)).toBe(expected)
})

test.each([
  [undefined, undefined],
  [null, null],
  ['', null],
  [' a ', 'a'],
])('patched text parses %j to %j', (text, expected) => {
  expect(patchedText(3).parse(text)).toBe(expected)
})

test.each([optionalText(3), patchedText(3)])('text that may be absent is limited too', (schema) => {
  expect(schema.safeParse('abcd').success).toBe(false)
})

test.each([
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00:00.123Z', '2026-12-01T09:00:00.123Z'],
  ['2026-12-01T10:00:00+01:00', '2026-12-01T09:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
])('timestamp %s is %s', (text, expected) => {
  expect(timestamp.parse(text).toISOString()).toBe(expected)
})

test.each([
  '2026-12-01',
  '2026-12-01T09:00:00',
  '2026-13-01T09:00:00Z',
  '2026-02-30T09:00:00Z',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+01:00',
  'now',
  1_796_000_000,
])('%j is not a timestamp', (text) => {
  expect(timestamp.safeParse(text).success).toBe(false)
})

test.each([
  '12345',
  '+44 20 7946 0000',
  '(07700) 900-123',
  '020/7946.0000',
  '+44 20 7946 0000 ext. 12',
  '555-0100x7',
  '+1 415 555 0100;ext=4',
])('%s is a phone number', (text) => {
  expect(optionalPhone.parse(text)).toBe(text)
})

test.each(['call me', '1234', '+44', 'ext 12345', '12345 or 67890', `1${' '.repeat(100_000)}x`])(
  '%.20s is none',
  (text) => {
    expect(optionalPhone.safeParse(text).success).toBe(false)
  },
)

test('a text is cut between characters as readers see them', () => {
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('abc')
  expect(cutText(`${'x'.repeat(279)}😀`, 280)).toBe('x'.repeat(279))
  expect(cutText('a👨‍👩‍👧b', 5)).toBe('a')
  expect(cutText('ae\u0301z', 2)).toBe('a')
})
