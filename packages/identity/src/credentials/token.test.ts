import { expect, test } from 'vitest'
import { hashToken, hasTokenForm, mintToken, tokenHint } from './token.ts'

test('a token shows whether it is for a test or a live environment, and is unique', () => {
  expect(mintToken(false)).toMatch(/^wb_test_[A-Za-z0-9_-]{43}$/)
  expect(mintToken(true)).toMatch(/^wb_live_/)
  expect(mintToken(true)).not.toBe(mintToken(true))
})

test('text without the form of a token is recognised', () => {
  expect(hasTokenForm(mintToken(true))).toBe(true)
  for (const other of [
    '',
    'wb_test_',
    `wb_prod_${'a'.repeat(43)}`,
    `wb_test_${'a'.repeat(42)}`,
    `wb_test_${'ä'.repeat(43)}`,
  ]) {
    expect(hasTokenForm(other), other).toBe(false)
  }
})

test('a hint shows the first eight and the last four characters', () => {
  const token = mintToken(false)
  expect(tokenHint(token)).toEqual({ prefix: 'wb_test_', last4: token.slice(-4) })
  expect(hashToken(token)).toHaveLength(32)
})
