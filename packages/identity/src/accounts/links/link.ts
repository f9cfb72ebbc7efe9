/** One-time links: their tokens and addresses. */
import { randomBytes } from 'node:crypto'
import { newId } from '@waybill/contracts/ids'
import { hashToken } from '../../credentials/token.ts'

/** 32 bytes are 43 characters of base64url. */
export const LINK_TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

/** The id and the secret of a new link. Only the hash is stored. */
export function mintLink() {
  const token = randomBytes(32).toString('base64url')
  return { linkId: newId('lnk'), token, tokenHash: hashToken(token) }
}

/** Where a link leads. The token is in the fragment, which browsers send to no server and in no Referer. */
export const accountUrl = (
  publicUrl: string,
  page: 'sign-in' | 'accept-invitation' | 'reset-password',
  token: string,
): string => `${publicUrl}/console/${page}#token=${token}`

export const signInUrl = (publicUrl: string, token: string): string => accountUrl(publicUrl, 'sign-in', token)
