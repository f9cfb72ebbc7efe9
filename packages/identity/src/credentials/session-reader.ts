import type { Credential } from '@waybill/edge/credential'
import type { FastifyRequest } from 'fastify'

/**
 * Undefined if the request has no cookie of a session. `isOfTeam`: the request is about the team or the account, not about an
 * environment. Throws `session_ended`, `csrf_failed`, `environment_required`, `environment_not_found`, `access_suspended`.
 */
export type SessionReader = (
  request: FastifyRequest,
  options: { isOfTeam: boolean; beforeLookup: () => Promise<void> },
) => Promise<Credential | undefined>
