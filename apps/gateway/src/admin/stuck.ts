/** Stuck work in the services. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { runbookLink } from '@waybill/contracts/stuck-kinds'
import { answer, orNull } from '@waybill/identity/admin/admin-route'
import { z } from 'zod'
import { type ServiceName, serviceNames } from '../routes/services.ts'
import { type AdminRoute, plainRead } from './admin-route.ts'

/** Shorter than the request's own, so that a service that does not answer can be named. */
const SERVICE_TIMEOUT_MS = 6_000

const stuckQuery = z.object({
  after_seconds: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number of seconds, at least 1')
    .transform(Number)
    .optional(),
})

/** A service that did not answer, or one of its checks that failed. `kind` null: all of its kinds. */
interface Unasked {
  service: ServiceName
  kind: string | null
  reason: string
}

export const stuckRoutes: AdminRoute[] = [
  plainRead<typeof stuckQuery>({
    operationId: 'listStuck',
    method: 'GET',
    path: '/admin/stuck',
    summary: 'List the stuck work of every service, oldest first, and the services that could not be asked',
    query: stuckQuery,
    async handle({ context, query }, { operators }) {
      const unasked: Unasked[] = []
      const after_seconds = query.after_seconds ?? 0
      const asked = await Promise.all(
        serviceNames.map(async (service) => {
          const request = { context: contextMessage(context), after_seconds }
          const reply = await operators[service]
            .ListStuck(request, { timeoutMs: SERVICE_TIMEOUT_MS })
            .catch((error: unknown) => {
              unasked.push({ service, kind: null, reason: error instanceof AppError ? error.message : String(error) })
              return { kinds: [] }
            })
          return reply.kinds.map((found) => ({ service, ...found }))
        }),
      )
      const kinds = asked.flat()
      for (const { service, kind, error } of kinds) if (error !== '') unasked.push({ service, kind, reason: error })
      const things = kinds.flatMap(({ service, kind, things: found }) =>
        found.map(({ id, environment_id, since, why }) => ({
          kind,
          service,
          id,
          environment_id: orNull(environment_id),
          since,
          why,
          runbook: runbookLink(kind),
        })),
      )
      return answer(200, {
        things: things.sort((a, b) => a.since.localeCompare(b.since)),
        counts: kinds
          .filter(({ error }) => error === '')
          .map(({ service, kind, count, things: { length } }) => ({ service, kind, count, listed: length })),
        unasked,
      })
    },
  }),
]
