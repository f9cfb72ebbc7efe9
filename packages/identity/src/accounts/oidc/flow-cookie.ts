/** Sealed cookie of a browser between the way to the identity provider and back. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { parseCookie, stringifySetCookie } from 'cookie'
import { OIDC_SECONDS } from '../sign-in/challenge-repository.ts'
import type { SignInSecrets } from './provider-calls.ts'

const COOKIE = 'waybill_oidc'
const CONFIRMS = 'confirm'
const FORM = /^([A-Za-z0-9_.-]{1,40}):([A-Za-z0-9_-]{16,1000})$/
/** Bound to the state: the cookie of one sign-in finishes no other. */
const getLabel = (state: string): string => `oidc_sign_in/${state}`

const random = () => randomBytes(32).toString('base64url')

/** For a sign-in with this state. */
export const mintSecrets = (state: string, { confirms }: { confirms: boolean }): SignInSecrets => ({
  state,
  nonce: random(),
  codeVerifier: random(),
  confirms,
})

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')
/** With this prefix no sibling host can plant it. */
const cookieName = (publicUrl: string): string => (isSecure(publicUrl) ? `__Host-${COOKIE}` : COOKIE)

const common = (publicUrl: string) => {
  const name = cookieName(publicUrl)
  return { name, path: '/', httpOnly: true, secure: isSecure(publicUrl), sameSite: 'strict' } as const
}

/** Value of Set-Cookie at the beginning. Only this browser can finish the sign-in. */
export function flowCookie(
  { state, nonce, codeVerifier, confirms }: SignInSecrets,
  { box, publicUrl }: { box: SecretBox; publicUrl: string },
): string {
  const { keyId, sealed } = box.seal(`${nonce}.${codeVerifier}.${confirms ? CONFIRMS : ''}`, getLabel(state))
  const value = `${keyId}:${sealed.toString('base64url')}`
  return stringifySetCookie({ ...common(publicUrl), value, maxAge: OIDC_SECONDS })
}

/** Value of Set-Cookie at the end. */
export const endedFlowCookie = (publicUrl: string): string =>
  stringifySetCookie({ ...common(publicUrl), value: '', maxAge: 0 })

/** Undefined if this browser has not begun the sign-in with this state, or has begun another one since. */
export function readFlow(
  { cookie = '' }: IncomingHttpHeaders,
  state: string,
  { box, publicUrl }: { box: SecretBox; publicUrl: string },
): SignInSecrets | undefined {
  const [, keyId = '', sealed = ''] = FORM.exec(parseCookie(cookie)[cookieName(publicUrl)] ?? '') ?? []
  const opened = tryOpen(box, { keyId, sealed: Buffer.from(sealed, 'base64url') }, getLabel(state))
  const [nonce, codeVerifier, purpose] = opened?.split('.') ?? []
  return nonce && codeVerifier ? { state, nonce, codeVerifier, confirms: purpose === CONFIRMS } : undefined
}
