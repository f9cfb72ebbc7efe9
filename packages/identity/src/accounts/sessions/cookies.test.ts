import { parseSetCookie } from 'cookie'
import { expect, test } from 'vitest'
import { assertOwnPage, endedCookies, getCsrfToken, readSessionToken, sessionCookies } from './cookies.ts'

const token = 'a'.repeat(43)
const publicUrl = 'https://waybill.example.com'
const expires = new Date('2027-01-01T00:00:00Z')

test('over https, scripts and other hosts cannot reach the cookie of a session', () => {
  const [session, csrf] = sessionCookies(token, { publicUrl, expires }).map((text) => parseSetCookie(text))
  expect(session).toEqual({
    name: '__Host-waybill_session',
    value: token,
    path: '/',
    expires,
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
  })
  expect(csrf).toMatchObject({ name: 'waybill_csrf', value: getCsrfToken(token), secure: true })
  expect(csrf).not.toHaveProperty('httpOnly')
  expect(endedCookies(publicUrl).map((text) => parseSetCookie(text))).toMatchObject([
    { name: '__Host-waybill_session', value: '', maxAge: 0 },
    { name: 'waybill_csrf', value: '', maxAge: 0 },
  ])
})

test('over http, the cookie has no prefix and is not secure', () => {
  const [session = ''] = sessionCookies(token, { publicUrl: 'http://localhost:8080', expires })
  expect(session).toMatch(/^waybill_session=a{43}; /)
  expect(session).not.toContain('Secure')
})

test.each([
  [undefined, undefined],
  ['waybill_csrf=1', undefined],
  [`waybill_session=${token}`, undefined],
  ['__Host-waybill_session=short', undefined],
  [`a=b; __Host-waybill_session=${token}; c=d`, token],
])('of the cookies %j, the token of the session is %j', (cookie, expected) => {
  expect(readSessionToken({ cookie }, publicUrl)).toBe(expected)
})

const csrf = getCsrfToken(token)
test.each([
  ['a page of ours', { 'x-waybill-csrf': csrf, 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' }],
  ['a browser without Sec-Fetch-Site', { 'x-waybill-csrf': csrf, origin: publicUrl }],
  ['one behind a proxy', { 'x-waybill-csrf': csrf, origin: 'http://localhost:5173', host: 'localhost:5173' }],
  ['a program', { 'x-waybill-csrf': csrf }],
])('%s may change something', (_name, headers) => {
  expect(() => assertOwnPage({ method: 'POST', headers }, token, publicUrl)).not.toThrow()
})

test.each([
  ['without the header', {}],
  ['with a constant', { 'x-waybill-csrf': '1' }],
  ['with that of another session', { 'x-waybill-csrf': getCsrfToken('b'.repeat(43)) }],
  ['from another site', { 'x-waybill-csrf': csrf, 'sec-fetch-site': 'cross-site' }],
  ['from a sibling host', { 'x-waybill-csrf': csrf, 'sec-fetch-site': 'same-site' }],
  ['from another origin', { 'x-waybill-csrf': csrf, origin: 'https://evil.example' }],
  ['from a sandboxed frame', { 'x-waybill-csrf': csrf, origin: 'null' }],
])('a change %s is refused, a read is not', (_name, headers) => {
  for (const method of ['POST', 'PATCH', 'DELETE'])
    expect(() => assertOwnPage({ method, headers }, token, publicUrl)).toThrow(
      expect.objectContaining({ code: 'csrf_failed' }),
    )
  expect(() => assertOwnPage({ method: 'GET', headers }, token, publicUrl)).not.toThrow()
})
