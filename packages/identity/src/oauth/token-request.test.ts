import { FORM_TYPE } from '@waybill/contracts/requests/media-types'
import { expect, test } from 'vitest'
import { OAuthError, readTokenRequest } from './token-request.ts'

const CREDENTIALS = { client_id: 'key_1', client_secret: 'wb_test_secret' }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

const read = (
  parameters: Record<string, string> | [string, string][],
  { authorization, contentType = FORM_TYPE }: { authorization?: string; contentType?: string } = {},
) => readTokenRequest({ body: new URLSearchParams(parameters).toString(), contentType, authorization })

function getCode(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof OAuthError) return error.code
    throw error
  }
  return 'none'
}

const grant = { grant_type: 'client_credentials' }

test('the client is in the body or in the Authorization header', () => {
  const expected = { clientId: 'key_1', clientSecret: 'wb_test_secret', scopes: null }
  expect(read({ ...grant, ...CREDENTIALS })).toEqual(expected)
  expect(read(grant, { authorization: basic('key_1:wb_test_secret') })).toEqual(expected)
  expect(read({ ...grant, client_id: 'key_1' }, { authorization: basic('key%5F1:wb_test_secret') })).toEqual(expected)
  const charset = `${FORM_TYPE.toUpperCase()}; charset=utf-8`
  expect(read({ ...grant, ...CREDENTIALS }, { contentType: charset })).toEqual(expected)
})

test('scopes are separated by blanks, each counts once, and an empty parameter is an omitted one', () => {
  const scoped = (scope: string) => read({ ...grant, ...CREDENTIALS, scope }).scopes
  expect(scoped('shipments:read  quotes:write shipments:read')).toEqual(['shipments:read', 'quotes:write'])
  expect(scoped('')).toBeNull()
})

test.each<[string, string, () => unknown]>([
  [
    'invalid_request',
    'another media type',
    () => read({ ...grant, ...CREDENTIALS }, { contentType: 'application/json' }),
  ],
  ['invalid_request', 'no grant type', () => read(CREDENTIALS)],
  ['unsupported_grant_type', 'another grant type', () => read({ ...CREDENTIALS, grant_type: 'password' })],
  ['invalid_request', 'a repeated parameter', () => read([...Object.entries(grant), ['scope', 'a'], ['scope', 'b']])],
  ['invalid_client', 'no client', () => read(grant)],
  ['invalid_client', 'no secret', () => read({ ...grant, client_id: 'key_1' })],
  ['invalid_client', 'another scheme', () => read(grant, { authorization: 'Bearer wb_test_secret' })],
  ['invalid_client', 'a header without a colon', () => read(grant, { authorization: basic('key_1') })],
  [
    'invalid_request',
    'a secret in header and body',
    () => read({ ...grant, ...CREDENTIALS }, { authorization: basic('key_1:x') }),
  ],
  [
    'invalid_request',
    'two client ids',
    () => read({ ...grant, client_id: 'key_2' }, { authorization: basic('key_1:x') }),
  ],
  ['invalid_scope', 'an unknown scope', () => read({ ...grant, ...CREDENTIALS, scope: 'shipments:read everything' })],
  ['invalid_scope', 'a blank scope', () => read({ ...grant, ...CREDENTIALS, scope: ' ' })],
])('%s: %s', (code, _what, run) => {
  expect(getCode(run)).toBe(code)
})
