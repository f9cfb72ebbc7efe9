/** Pure: the cookies of a session, and the proof that a request comes from a page of this installation. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@waybill/contracts/app-error'
import { sessionCookieName } from '@waybill/contracts/requests/session-cookie'
import { parseCookie, stringifySetCookie } from 'cookie'

/** 32 bytes are 43 characters of base64url. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/
/** Pages read it; its value is of no use without the other one. */
const CSRF_COOKIE = 'waybill_csrf'
const CSRF_HEADER = 'x-waybill-csrf'
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** The token of the session in the cookies; undefined without one in its form. */
export function readSessionToken({ cookie }: IncomingHttpHeaders, publicUrl: string): string | undefined {
  if (cookie === undefined) return undefined
  const token = parseCookie(cookie)[sessionCookieName(publicUrl)]
  return token !== undefined && TOKEN_FORM.test(token) ? token : undefined
}

/** Derived from the token of the session, so that only its owner has it and nothing is stored. */
export const getCsrfToken = (sessionToken: string): string => hash('sha256', `csrf ${sessionToken}`, 'base64url')

/** Values of Set-Cookie for a new session. */
export function sessionCookies(sessionToken: string, { publicUrl, expires }: { publicUrl: string; expires: Date }) {
  const common = { path: '/', secure: isSecure(publicUrl), sameSite: 'strict', expires } as const
  return [
    stringifySetCookie({ ...common, name: sessionCookieName(publicUrl), value: sessionToken, httpOnly: true }),
    stringifySetCookie({ ...common, name: CSRF_COOKIE, value: getCsrfToken(sessionToken) }),
  ]
}

/** Values of Set-Cookie that remove the cookies. */
export function endedCookies(publicUrl: string): string[] {
  const common = { path: '/', secure: isSecure(publicUrl), sameSite: 'strict', value: '', maxAge: 0 } as const
  return [
    stringifySetCookie({ ...common, name: sessionCookieName(publicUrl), httpOnly: true }),
    stringifySetCookie({ ...common, name: CSRF_COOKIE }),
  ]
}

interface Sent {
  method: string
  headers: IncomingHttpHeaders
}

/** Throws `csrf_failed` if a request that changes something with this session does not come from a page of ours. */
export function assertOwnPage({ method, headers }: Sent, sessionToken: string, publicUrl: string): void {
  if (SAFE_METHODS.has(method)) return
  assertSameOrigin(headers, publicUrl)
  const sent = Buffer.from(String(headers[CSRF_HEADER] ?? ''))
  const expected = Buffer.from(getCsrfToken(sessionToken))
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return
  throw new AppError(
    'csrf_failed',
    sent.length === 0
      ? `Send the value of the cookie ${CSRF_COOKIE} in the header X-Waybill-Csrf.`
      : `The header X-Waybill-Csrf is not the value of the cookie ${CSRF_COOKIE} of this session. Read the cookie again.`,
  )
}

/** Throws `csrf_failed` if the browser says that another origin's page sends the request. */
export function assertSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  const { origin, host } = headers
  if (site === 'same-origin' || site === 'none') return
  if (site === undefined && (origin === undefined || isOwn(origin, host, publicUrl))) return
  throw new AppError(
    'csrf_failed',
    `The request comes from a page of another origin, ${(origin ?? site)?.slice(0, 100)}.`,
  )
}

function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || new URL(origin).host === host
}
