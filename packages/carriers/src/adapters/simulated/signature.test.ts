import { expect, test } from 'vitest'
import { callbackForgery, signCallback, simulatedAccountSecret } from './signature.ts'

const secret = simulatedAccountSecret('key', 'cac_1')
const body = Buffer.from('{"id":"1"}')
const at = new Date('2026-11-21T08:00:00Z')
const header = signCallback(secret, body, at)
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000)

test('a fresh signature with the secret of the account is valid', () => {
  expect(callbackForgery(secret, header, body, minutesLater(4))).toBeNull()
})

test.for([
  ['of another account', () => callbackForgery(simulatedAccountSecret('key', 'cac_2'), header, body, at)],
  ['of another key', () => callbackForgery(simulatedAccountSecret('other', 'cac_1'), header, body, at)],
  ['over another body', () => callbackForgery(secret, header, Buffer.from('{"id":"2"}'), at)],
  ['with another time', () => callbackForgery(secret, header.replace(/t=\d+/, 't=1795248001'), body, at)],
  ['six minutes old', () => callbackForgery(secret, header, body, minutesLater(6))],
  ['from the future', () => callbackForgery(secret, header, body, minutesLater(-6))],
  ['that is missing', () => callbackForgery(secret, undefined, body, at)],
  ['that is sent twice', () => callbackForgery(secret, [header, header], body, at)],
  ['in another format', () => callbackForgery(secret, 'sha256=abc', body, at)],
] as const)('a signature %s is invalid', ([, forgery]) => {
  expect(forgery()).toEqual(expect.any(String))
})
