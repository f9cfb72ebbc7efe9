import { randomBytes } from 'node:crypto'

/** 144 bits: whoever has the address may see the page, and nobody guesses it. */
const TOKEN_BYTES = 18

/** A new address of a public tracking page. `publicUrl` is without a trailing slash. */
export const newTrackingUrl = (publicUrl: string): string =>
  `${publicUrl}/t/${randomBytes(TOKEN_BYTES).toString('base64url')}`

/** What the page is looked up by. */
export const trackingTokenOf = (trackingUrl: string): string => trackingUrl.slice(trackingUrl.lastIndexOf('/') + 1)
