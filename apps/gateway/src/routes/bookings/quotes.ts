import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicCarrierExchangeSchema } from '@waybill/contracts/carrier-accounts/carrier-exchange'
import { publicQuoteSchema, quoteStatuses } from '@waybill/contracts/quote'
import {
  createQuoteForShipmentSchema,
  createQuoteSchema,
  quoteSchemaFor,
} from '@waybill/contracts/requests/shipment-documents'
import { prefers } from '@waybill/edge/http/accept'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import { timeFrom, timeTo } from '@waybill/edge/routing/time-filters'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { STREAM_TYPE, streamReply } from '../shipments/streams.ts'

const tag = 'Quotes'
const page = { status: 200, description: 'A page of quotes.', schema: publicQuoteSchema, list: true }

const statusQuery = pageQuery.extend({
  status: z.enum(quoteStatuses).optional().describe('Only quotes in this status.'),
})
const listQuery = statusQuery.extend({
  shipment_id: z.string().min(1).max(100).optional().describe('Only quotes of this shipment.'),
  requested_from: timeFrom.optional().describe('Only quotes requested at this time, or on this date (UTC), or later.'),
  requested_to: timeTo.optional().describe('Only quotes requested before this time, or on this date (UTC) or earlier.'),
})

export const quoteRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createQuote',
    method: 'POST',
    path: '/api/v1/quotes',
    tag,
    summary: 'Request a quote',
    description:
      'Asks all carriers in parallel. `messages` says why a carrier or a service made no offer. Without `shipment_id`, the newest unbooked shipment that matches the body is quoted, or a new one is registered if there are offers. With `Accept: text/event-stream`, offers are streamed as carriers answer. See [First shipment](/docs/first-shipment#compare-the-offers).',
    access: { kind: 'token', scope: 'quotes:write' },
    body: {
      kind: 'json',
      schemaFor: quoteSchemaFor,
      variants: [createQuoteSchema, createQuoteForShipmentSchema],
      validatedByOwner: true,
    },
    success: [
      // The stream is not among the documented responses: generated clients would take it for a form of the quote.
      {
        status: 201,
        description: 'The quote.',
        schema: publicQuoteSchema,
        otherContentTypes: [STREAM_TYPE],
        location: '/api/v1/quotes/{quote_id}',
      },
    ],
    errors: [
      'shipment_not_found',
      'shipment_not_bookable',
      'shipment_already_booked',
      'quote_mismatch',
      'no_rates_available',
      'parcel_too_heavy',
      'carrier_unavailable',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    async handle({ context, bytes, headers, caller }, { quoting, quoteStreams }) {
      const request = { context: contextMessage(context), document: bytes }
      if (!prefers({ headers }, STREAM_TYPE)) return await quoting.Create(request)
      return streamReply(await quoteStreams.open(caller, context.requestId, () => quoting.CreateLive(request)))
    },
  }),
  defineRoute<Services, typeof listQuery>({
    operationId: 'listQuotes',
    method: 'GET',
    path: '/api/v1/quotes',
    tag,
    summary: 'List quotes',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'quotes:read' },
    query: listQuery,
    success: [page],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { quoting }) =>
      quoting.List({
        context: contextMessage(context),
        page: pageMessage(query),
        shipment_id: query.shipment_id ?? '',
        status: query.status ?? '',
        requested_from: query.requested_from ?? '',
        requested_to: query.requested_to ?? '',
      }),
  }),
  defineRoute<Services, typeof statusQuery>({
    operationId: 'listQuotesOfShipment',
    method: 'GET',
    path: '/api/v1/shipments/{shipment_id}/quotes',
    tag,
    summary: "List a shipment's quotes",
    description: 'Newest first.',
    access: { kind: 'token', scope: 'quotes:read' },
    query: statusQuery,
    success: [page],
    errors: ['invalid_cursor'],
    handle: ({ context, params, query }, { quoting }) =>
      quoting.List({
        context: contextMessage(context),
        page: pageMessage(query),
        shipment_id: params.shipment_id,
        shipment_must_exist: true,
        status: query.status ?? '',
      }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listQuoteExchanges',
    method: 'GET',
    path: '/api/v1/quotes/{quote_id}/exchanges',
    tag,
    summary: 'List the exchanges with carriers about a quote',
    description:
      'Oldest first: what Waybill asked the carriers and what they answered, without names, addresses, contacts and secrets. Carriers whose offers for an identical request are seconds old are not asked again. An exchange is listed a moment after it has ended, and for 30 days unless the operator chose otherwise.',
    access: { kind: 'token', scope: 'quotes:read' },
    query: pageQuery,
    success: [{ status: 200, description: 'A page of exchanges.', schema: publicCarrierExchangeSchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, params, query }, { quoting }) =>
      quoting.ListExchanges({
        context: contextMessage(context),
        quote_id: params.quote_id,
        page: pageMessage(query),
      }),
  }),
  defineRoute({
    operationId: 'getQuote',
    method: 'GET',
    path: '/api/v1/quotes/{quote_id}',
    tag,
    summary: 'Get a quote',
    access: { kind: 'token', scope: 'quotes:read' },
    success: [{ status: 200, description: 'The quote.', schema: publicQuoteSchema }],
    handle: ({ context, params }, { quoting }) =>
      quoting.Get({ context: contextMessage(context), quote_id: params.quote_id }),
  }),
]
