import type { EventEmitter } from 'node:events'
import type { FastifyRequest } from 'fastify'
import { createShares, findHolder } from './shares.ts'

const MIB = 1024 * 1024

/**
 * Returns a function that counts a body until its holder, the request or the response, has ended or its connection is closed:
 * a client that stalls holds what it has sent in memory for up to 30 s. A body in chunks counts with the most it may have. Throws `rate_limited` or
 * `service_unavailable` before the body is read.
 */
export function countBodies(): (request: FastifyRequest, limitBytes: number, holder: EventEmitter) => void {
  const shares = createShares(
    { perKey: 16 * MIB, perAddress: 8 * MIB, perEnvironment: 20 * MIB, allAddresses: 16 * MIB, perProcess: 64 * MIB },
    {
      describe: (limit) => `Bodies of ${limit / MIB} MiB are being received`,
      advice: 'Send the bodies without pauses.',
      retryAfterSeconds: 1,
    },
  )
  return (request, limitBytes, holder) => {
    const { headers, raw } = request
    const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : limitBytes
    // A client may have hung up while its request was being admitted: no event would follow.
    if (bytes === 0 || raw.destroyed) return
    const giveBack = shares.take(findHolder(request), Math.min(bytes, limitBytes))
    holder.once('end', giveBack)
    holder.once('close', giveBack)
  }
}
