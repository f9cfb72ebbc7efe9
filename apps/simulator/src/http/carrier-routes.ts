/** The API of the simulated carriers, each below its carrier code. */
import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { bookingRoutes } from './booking-routes.ts'
import { createHandler } from './carrier-request.ts'
import { documentRoutes } from './document-routes.ts'
import { jobRoutes } from './job-routes.ts'
import { manifestRoutes } from './manifest-routes.ts'
import { pickupRoutes } from './pickup-routes.ts'
import { quoteRoutes } from './quote-routes.ts'

export function registerCarrierRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const groups = [quoteRoutes, bookingRoutes, jobRoutes, documentRoutes, pickupRoutes, manifestRoutes]
  const routes = groups.flatMap((list) => list(context))
  for (const carrier of simulatedDescriptors) {
    for (const route of routes) {
      const { method, path } = route
      app.route({ method, url: `/${carrier.carrierCode}${path}`, handler: createHandler(route, carrier, context) })
    }
  }
}
