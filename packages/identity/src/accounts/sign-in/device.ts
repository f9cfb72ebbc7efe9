/** Browsers that have signed in to an account before, by a sealed cookie. Pure, but for random names. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { parseCookie, stringifySetCookie } from 'cookie'

const COOKIE = 'waybill_device'
const LIFETIME_SECONDS = 365 * 86_400
const FORM = /^([A-Za-z0-9_.-]{1,40}):([A-Za-z0-9_-]{16,400})$/

/** Bound to the member: the cookie of one says nothing about another, who may have the same address. */
const getLabel = (userId: string): string => `sign_in_device/${userId}`

/** Names the browser; undefined if the member has not signed in with it. */
export function knownDevice({ cookie = '' }: IncomingHttpHeaders, userId: string, box: SecretBox): string | undefined {
  const [, keyId = '', sealed = ''] = FORM.exec(parseCookie(cookie)[COOKIE] ?? '') ?? []
  return tryOpen(box, { keyId, sealed: Buffer.from(sealed, 'base64url') }, getLabel(userId))
}

/** Value of Set-Cookie after a sign-in. */
export function deviceCookie(userId: string, { box, publicUrl }: { box: SecretBox; publicUrl: string }): string {
  const { keyId, sealed } = box.seal(randomBytes(12).toString('base64url'), getLabel(userId))
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
