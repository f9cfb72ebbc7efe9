import { expect, test } from 'vitest'
import { newEncryptionKey } from '../testing/encryption-keys.ts'
import { createSecretBox, createSecretOpener } from './secret-box.ts'
import { checkSecret } from './secret-upkeep.ts'

const [older, newer] = [newEncryptionKey('older'), newEncryptionKey('newer')]
const label = 'env_1/whs_1/sec_1'
const stored = createSecretBox(older).seal('whsec_abc', label)

test('a secret sealed with the first key is current', () => {
  expect(checkSecret(createSecretBox(`${older},${newer}`), stored, label)).toEqual({ is: 'current' })
})

test('a secret sealed with another key is resealed with the first, under the same label', () => {
  const state = checkSecret(createSecretBox(`${newer},${older}`), stored, label)
  if (state.is !== 'outdated') throw new Error(state.is)
  expect(state.resealed.keyId).toBe('newer')
  expect(createSecretBox(newer).open(state.resealed, label)).toBe('whsec_abc')
})

test.each([
  ['is missing', newer],
  ['has the same id and other bytes', newEncryptionKey('older')],
])('a secret whose key %s is unopenable', (_, keys) => {
  expect(checkSecret(createSecretBox(keys), stored, label)).toEqual({ is: 'unopenable' })
  expect(createSecretOpener(createSecretBox(keys))(stored, label)).toBeUndefined()
})
