import { expect, test } from 'vitest'
import { toRelyingParty } from './relying-party.ts'

test.each([
  ['https://waybill.example.com', 'waybill.example.com', 'https://waybill.example.com'],
  ['https://waybill.example.com:8443/base', 'waybill.example.com', 'https://waybill.example.com:8443'],
  ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
])('passkeys of %s belong to its host name', (publicUrl, id, origin) => {
  expect(toRelyingParty(publicUrl)).toEqual({ id, origin })
})

test.each(['http://127.0.0.1:8080', 'http://[::1]:8080'])(
  '%s has no passkeys: browsers refuse addresses',
  (publicUrl) => {
    expect(() => toRelyingParty(publicUrl)).toThrow('Passkeys need a host name')
  },
)
