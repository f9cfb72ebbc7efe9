import { createHash, createHmac, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
// 32 bytes are 43 characters of base64url.
const TOKEN_FORM = /^wb_(test|live)_[A-Za-z0-9_-]{43}$/

export const tokenPrefix = (livemode: boolean) => (livemode ? 'wb_live_' : 'wb_test_')

/** A new access token. It is shown once: only its hash is stored. */
export const mintToken = (livemode: boolean): string =>
  tokenPrefix(livemode) + randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * The demo merchant's token: HMAC-SHA256 of "demo key" under the admin token. So the same token can be shown again
 * after a restart although only its hash is stored; whoever could compute it holds the admin token already.
 */
export const demoToken = (adminToken: string): string =>
  tokenPrefix(false) + createHmac('sha256', adminToken).update('demo key').digest('base64url')

/** Whether the text looks like one of our tokens; what does not is refused without asking the database. */
export const hasTokenForm = (text: string): boolean => TOKEN_FORM.test(text)

/** What is stored and looked up. Tokens are random, so a fast hash is as good as a slow one. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** What the operator is shown to tell keys apart. */
export const tokenHint = (token: string): { prefix: string; last4: string } => ({
  prefix: token.slice(0, tokenPrefix(false).length),
  last4: token.slice(-4),
})
