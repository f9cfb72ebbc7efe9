import type { FastifyReply, FastifyRequest } from 'fastify'
import { createShares, findHolder } from './shares.ts'

const MIB = 1024 * 1024
/** Shorter answers mostly fit into the buffers of the connection, also if their reader stalls. */
const SMALLEST_COUNTED_BYTES = 16 * 1024

/** Only callers with a token are counted: the others get pages, which all share. */
const LIMITS = {
  perKey: 24 * MIB,
  perEnvironment: 32 * MIB,
  perAddress: 0,
  allAddresses: 0,
  perProcess: 96 * MIB,
}

interface AnswerShares {
  /** Throws `rate_limited` or `service_unavailable` if more is on its way to the caller than it may have. */
  assertRoom(request: FastifyRequest): void
  /**
   * Counts an answer until it has been sent or its connection is closed: a client that stalls holds it in memory for up to
   * 30 s. Throws as `assertRoom` if a read has no room; the answer to a write is sent in any case, since it has happened.
   */
  count(request: FastifyRequest, reply: FastifyReply, body: unknown): void
}

export function countAnswers(): AnswerShares {
  const shares = createShares(LIMITS, {
    describe: (limit) => `Answers of ${limit / MIB} MiB are being sent`,
    advice: 'Read them first.',
    retryAfterSeconds: 1,
  })
  return {
    assertRoom(request) {
      if (request.credential) shares.take(findHolder(request), 0)
    },
    count(request, reply, body) {
      if (!request.credential || !(typeof body === 'string' || Buffer.isBuffer(body))) return
      // A response whose client has hung up emits no further event.
      if (body.length < SMALLEST_COUNTED_BYTES || reply.raw.destroyed) return
      const give = request.method === 'GET' ? shares.take : shares.hold
      reply.raw.once('close', give(findHolder(request), body.length))
    },
  }
}
