import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { CarrierProblem } from '../problem.ts'
import { registerCarrierRoutes } from './carrier-routes.ts'
import { registerAdminRoutes } from './operator-routes.ts'

/** The HTTP server: the APIs of the carriers, and the operator's API below /simulator. */
export function createServer(context: SimulatorContext): FastifyInstance {
  // A fault may leave calls unanswered; they must not delay a stop.
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 })

  app.setErrorHandler((error: FastifyError | CarrierProblem, request, reply) => {
    if (error instanceof CarrierProblem) {
      if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds)
      return reply.code(error.status).send({ error: { code: error.code, message: error.message } })
    }
    const status = error.statusCode ?? 500
    if (status >= 500) context.log.error({ err: error, route: request.routeOptions.url }, 'simulator.request_failed')
    const message = status >= 500 ? 'the carrier has failed' : error.message
    return reply.code(status).send({ error: { code: status >= 500 ? 'internal' : 'invalid_request', message } })
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ error: { code: 'route_unknown', message: `there is no route ${request.method} ${request.url}` } }),
  )

  registerCarrierRoutes(app, context)
  registerAdminRoutes(app, context)
  return app
}
