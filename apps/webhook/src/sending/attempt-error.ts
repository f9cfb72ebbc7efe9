import { BlockedAddress } from '@waybill/chassis/outbound/connector'
import { NameNotResolved } from '@waybill/chassis/outbound/name-resolver'
import type { AttemptErrorCode } from '@waybill/contracts/webhooks/delivery'

/** The total deadline of an attempt has passed. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

/** The receiver violates HTTP. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation'
}

const byCode: Record<string, AttemptErrorCode> = {
  ECONNREFUSED: 'connect_error',
  EHOSTUNREACH: 'connect_error',
  ENETUNREACH: 'connect_error',
  EADDRNOTAVAIL: 'connect_error',
  EACCES: 'connect_error',
  EPERM: 'connect_error',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  EPROTO: 'tls_error',
  UND_ERR_HEADERS_OVERFLOW: 'protocol_error',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol_error',
}

/** undici's errors for an unrequested 100 or 101 response. It accepts other 1xx responses. */
const UNREQUESTED = /^bad (response|upgrade)$/

const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_OSSL_|HOSTNAME_MISMATCH|INVALID_CA)/

/** Maps the error that ended a request to a code of the attempt log. */
export function attemptErrorCode(error: unknown): AttemptErrorCode {
  if (error instanceof BlockedAddress) return 'blocked_address'
  if (error instanceof NameNotResolved) return 'dns_error'
  if (error instanceof DeadlinePassed) return 'timeout'
  if (error instanceof ProtocolViolation) return 'protocol_error'
  const { code, name, message = '' } = error as { code?: string; name?: string; message?: string }
  if (code !== undefined && TLS_CODE.test(code)) return 'tls_error'
  if (code?.startsWith('HPE_') || name === 'HTTPParserError') return 'protocol_error'
  if (code === 'UND_ERR_SOCKET' && UNREQUESTED.test(message)) return 'protocol_error'
  return byCode[code ?? ''] ?? 'connect_error'
}
