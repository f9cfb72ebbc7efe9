/** URLs of public tracking pages. */
import { randomBytes } from 'node:crypto'

/** 144 bits: the URL is the only credential of the page and must not be guessable. */
const TOKEN_BYTES = 18
/** A call for random bytes costs the same for one token as for many. */
const TOKENS_AT_ONCE = 128

let random = Buffer.alloc(0)

/** A new URL of a public tracking page. `publicUrl` has no trailing slash. */
export function newTrackingUrl(publicUrl: string): string {
  if (random.length === 0) random = randomBytes(TOKEN_BYTES * TOKENS_AT_ONCE)
  const token = random.subarray(0, TOKEN_BYTES).toString('base64url')
  random = random.subarray(TOKEN_BYTES)
  return `${publicUrl}/t/${token}`
}

const TOKEN_FORM = /^[\w-]{1,64}$/

/** Whether a text has the form of a token. Other texts are refused without a database query. */
export const hasTokenForm = (text: string): boolean => TOKEN_FORM.test(text)

/** The token in a tracking URL. */
export const trackingToken = (trackingUrl: string): string => trackingUrl.slice(trackingUrl.lastIndexOf('/') + 1)
