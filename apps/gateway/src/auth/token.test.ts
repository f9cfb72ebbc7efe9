import { expect, test } from 'vitest'
import { demoToken, hashToken, hasTokenForm, mintToken, tokenHint } from './token.ts'

test('a token says whether it opens a test or a live environment, and no two are equal', () => {
  expect(mintToken(false)).toMatch(/^wb_test_[A-Za-z0-9_-]{43}$/)
  expect(mintToken(true)).toMatch(/^wb_live_/)
  expect(mintToken(true)).not.toBe(mintToken(true))
})

test('what cannot be a token is told from what can', () => {
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

test("the demo's token depends on the admin token alone", () => {
  expect(demoToken('secret')).toBe(demoToken('secret'))
  expect(demoToken('secret')).not.toBe(demoToken('other'))
  expect(hasTokenForm(demoToken('secret'))).toBe(true)
})

test('a hint shows eight characters at the front and four at the end', () => {
  const token = mintToken(false)
  expect(tokenHint(token)).toEqual({ prefix: 'wb_test_', last4: token.slice(-4) })
  expect(hashToken(token)).toHaveLength(32)
})
