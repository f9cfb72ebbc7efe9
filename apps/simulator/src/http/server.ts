import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { CarrierProblem } from '../problem.ts'
import { registerCarrierRoutes } from './carrier-routes.ts'
import { registerGeocoder } from './geocoder-routes.ts'
import { registerAdminRoutes } from './operator-routes.ts'

/** The HTTP server: the APIs of the carriers, a geocoder, and the operator's API below /simulator. */
export function createServer(context: SimulatorContext): FastifyInstance {
  // From the signal to stop on, each answer closes its connection: a call on one that is kept would break at the end.
  const app = Fastify({ return503OnClosing: false, bodyLimit: 1_048_576 })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (context.stopping.aborted) reply.header('connection', 'close')
    done(null, payload)
  })

  app.setErrorHandler((error: FastifyError | CarrierProblem, request, reply) => {
    if (error instanceof CarrierProblem) {
      if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds)
      return reply.code(error.status).send({ error: { code: error.code, message: error.message } })
    }
    const status = error.statusCode ?? 500
    if (status >= 500) context.log.error({ err: error, route: request.routeOptions.url }, 'simulator.request_failed')
    const message = status >= 500 ? 'The carrier has failed.' : error.message
    return reply.code(status).send({ error: { code: status >= 500 ? 'internal' : 'invalid_request', message } })
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ error: { code: 'route_unknown', message: `There is no route ${request.method} ${request.url}.` } }),
  )

  registerCarrierRoutes(app, context)
  registerGeocoder(app)
  registerAdminRoutes(app, context)
  return app
}
