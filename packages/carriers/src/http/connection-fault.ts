/** Errors raised before any byte of the request is sent: proof that nothing happened. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** What a failed exchange proves. The error's own message is not used: it may contain addresses. */
export function connectionFault(error: unknown): { kind: 'not_sent' | 'unknown'; code: string; message: string } {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
  return NEVER_SENT.has(code)
    ? { kind: 'not_sent', code: 'unreachable', message: `the carrier cannot be reached (${code})` }
    : { kind: 'unknown', code: 'connection_broken', message: `the connection to the carrier broke (${code})` }
}

/** Milliseconds of a Retry-After header, seconds or HTTP date (RFC 9110, 10.2.3); null if it cannot be read. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
