import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { newSigningSecret, signedHeaders } from './signature.ts'

const secret = newSigningSecret()
const payload = JSON.stringify({ type: 'shipment.created', data: { object: { note: 'naïve ☃ 𝄞' } } })
const body = Buffer.from(payload)
const at = new Date()

const verifiers = [
  ['standardwebhooks', (key: string) => new StandardWebhook(key)],
  ['svix', (key: string) => new SvixWebhook(key)],
] as const

test('a secret is whsec_ and 32 bytes of base64, different each time', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newSigningSecret()).not.toBe(secret)
})

test.each(verifiers)('%s verifies a signed message', (_, verifier) => {
  const headers = signedHeaders({ id: 'evt_1', at, body, secrets: [secret] })
  expect(() => verifier(secret).verify(payload, headers)).not.toThrow()
})

test.each(verifiers)('during a rotation %s verifies with the old and with the new secret', (_, verifier) => {
  const newer = newSigningSecret()
  const headers = signedHeaders({ id: 'evt_1', at, body, secrets: [newer, secret] })
  expect(() => verifier(newer).verify(payload, headers)).not.toThrow()
  expect(() => verifier(secret).verify(payload, headers)).not.toThrow()
})

test.each(verifiers)('%s rejects a changed body, a changed id and another secret', (_, verifier) => {
  const headers = signedHeaders({ id: 'evt_1', at, body, secrets: [secret] })
  expect(() => verifier(secret).verify(`${payload} `, headers)).toThrow()
  expect(() => verifier(secret).verify(payload, { ...headers, 'webhook-id': 'evt_2' })).toThrow()
  expect(() => verifier(newSigningSecret()).verify(payload, headers)).toThrow()
})

test('produces the same signature as the standard package', () => {
  const headers = signedHeaders({ id: 'evt_1', at, body, secrets: [secret] })
  expect(headers['webhook-signature']).toBe(new StandardWebhook(secret).sign('evt_1', at, payload))
})

test('refuses to sign without a secret', () => {
  expect(() => signedHeaders({ id: 'evt_1', at, body, secrets: [] })).toThrow('cannot sign without a secret')
})
