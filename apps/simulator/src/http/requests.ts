import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CarrierProblem } from '../problem.ts'

/** The parsed body. Throws 400 `invalid_request`; the message names every invalid field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new CarrierProblem(400, 'invalid_request', z.prettifyError(parsed.error))
}

/** Throws 401 unless the bearer token is the secret. Hashes are compared, so that time does not depend on the length. */
export function requireBearer(request: FastifyRequest, secret: string): void {
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(token), digest(secret)))
    throw new CarrierProblem(401, 'unauthorized', 'The bearer token is missing or wrong.')
}
