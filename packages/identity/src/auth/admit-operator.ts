import { createHash, timingSafeEqual } from 'node:crypto'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { AppError } from '@waybill/contracts/app-error'
import { parseBearerToken } from '@waybill/edge/http/headers'
import type { Admit } from '@waybill/edge/routing/register'
import { LRUCache } from 'lru-cache'
import type { AdminToken } from './admin-tokens.ts'

const CHALLENGE = 'Bearer realm="waybill"'

const COUNTED_ADDRESSES = 1_000
const COUNTED_FOR_MS = 3_600_000

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Admits operators, by their admin tokens: sets the request's operator. Compares with every token, each in constant time.
 * Logs the first refusal of an address, then the tenth, the hundredth and so on.
 */
export function admitOperator(tokens: readonly AdminToken[], log: Logger): Admit {
  const known = tokens.map(({ name, token }) => ({ name, digest: digest(token) }))
  const refused = new LRUCache<string, number>({ max: COUNTED_ADDRESSES, ttl: COUNTED_FOR_MS })
  return async (_access, request, reply) => {
    const token = parseBearerToken(request.headers.authorization)
    if (token !== undefined) {
      const sent = digest(token)
      const [owner] = known.filter((one) => timingSafeEqual(one.digest, sent))
      if (owner) {
        request.operator = owner.name
        return
      }
    }
    const count = (refused.get(request.ip) ?? 0) + 1
    refused.set(request.ip, count)
    if (/^10*$/.test(String(count))) {
      log.warn({ ip: request.ip, refusals: count, hasToken: token !== undefined }, 'admin.refused')
    }
    reply.header('www-authenticate', CHALLENGE)
    const message =
      token === undefined
        ? 'Send the header "Authorization: Bearer <ADMIN_TOKEN>".'
        : 'The token is not an admin token (WAYBILL_ADMIN_TOKEN, WAYBILL_ADMIN_TOKENS).'
    throw new AppError(token === undefined ? 'unauthenticated' : 'invalid_token', message)
  }
}
