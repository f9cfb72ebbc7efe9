import { contextMessage } from '@waybill/chassis/rpc-client'
import { publicQuoteSchema } from '@waybill/contracts/quote'
import { createQuoteForShipmentSchema, createQuoteSchema, quoteSchemaFor } from '@waybill/contracts/shipment-documents'
import { defineRoute, type Route, TIMEOUT_MS } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Quotes'

export const quoteRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createQuote',
    method: 'POST',
    path: '/api/v1/quotes',
    tag,
    summary: 'Request a quote',
    description:
      'Asks the carriers side by side; those that make no offer are named in messages. The quote belongs to the shipment named by shipment_id; without it to the newest unbooked one with the same reference, route and parcels, else to one that is registered for it. Options are sorted by total_amount.',
    access: { kind: 'token', scope: 'quotes:write' },
    body: {
      kind: 'json',
      schemaFor: quoteSchemaFor,
      variants: [createQuoteSchema, createQuoteForShipmentSchema],
    },
    success: [{ status: 201, description: 'The quote.', schema: publicQuoteSchema }],
    errors: [
      'shipment_not_found',
      'shipment_not_bookable',
      'quote_mismatch',
      'no_rates_available',
      'parcel_too_heavy',
      'carrier_unavailable',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, bytes }, { quoting }) => quoting.Create({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute({
    operationId: 'getQuote',
    method: 'GET',
    path: '/api/v1/quotes/{quote_id}',
    tag,
    summary: 'Get a quote',
    access: { kind: 'token', scope: 'quotes:read' },
    success: [{ status: 200, description: 'The quote.', schema: publicQuoteSchema }],
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
    handle: ({ context, params }, { quoting }) =>
      quoting.Get({ context: contextMessage(context), quote_id: params.quote_id }),
  }),
]
