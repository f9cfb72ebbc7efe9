/** Manifests: the labels of a day, closed with their carrier. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import {
  createManifestSchema,
  manifestStatuses,
  openLabelsSchema,
  publicManifestSchema,
} from '@waybill/contracts/bookings/manifest'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { fileReply } from '../shipments/labels.ts'

const tag = 'Manifests'
const MANIFESTS = '/api/v1/manifests'
const MANIFEST = `${MANIFESTS}/{manifest_id}`
const RETRY_SECONDS = 1

const listQuery = pageQuery.extend({
  status: z.enum(manifestStatuses).optional().describe('Only manifests with this status.'),
  booking_id: z.string().max(64).optional().describe('Only manifests of this booking.'),
})

const openQuery = z.strictObject({
  ship_date: z.iso.date().optional().describe('The day to close, YYYY-MM-DD. Default: today in UTC.'),
})

export const manifestRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createManifest',
    method: 'POST',
    path: MANIFESTS,
    tag,
    summary: 'Create a manifest',
    description:
      'Asks the carrier for a manifest of the labels of an account, a place and a day. The carrier is asked after the response: read the manifest at `Location` until it is no longer `creating`. A label is in one manifest; a lost answer files nothing twice. `left_out` names the others. See [Close the day](/docs/batches#close-the-day).',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(createManifestSchema),
    success: [
      {
        status: 202,
        description: 'The manifest, and in Location its URL.',
        schema: publicManifestSchema,
        location: MANIFEST,
        retryAfterSeconds: RETRY_SECONDS,
      },
    ],
    errors: ['manifest_empty', 'shipment_not_found', 'quote_superseded', 'carrier_unavailable'],
    handle: ({ context, bytes }, { bookings }) =>
      bookings.CreateManifest({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute<Services, typeof listQuery>({
    operationId: 'listManifests',
    method: 'GET',
    path: MANIFESTS,
    tag,
    summary: 'List manifests',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'bookings:read' },
    query: listQuery,
    success: [{ status: 200, description: 'A page of manifests.', schema: publicManifestSchema, list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { bookings }) =>
      bookings.ListManifests({
        context: contextMessage(context),
        page: pageMessage(query),
        status: query.status ?? '',
        booking_id: query.booking_id ?? '',
      }),
  }),
  defineRoute<Services, typeof openQuery>({
    operationId: 'listOpenLabels',
    method: 'GET',
    path: '/api/v1/open-labels',
    tag,
    summary: 'List labels in no manifest',
    description:
      'By carrier account and place: the bookings that a manifest would close, and the others with the reason. Up to 1,000 bookings.',
    access: { kind: 'token', scope: 'bookings:read' },
    query: openQuery,
    success: [{ status: 200, description: 'An item per account and place.', schema: openLabelsSchema, list: true }],
    handle: ({ context, query }, { bookings }) =>
      bookings.ListOpenLabels({ context: contextMessage(context), ship_date: query.ship_date ?? '' }),
  }),
  defineRoute({
    operationId: 'getManifest',
    method: 'GET',
    path: MANIFEST,
    tag,
    summary: 'Get a manifest',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The manifest.', schema: publicManifestSchema }],
    handle: ({ context, params }, { bookings }) =>
      bookings.GetManifest({ context: contextMessage(context), manifest_id: params.manifest_id }),
  }),
  defineRoute({
    operationId: 'getManifestDocument',
    method: 'GET',
    path: `${MANIFEST}/document`,
    tag,
    summary: 'Get the document of a manifest',
    description: "The carrier's, for its driver, kept for 90 days.",
    access: { kind: 'token', scope: 'bookings:read' },
    success: [
      { status: 200, description: 'The document.', contentType: 'application/pdf', otherContentTypes: ['image/png'] },
    ],
    errors: ['manifest_not_ready', 'manifest_not_available'],
    timeoutMs: TIMEOUT_MS.carrier,
    async handle({ context, params, caller }, { bookings, files }) {
      const { manifest_id = '' } = params
      const file = await files.open(caller, () =>
        bookings.GetManifestDocument({ context: contextMessage(context), manifest_id }),
      )
      return fileReply(file, `${manifest_id}.${file.contentType === 'image/png' ? 'png' : 'pdf'}`)
    },
  }),
]
