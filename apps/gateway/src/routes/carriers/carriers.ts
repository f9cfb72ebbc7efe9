import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicCarrierSchema } from '@waybill/contracts/carrier'
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

export const carrierRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'listCarriers',
    method: 'GET',
    path: '/api/v1/carriers',
    tag: 'Carriers',
    summary: 'List carriers and their services',
    description: 'The carriers that the environment can use, with the limits of their services, in one page.',
    access: { kind: 'token', scope: 'carriers:read' },
    success: [{ status: 200, description: 'The carriers.', schema: publicCarrierSchema, list: true }],
    handle: ({ context }, { quoting }) => quoting.ListCarriers({ context: contextMessage(context) }),
  }),
]
