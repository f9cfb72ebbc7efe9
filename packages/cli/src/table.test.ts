import { expect, test } from 'vitest'
import { record, table } from './table.ts'

test('columns are as wide as their widest cell', () => {
  const rows = [
    { key_id: 'key_1', scopes: ['a', 'b'], revoked_at: null },
    { key_id: 'key_22', scopes: null, revoked_at: 'now' },
  ]
  expect(table(rows, ['key_id', 'scopes', 'revoked_at'])).toBe(
    ['KEY ID  SCOPES  REVOKED AT', 'key_1   a b     –', 'key_22  –       now', ''].join('\n'),
  )
})

test('an empty list says so', () => {
  expect(table<{ a: string }>([], ['a'])).toBe('None yet.\n')
})

test('a record has a line per field', () => {
  expect(record({ a: 1, long_name: 'x' })).toBe('a          1\nlong_name  x\n')
})
