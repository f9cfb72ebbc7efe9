import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox, createSecretOpener } from './secret-box.ts'
import { checkSecret, sealNewSecret, secretLabel } from './signing-secret.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [older, newer] = [key('older'), key('newer')]
const subscription = { environmentId: 'env_1', subscriptionId: 'whs_1' }
const stored = { ...subscription, ...sealNewSecret(createSecretBox(older), subscription) }
const secret = createSecretBox(older).open(stored, secretLabel(stored))

test('a secret sealed with the first key is current', () => {
  expect(checkSecret(createSecretBox(`${older},${newer}`), stored)).toEqual({ is: 'current' })
})

test('a secret sealed with another key is resealed with the first, under the same label', () => {
  const state = checkSecret(createSecretBox(`${newer},${older}`), stored)
  if (state.is !== 'outdated') throw new Error(state.is)
  expect(state.resealed.keyId).toBe('newer')
  expect(createSecretBox(newer).open(state.resealed, secretLabel(stored))).toBe(secret)
})

test.each([
  ['is missing', newer],
  ['has the same id and other bytes', key('older')],
])('a secret whose key %s is unopenable', (_, keys) => {
  expect(checkSecret(createSecretBox(keys), stored)).toEqual({ is: 'unopenable' })
  expect(createSecretOpener(createSecretBox(keys))(stored, secretLabel(stored))).toBeUndefined()
})
