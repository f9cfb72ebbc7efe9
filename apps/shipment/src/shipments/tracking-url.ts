import { randomBytes } from 'node:crypto'

/** 144 bits: whoever has the address may see the page, and nobody guesses it. */
const TOKEN_BYTES = 18
/** Asking the system for random bytes costs the same for one token as for many. */
const TOKENS_AT_ONCE = 128

let random = Buffer.alloc(0)

/** A new address of a public tracking page. `publicUrl` is without a trailing slash. */
export function newTrackingUrl(publicUrl: string): string {
  if (random.length === 0) random = randomBytes(TOKEN_BYTES * TOKENS_AT_ONCE)
  const token = random.subarray(0, TOKEN_BYTES).toString('base64url')
  random = random.subarray(TOKEN_BYTES)
  return `${publicUrl}/t/${token}`
}

const TOKEN_FORM = /^[\w-]{1,64}$/

/** Whether a text from an address may be a token at all; what is none is refused without asking the database. */
export const hasTokenForm = (text: string): boolean => TOKEN_FORM.test(text)

/** What the page is looked up by. */
export const trackingTokenOf = (trackingUrl: string): string => trackingUrl.slice(trackingUrl.lastIndexOf('/') + 1)
