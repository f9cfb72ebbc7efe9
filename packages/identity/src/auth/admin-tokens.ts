/** The tokens of the admin API, each with the name that the audit log shows. Pure. */

export interface AdminToken {
  name: string
  token: string
}

/** Name of the token in WAYBILL_ADMIN_TOKEN. */
const UNNAMED = 'admin'
/** Not as an id of a member or key, which act in the audit log, too. */
const NAMED_TOKEN = /^((?!usr_|key_)[A-Za-z0-9][A-Za-z0-9._@-]{0,63}):([\x21-\x7e]+)$/
const MIN_TOKEN_BYTES = 24

/**
 * The tokens of WAYBILL_ADMIN_TOKEN, a single one, and of WAYBILL_ADMIN_TOKENS, `name:token` separated by commas. A name may
 * have several tokens. Throws an error that names the variable, without a token, if there is none or one is malformed.
 */
export function adminTokens({ single, named }: { single: string | null; named: string | null }): AdminToken[] {
  const items = (named ?? '').split(',').map((item) => item.trim())
  const tokens = [
    ...(single === null ? [] : [{ name: UNNAMED, token: single }]),
    ...items.filter((item) => item !== '').map(namedToken),
  ]
  if (tokens.length > 0) return tokens
  throw new Error('Invalid configuration:\n  WAYBILL_ADMIN_TOKEN or WAYBILL_ADMIN_TOKENS is required')
}

function namedToken(item: string): AdminToken {
  const [, name = '', token = ''] = NAMED_TOKEN.exec(item) ?? []
  if (token.length >= MIN_TOKEN_BYTES) return { name, token }
  const which = name === '' ? 'an entry' : `the token of ${name}`
  const expected = `name:token, the token of at least ${MIN_TOKEN_BYTES} characters without spaces`
  throw new Error(`Invalid configuration:\n  WAYBILL_ADMIN_TOKENS is invalid in ${which}: expected ${expected}`)
}
