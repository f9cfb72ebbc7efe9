/** Browsers that have signed in to an account before, by a sealed cookie for each account. Pure, but for random names. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { parseCookie, stringifySetCookie } from 'cookie'

const PREFIX = 'waybill_device_'
const LIFETIME_SECONDS = 365 * 86_400
const FORM = /^([A-Za-z0-9_.-]{1,40}):([A-Za-z0-9_-]{16,400})$/
/** Accounts that a browser is known to. Each cookie has 150 bytes, and all headers together may have 16 KiB. */
const MOST_ACCOUNTS = 20

/** Bound to the member: the cookie of one says nothing about another, who may have the same address. */
const getLabel = (userId: string): string => `sign_in_device/${userId}`

/** Names the browser; undefined if the member has not signed in with it. */
export function knownDevice({ cookie = '' }: IncomingHttpHeaders, userId: string, box: SecretBox): string | undefined {
  const [, keyId = '', sealed = ''] = FORM.exec(parseCookie(cookie)[PREFIX + userId] ?? '') ?? []
  return tryOpen(box, { keyId, sealed: Buffer.from(sealed, 'base64url') }, getLabel(userId))
}

/** Ids of the members who signed in with the browser, as far as its cookies are true. The cookie of the longest ago is first. */
export function listDeviceUsers({ cookie = '' }: IncomingHttpHeaders): string[] {
  if (!cookie.includes(PREFIX)) return []
  const names = Object.keys(parseCookie(cookie)).filter((name) => name.startsWith(PREFIX))
  return names.slice(0, 2 * MOST_ACCOUNTS).map((name) => name.slice(PREFIX.length))
}

/** Values of Set-Cookie after a sign-in: the member's, and the ends of those that are too many. */
export function deviceCookies(
  userId: string,
  headers: IncomingHttpHeaders,
  { box, publicUrl }: { box: SecretBox; publicUrl: string },
): string[] {
  const { keyId, sealed } = box.seal(randomBytes(12).toString('base64url'), getLabel(userId))
  const write = (ofUser: string, value: string, maxAge: number) =>
    stringifySetCookie({
      name: PREFIX + ofUser,
      value,
      path: '/api/v1/session',
      httpOnly: true,
      secure: publicUrl.startsWith('https:'),
      sameSite: 'strict',
      maxAge,
    })
  const others = listDeviceUsers(headers).filter((one) => one !== userId && COOKIE_NAME.test(one))
  const ended = others.slice(0, Math.max(0, others.length + 1 - MOST_ACCOUNTS))
  const own = write(userId, `${keyId}:${sealed.toString('base64url')}`, LIFETIME_SECONDS)
  return [own, ...ended.map((one) => write(one, '', 0))]
}

const COOKIE_NAME = /^\w{1,64}$/
