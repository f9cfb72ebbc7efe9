import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
// 32 bytes are 43 characters of base64url.
const TOKEN_FORM = /^wb_(test|live)_[A-Za-z0-9_-]{43}$/

const tokenPrefix = (livemode: boolean) => (livemode ? 'wb_live_' : 'wb_test_')

/** A new access token. Only its hash is stored, so it can be shown only once. */
export const mintToken = (livemode: boolean): string =>
  tokenPrefix(livemode) + randomBytes(TOKEN_BYTES).toString('base64url')

/** Whether the text has the form of a token. Anything else is rejected without a database lookup. */
export const hasTokenForm = (text: string): boolean => TOKEN_FORM.test(text)

/** The stored form of a token. Tokens are random, so a fast hash is as safe as a slow one. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The parts of a token that are shown to identify its key. */
export const tokenHint = (token: string): { prefix: string; last4: string } => ({
  prefix: token.slice(0, tokenPrefix(false).length),
  last4: token.slice(-4),
})
