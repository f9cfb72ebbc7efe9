/** Calls that cost no token: probes, and files of the console, which an office behind one address loads by the dozen. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROBES } from '../http/paths.ts'
import { callerAddress } from './caller-address.ts'
import type { RateLimiter } from './rate-limit.ts'

/** The limit for a free call. Browsers send about 1 KiB; to read 16 KiB takes ten times the work of the answer. */
const MOST_HEADER_BYTES = 4 * 1024
const REMEMBERED_MS = 60_000
const MOST_REMEMBERED = 10_000

export interface FreeCalls {
  /** Throws rate_limited for a call with large headers, or from an address that has failed before and has no token left. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Charges a call that failed by a mistake of the caller, such as one for a file that does not exist. */
  settle(request: FastifyRequest, status: number): void
}

export function createFreeCalls(
  limiter: Pick<RateLimiter, 'takeForAddress' | 'checkAddress' | 'chargeAddress'>,
): FreeCalls {
  /** Addresses that have failed, the one of the longest ago first, with the time until which they are checked. */
  const failed = new Map<string, number>()
  const paid = new WeakSet<FastifyRequest>()
  return {
    async admit(request, reply) {
      if (countHeaderBytes(request) > MOST_HEADER_BYTES) {
        paid.add(request)
        return limiter.takeForAddress(request, reply)
      }
      // A probe cannot fail by a mistake of the caller.
      if (failed.size === 0 || PROBES.has(request.routeOptions.url ?? '')) return
      const address = callerAddress(request.ip)
      const untilMs = failed.get(address)
      if (untilMs === undefined) return
      if (performance.now() < untilMs) return limiter.checkAddress(request, reply)
      failed.delete(address)
    },
    settle(request, status) {
      if (status < 400 || status >= 500 || status === 429 || paid.has(request)) return
      const address = callerAddress(request.ip)
      const [oldest = ''] = failed.keys()
      if (!failed.delete(address) && failed.size >= MOST_REMEMBERED) failed.delete(oldest)
      failed.set(address, performance.now() + REMEMBERED_MS)
      void limiter.chargeAddress(request)
    },
  }
}

const countHeaderBytes = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.reduce((sum, { length }) => sum + length, 0)
