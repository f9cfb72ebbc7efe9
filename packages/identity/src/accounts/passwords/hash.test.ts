import { expect, test } from 'vitest'
import { HASH_CHARACTERS, hashPassword, hashWithSalts, verifyPassword } from './hash.ts'

/** A salt with other parameters than the present ones. */
const WEAK = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$'

test('a hash is of its password only, in any composition of its characters', async () => {
  const stored = await hashPassword('correct horse café')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword('correct horse café', stored)).toBe(true)
  expect(await verifyPassword('correct horse cafe\u0301', stored)).toBe(true)
  expect(await verifyPassword('correct horse cafe', stored)).toBe(false)
})

test('nothing is the password of an account without one, or of a hash that cannot be read', async () => {
  for (const stored of [null, '', '$argon2id$v=19$m=1,t=1,p=1$short$short']) {
    expect(await verifyPassword('', stored)).toBe(false)
    expect(await verifyPassword('correct horse', stored)).toBe(false)
  }
})

test('many at the same time take turns, and too many are refused', async () => {
  // Cheap to compare: turns are taken whatever a hash costs.
  const [stored = ''] = await hashWithSalts('correct horse', [WEAK])
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('correct horse', stored)))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(80 - 66)
  expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable', retryAfterSeconds: 2 } })
  expect(await verifyPassword('correct horse', stored)).toBe(true)
})

const getSalt = (stored: string) => stored.slice(0, -HASH_CHARACTERS)

test('a password is compared with several hashes, of one salt or of several', async () => {
  const first = await hashPassword('correct horse')
  const alike = await hashPassword('battery staple', getSalt(first))
  const apart = await hashPassword('correct horse')
  expect([getSalt(alike), await hashPassword('correct horse', getSalt(first))]).toEqual([getSalt(first), first])
  expect(apart).not.toBe(first)
  expect(await hashWithSalts('correct horse', [getSalt(first), getSalt(apart)])).toEqual([first, apart])
  expect(await hashWithSalts('battery staple', [getSalt(first)])).toEqual([alike])
  expect(await hashWithSalts('correct horse', [])).toEqual([])
})

test('a hash of other parameters gives no salt, and is compared with its own', async () => {
  const stored = await hashPassword('correct horse', WEAK)
  expect(getSalt(stored)).not.toBe(WEAK)
  const [old = ''] = await hashWithSalts('correct horse', [WEAK])
  expect([old.startsWith(WEAK), await verifyPassword('correct horse', old)]).toEqual([true, true])
  expect(await verifyPassword('battery staple', old)).toBe(false)
})
