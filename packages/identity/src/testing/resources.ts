/** Routes that stand for those of the services: they are admitted and recorded as all are, and a test sets their answers. */
import { successEnvelope } from '@waybill/contracts/envelope'
import type { Scope } from '@waybill/contracts/requests/scopes'
import { type Call, defineRoute, jsonBody, type Reply, type Route } from '@waybill/edge/routing/route'
import { z } from 'zod'

export class Resources {
  /** Calls, oldest first. */
  readonly calls: Call[] = []
  /** The driver of each token of a driver; null: there is none. */
  driver: { driverId: string; environmentId: string } | null = null
  /** Answers a call; throws for an error. */
  answer: (call: Call) => Reply = () => ({ status: 200, body: JSON.stringify(successEnvelope([])) })
}

export function resourceRoutes<Services>(resources: Resources): Route<Services>[] {
  const handle = async (call: Call): Promise<Reply> => {
    resources.calls.push(call)
    return resources.answer(call)
  }
  const common = { tag: 'Resources', handle }
  const list = (operationId: string, path: string, scope: Scope) =>
    defineRoute<Services>({
      ...common,
      operationId,
      method: 'GET',
      path,
      summary: 'List',
      access: { kind: 'token', scope },
      success: [{ status: 200, description: 'A page.', list: true }],
    })
  return [
    list('listShipments', '/api/v1/shipments', 'shipments:read'),
    list('listBookings', '/api/v1/bookings', 'bookings:read'),
    list('listQuotes', '/api/v1/quotes', 'quotes:read'),
    defineRoute<Services>({
      ...common,
      operationId: 'getLabel',
      method: 'GET',
      path: '/api/v1/bookings/{booking_id}/label',
      summary: 'Get a file that a signed URL opens',
      access: { kind: 'token_or_signature', scope: 'bookings:read' },
      query: z.object({ environment: z.string().optional(), signature: z.string().optional() }),
      success: [{ status: 200, description: 'The file.' }],
    }),
    defineRoute<Services>({
      ...common,
      operationId: 'getDriverAccount',
      method: 'GET',
      path: '/api/v1/driver',
      summary: 'Get what the token of a driver opens',
      access: { kind: 'driver' },
      success: [{ status: 200, description: 'The driver.' }],
    }),
    defineRoute<Services>({
      ...common,
      operationId: 'createShipment',
      method: 'POST',
      path: '/api/v1/shipments',
      summary: 'Create',
      access: { kind: 'token', scope: 'shipments:write' },
      body: jsonBody(z.looseObject({})),
      success: [{ status: 201, description: 'Created.' }],
    }),
  ]
}
