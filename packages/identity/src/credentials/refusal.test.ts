import { expect, test } from 'vitest'
import { findRefusal } from './refusal.ts'

const now = new Date('2026-12-01T09:00:00.000Z')
const past = new Date(now.getTime() - 1)
const open = { revokedAt: null, expiresAt: null, suspended: null }

test.each([
  ['an open key', open, null],
  ['a key that expires in a millisecond', { ...open, expiresAt: new Date(now.getTime() + 1) }, null],
  ['a key that expires now', { ...open, expiresAt: now }, 'token_expired'],
  ['a revoked key', { ...open, revokedAt: past }, 'token_revoked'],
  [
    'a revoked key that is suspended and has expired',
    { revokedAt: past, expiresAt: past, suspended: 'key' },
    'token_revoked',
  ],
  ['an expired key that is suspended', { ...open, expiresAt: past, suspended: 'merchant' }, 'token_expired'],
  ['a key of a suspended environment', { ...open, suspended: 'environment' }, 'access_suspended'],
] as const)('%s', (_what, standing, code) => {
  expect(findRefusal(standing, now)?.code ?? null).toBe(code)
})

test('a refusal says what is suspended', () => {
  const refusal = findRefusal({ ...open, suspended: 'merchant' }, now)
  expect(refusal?.meta).toEqual({ suspended: 'merchant' })
  expect(refusal?.message).toContain('The merchant of this token is suspended.')
})
