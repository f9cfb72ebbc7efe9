import { BlockedAddress } from '@waybill/chassis/outbound/connector'
import { NameNotResolved } from '@waybill/chassis/outbound/name-resolver'
import { ADDRESS_NOT_ALLOWED, MALFORMED_ANSWER } from './outcome.ts'

/** Longest answer of a carrier; the longest documents are labels and photos. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024

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

/** Conclusion from a failed exchange. The error's own message is not used: it may contain addresses. */
export function connectionFault(error: unknown): { kind: 'not_sent' | 'unknown'; code: string; message: string } {
  if (error instanceof BlockedAddress) {
    const message =
      'The address is not allowed: carriers are reached over https and at public addresses, unless the operator allows endpoints, and never at link-local addresses.'
    return { kind: 'not_sent', code: ADDRESS_NOT_ALLOWED, message }
  }
  if (error instanceof NameNotResolved) {
    return {
      kind: 'not_sent',
      code: 'unreachable',
      message: 'The carrier cannot be reached (its name does not resolve).',
    }
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    const message = `The carrier answered with more than ${MAX_BODY_BYTES / 2 ** 20} MiB.`
    return { kind: 'unknown', code: MALFORMED_ANSWER, message }
  }
  return NEVER_SENT.has(code)
    ? { kind: 'not_sent', code: 'unreachable', message: `The carrier cannot be reached (${code}).` }
    : { kind: 'unknown', code: 'connection_broken', message: `The connection to the carrier broke (${code}).` }
}

/** Codes after which the same call would end in the same way. */
const FINAL = new Set(['circuit_open', 'aborted', MALFORMED_ANSWER, ADDRESS_NOT_ALLOWED])

/** Whether a call without an answer is not worth another try at once. */
export const endsHere = (code: string): boolean => FINAL.has(code)

/** Milliseconds of a Retry-After header, seconds or HTTP date (RFC 9110, 10.2.3); null if it cannot be read. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
