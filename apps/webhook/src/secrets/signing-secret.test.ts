import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox, rememberOpened } from './secret-box.ts'
import { sealNewSecret, secretLabel, secretState } from './signing-secret.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [older, newer] = [key('older'), key('newer')]
const subscription = { environmentId: 'env_1', subscriptionId: 'whs_1' }
const stored = { ...subscription, ...sealNewSecret(createSecretBox(older), subscription) }
const secret = createSecretBox(older).open(stored, secretLabel(stored))

test('what the first key has sealed is as it should be', () => {
  expect(secretState(createSecretBox(`${older},${newer}`), stored)).toEqual({ is: 'current' })
})

test('what another key has sealed is sealed by the first, in the same place', () => {
  const state = secretState(createSecretBox(`${newer},${older}`), stored)
  if (state.is !== 'resealed') throw new Error(state.is)
  expect(state.anew.keyId).toBe('newer')
  expect(createSecretBox(newer).open(state.anew, secretLabel(stored))).toBe(secret)
})

test.each([
  ['gone', newer],
  ['there by its id, with other bytes', key('older')],
])('what cannot be opened since its key is %s is left as it is', (_, keys) => {
  expect(secretState(createSecretBox(keys), stored)).toEqual({ is: 'unopenable' })
  expect(rememberOpened(createSecretBox(keys))(stored, secretLabel(stored))).toBeUndefined()
})
