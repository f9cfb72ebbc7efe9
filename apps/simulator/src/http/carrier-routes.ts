/** The API of the simulated carriers, each below its carrier code. */
import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { bookingRoutes } from './booking-routes.ts'
import { createHandler } from './carrier-request.ts'
import { documentRoutes } from './document-routes.ts'
import { jobRoutes } from './job-routes.ts'
import { pickupRoutes } from './pickup-routes.ts'
import { quoteRoutes } from './quote-routes.ts'

export function registerCarrierRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const routes = [quoteRoutes, bookingRoutes, jobRoutes, documentRoutes, pickupRoutes].flatMap((list) => list(context))
  for (const carrier of simulatedDescriptors) {
    for (const route of routes) {
      const { method, path } = route
      app.route({ method, url: `/${carrier.carrierCode}${path}`, handler: createHandler(route, carrier, context) })
    }
  }
}
