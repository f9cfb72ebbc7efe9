/** What can be opened without a token, by a signed address: labels, and what belongs to proofs of delivery. */
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import { AppError } from '@waybill/contracts/app-error'
import { z } from 'zod'
import { defineRoute, type Reply, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

const signedQuery = z.object({
  environment: z.string().max(64).optional().describe('Part of a signed address.'),
  expires: z
    .string()
    .regex(/^\d{1,12}$/, { error: 'must be a time in Unix seconds' })
    .transform(Number)
    .optional()
    .describe('Part of a signed address: when it ends to be valid, in Unix seconds.'),
  signature: z.string().max(256).optional().describe('Part of a signed address.'),
})

const labelQuery = z.object({
  format: z
    .enum(['pdf', 'zpl', 'png'])
    .optional()
    .describe('Form of the label; the first that the carrier prints unless given.'),
  size: z
    .enum(['4x6', 'a4'])
    .optional()
    .describe(
      '4x6: inches, for label printers; a4: on a sheet of office paper. The first that the carrier prints unless given.',
    ),
  parcel: z
    .string()
    .regex(/^[1-9]\d?$/, { error: 'must be a number from 1 to 99' })
    .transform(Number)
    .optional()
    .describe('The label of one parcel, counted from 1. Left out: of every parcel; of an image, of the first.'),
  ...signedQuery.shape,
})

/** What signs for the caller without a token; nothing for one with. */
const signatureOf = ({ environmentId }: CallContext, query: z.output<typeof signedQuery>) =>
  environmentId === '' && {
    environment_id: query.environment ?? '',
    expires_unix_seconds: query.expires ?? 0,
    signature: query.signature,
  }

const fileReply = ({ contentType, length, bytes }: RpcFile, name: string): Reply => ({
  status: 200,
  body: bytes,
  contentType,
  headers: {
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${name}"`,
    ...(length !== undefined && { 'content-length': String(length) }),
  },
})

const labelExtensions: Record<string, string> = {
  'application/pdf': '.pdf',
  'application/zpl': '.zpl',
  'image/png': '.png',
}

const MEDIA_NAME = /^(photo-[1-9]\d?|signature)$/

export const labelRoutes: Route<Services>[] = [
  defineRoute<Services, typeof labelQuery>({
    operationId: 'getLabel',
    method: 'GET',
    path: '/api/v1/bookings/{booking_id}/label',
    tag: 'Bookings',
    summary: "Get a booking's label",
    description:
      'With a token, or without one by the signed address in label_url. A label for each parcel, with a Code 128 barcode and a QR code; which forms a carrier prints is told by GET /carriers.',
    access: { kind: 'token_or_signature', scope: 'bookings:read' },
    query: labelQuery,
    success: [
      {
        status: 200,
        description: 'The label.',
        contentType: 'application/pdf',
        otherContentTypes: ['application/zpl', 'image/png'],
      },
    ],
    errors: [
      'label_not_found',
      'data_erased',
      'invalid_parameter',
      'carrier_error',
      'carrier_unavailable',
      'carrier_timeout',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    async handle({ context, params, query }, { bookings }) {
      const label = await bookings.GetLabel({
        context: contextMessage(context),
        booking_id: params.booking_id,
        format: query.format,
        size: query.size,
        parcel: query.parcel,
        ...signatureOf(context, query),
      })
      return fileReply(label, `${params.booking_id}${labelExtensions[label.contentType] ?? ''}`)
    },
  }),
  defineRoute<Services, typeof signedQuery>({
    operationId: 'getProofMedia',
    method: 'GET',
    path: '/api/v1/bookings/{booking_id}/proof/{media_name}',
    tag: 'Bookings',
    summary: 'Get a photo or the signature of a proof of delivery',
    description:
      'With a token, or without one by the signed address that pod.photos and pod.signature show. media_name: photo-1, photo-2 … or signature.',
    access: { kind: 'token_or_signature', scope: 'bookings:read' },
    query: signedQuery,
    success: [
      {
        status: 200,
        description: 'The image, as the carrier took it.',
        contentType: 'image/png',
        otherContentTypes: ['image/jpeg', 'image/webp', 'image/heic', 'application/pdf', 'application/octet-stream'],
      },
    ],
    errors: ['proof_not_found', 'data_erased'],
    timeoutMs: TIMEOUT_MS.read,
    async handle({ context, params, query }, { bookings }) {
      const { booking_id, media_name: name = '' } = params
      const signature = signatureOf(context, query)
      if (!MEDIA_NAME.test(name)) {
        throw new AppError('proof_not_found', 'Photos are named photo-1, photo-2 and so on, the signature: signature.')
      }
      const media = await bookings.GetProofMedia({ context: contextMessage(context), booking_id, name, ...signature })
      return fileReply(media, name)
    },
  }),
]
