import { contextMessage } from '@waybill/chassis/rpc/client'
import { createRateCardSchema, publicRateCardSchema, updateRateCardSchema } from '@waybill/contracts/fleet/rate-card'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const tag = 'Rate cards'
const CARDS = '/api/v1/rate-cards'
const CARD = `${CARDS}/{rate_card_id}`
const card = { status: 200, description: 'The rate card.', schema: publicRateCardSchema }

export const rateCardRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createRateCard',
    method: 'POST',
    path: CARDS,
    tag,
    summary: 'Create a rate card',
    description:
      'Prices of deliveries by your own drivers, by distance or by zone. Quotes have an offer of carrier `own_fleet` for each service of which an enabled card matches the shipment; if several match, the oldest card counts. Distances are as the crow flies.',
    access: { kind: 'token', scope: 'carriers:write' },
    body: jsonBody(createRateCardSchema),
    success: [{ ...card, status: 201, location: CARD }],
    errors: ['rate_card_limit_reached'],
    handle: ({ context, bytes }, { quoting }) =>
      quoting.CreateRateCard({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listRateCards',
    method: 'GET',
    path: CARDS,
    tag,
    summary: 'List rate cards',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'carriers:read' },
    query: pageQuery,
    success: [{ ...card, description: 'A page of rate cards.', list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { quoting }) =>
      quoting.ListRateCards({ context: contextMessage(context), page: pageMessage(query) }),
  }),
  defineRoute({
    operationId: 'getRateCard',
    method: 'GET',
    path: CARD,
    tag,
    summary: 'Get a rate card',
    access: { kind: 'token', scope: 'carriers:read' },
    success: [card],
    handle: ({ context, params }, { quoting }) =>
      quoting.GetRateCard({ context: contextMessage(context), rate_card_id: params.rate_card_id }),
  }),
  defineRoute({
    operationId: 'updateRateCard',
    method: 'PATCH',
    path: CARD,
    tag,
    summary: 'Update a rate card',
    description:
      'Each field that you send is replaced as a whole, `distance_price` and `zones` included; omitted fields stay unchanged. Offers that were made before keep their prices. A response of GET can be sent back with a change in it.',
    access: { kind: 'token', scope: 'carriers:write' },
    body: jsonBody(updateRateCardSchema, { validatedByOwner: true }),
    conditional: true,
    success: [card],
    handle: ({ context, params, bytes }, { quoting }) =>
      quoting.UpdateRateCard({
        context: contextMessage(context),
        rate_card_id: params.rate_card_id,
        document: bytes,
      }),
  }),
  defineRoute({
    operationId: 'deleteRateCard',
    method: 'DELETE',
    path: CARD,
    tag,
    summary: 'Delete a rate card',
    description: 'Offers that were made before stay valid.',
    access: { kind: 'token', scope: 'carriers:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'The rate card is deleted.' }],
    handle: ({ context, params }, { quoting }) =>
      quoting.DeleteRateCard({ context: contextMessage(context), rate_card_id: params.rate_card_id }),
  }),
]
