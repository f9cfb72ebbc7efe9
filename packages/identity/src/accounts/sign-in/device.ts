/** Browsers that have signed in to an account before, by a sealed cookie. Pure, but for random names. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { parseCookie, stringifySetCookie } from 'cookie'

const COOKIE = 'waybill_device'
const LIFETIME_SECONDS = 365 * 86_400
const FORM = /^([A-Za-z0-9_.-]{1,40}):([A-Za-z0-9_-]{16,400})$/

/** Bound to the account: the cookie of one account says nothing about another. */
const getLabel = (email: string): string => `sign_in_device/${email}`

/** Names the browser; undefined if it has not signed in to the account. */
export function knownDevice({ cookie = '' }: IncomingHttpHeaders, email: string, box: SecretBox): string | undefined {
  const [, keyId = '', sealed = ''] = FORM.exec(parseCookie(cookie)[COOKIE] ?? '') ?? []
  return tryOpen(box, { keyId, sealed: Buffer.from(sealed, 'base64url') }, getLabel(email))
}

/** Value of Set-Cookie after a sign-in. */
export function deviceCookie(email: string, { box, publicUrl }: { box: SecretBox; publicUrl: string }): string {
  const { keyId, sealed } = box.seal(randomBytes(12).toString('base64url'), getLabel(email))
  return stringifySetCookie({
    name: COOKIE,
    value: `${keyId}:${sealed.toString('base64url')}`,
    path: '/api/v1/session',
    httpOnly: true,
    secure: publicUrl.startsWith('https:'),
    sameSite: 'strict',
    maxAge: LIFETIME_SECONDS,
  })
}
