/** Files that a signed URL opens without a token: labels, and photos and signatures of proofs of delivery. */
import type { IncomingHttpHeaders } from 'node:http'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import { AppError } from '@waybill/contracts/app-error'
import { publicBookingSchema } from '@waybill/contracts/booking'
import { acceptsAnything, preferredTypes } from '@waybill/edge/http/accept'
import { defineRoute, noBody, type Reply, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import { z } from 'zod'
import type { Services } from '../services.ts'

const signedQuery = z.object({
  environment: z.string().max(64).optional().describe('Part of a signed URL.'),
  expires: z
    .string()
    .regex(/^\d{1,12}$/, { error: 'must be a time in Unix seconds' })
    .transform(Number)
    .optional()
    .describe('Part of a signed URL: when it expires, in Unix seconds.'),
  signature: z.string().max(256).optional().describe('Part of a signed URL.'),
})

const labelQuery = z.object({
  document: z
    .enum(['label', 'qr', 'customs', 'invoice', 'cn22', 'cn23'])
    .optional()
    .describe(
      "`qr`: the code of a return. `customs`: the carrier's papers as PDF; until they are made, 409 `label_not_ready`. Without any, Waybill's for goods that cross a border: `invoice`, or by a post `cn22` (letter post, each parcel up to 2 kg and 300 SDR; 4 × 6 inches) or `cn23` (A4). Those need a token and `items`.",
    ),
  format: z
    .enum(['pdf', 'zpl', 'png'])
    .optional()
    .describe(
      'File format. Default: the first format that the Accept header names and the carrier supports; without such a header, the first that the carrier supports.',
    ),
  size: z
    .enum(['4x6', 'a4'])
    .optional()
    .describe(
      '`4x6`: 4 × 6 inches, for label printers. `a4`: on office paper. Default: the first size that the carrier supports.',
    ),
  parcel: z
    .string()
    .regex(/^[1-9]\d?$/, { error: 'must be a number from 1 to 99' })
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: 99, pattern: undefined })
    .optional()
    .describe(
      'Number of a parcel, from 1: only its label. Default: the labels of all parcels; for png, the label of the first parcel.',
    ),
  ...signedQuery.shape,
})

/** The signature of a caller without a token. */
const readSignature = ({ environmentId }: CallContext, query: z.output<typeof signedQuery>) =>
  environmentId === '' && {
    environment_id: query.environment ?? '',
    expires_unix_seconds: query.expires ?? 0,
    signature: query.signature,
  }

export const fileReply = ({ contentType, length, bytes }: RpcFile, name: string): Reply => ({
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

/** The formats to ask for, in this order; undefined: that of the carrier. */
function wantedFormats(headers: IncomingHttpHeaders): (string | undefined)[] {
  // Browsers name image/png for every page, and a PNG has the label of one parcel only.
  if (headers.accept?.includes('text/html')) return [undefined]
  const types = preferredTypes({ headers }, Object.keys(labelExtensions))
  const formats = types.map((type) => labelExtensions[type]?.slice(1))
  return acceptsAnything({ headers }) ? [...formats, undefined] : formats
}

/** Whether the carrier has no label in the format. */
const isFormatRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.details.some(({ field, code }) => field === 'format' && code === 'not_offered')

/** The first label that the carrier has in one of the formats. Throws `not_acceptable` if the Accept header rules out all that it has. */
async function firstOffered<Label>(
  formats: readonly (string | undefined)[],
  open: (format: string | undefined) => Promise<Label>,
): Promise<Label> {
  for (const format of formats) {
    try {
      return await open(format)
    } catch (error) {
      if (format === undefined || !isFormatRefusal(error)) throw error
    }
  }
  throw new AppError(
    'not_acceptable',
    `The carrier of the booking has no label in a format of the Accept header: ${formats.join(', ')}. GET /api/v1/carriers lists its formats.`,
  )
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
      'Needs a token, or the signed URL in `label_url`. Contains a label for each parcel, with a Code 128 barcode and a QR code. `GET /carriers` lists the formats of each carrier. A cancelled booking has no label. While the carrier has not answered the booking, or has not made the label, the response is 409 `label_not_ready`.',
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
      'label_not_ready',
      'label_not_available',
      'data_erased',
      'invalid_parameter',
      'carrier_refused',
      'carrier_error',
      'carrier_unavailable',
      'carrier_timeout',
    ],
    timeoutMs: TIMEOUT_MS.carrier,
    async handle({ context, params, query, headers, caller }, { bookings, files }) {
      const open = (format: string | undefined) =>
        files.open(caller, () =>
          bookings.GetLabel({
            context: contextMessage(context),
            booking_id: params.booking_id,
            format,
            size: query.size,
            parcel: query.parcel,
            document: query.document,
            ...readSignature(context, query),
          }),
        )
      const label =
        query.format === undefined && query.document !== 'qr'
          ? await firstOffered(wantedFormats(headers), open)
          : await open(query.format)
      const kind = query.document === undefined || query.document === 'label' ? '' : `-${query.document}`
      return fileReply(label, `${params.booking_id}${kind}${labelExtensions[label.contentType] ?? ''}`)
    },
  }),
  defineRoute<Services, typeof signedQuery>({
    operationId: 'getProofMedia',
    method: 'GET',
    path: '/api/v1/bookings/{booking_id}/proof/{media_name}',
    tag: 'Bookings',
    summary: 'Get a photo or the signature of a proof of delivery',
    description:
      'Needs a token, or the signed URL in `pod.photos` or `pod.signature`. media_name is `photo-1`, `photo-2` … or `signature`.',
    access: { kind: 'token_or_signature', scope: 'bookings:read' },
    query: signedQuery,
    success: [
      {
        status: 200,
        description: 'The file as the carrier provided it.',
        contentType: 'image/png',
        otherContentTypes: ['image/jpeg', 'image/webp', 'image/heic', 'application/pdf', 'application/octet-stream'],
      },
    ],
    errors: ['proof_not_found', 'data_erased'],
    async handle({ context, params, query, caller }, { bookings, files }) {
      const { booking_id, media_name: name = '' } = params
      const signature = readSignature(context, query)
      if (!MEDIA_NAME.test(name)) {
        throw new AppError('proof_not_found', 'Invalid media_name: expected photo-1 to photo-99, or signature.')
      }
      const media = await files.open(caller, () =>
        bookings.GetProofMedia({ context: contextMessage(context), booking_id, name, ...signature }),
      )
      return fileReply(media, name)
    },
  }),
  defineRoute({
    operationId: 'markLabelPrinted',
    method: 'POST',
    path: '/api/v1/bookings/{booking_id}/label/printed',
    tag: 'Bookings',
    summary: 'Mark a label as printed',
    description:
      'Sets `printed_at` the first time, and counts each further print in `print_count`. `booking.updated` announces it. When the carrier makes a new label, `printed_at` is null again.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: noBody,
    success: [{ status: 200, description: 'The booking.', schema: publicBookingSchema }],
    errors: ['label_not_ready', 'label_not_available'],
    handle: ({ context, params }, { bookings }) =>
      bookings.MarkLabelPrinted({ context: contextMessage(context), booking_id: params.booking_id }),
  }),
  defineRoute({
    operationId: 'revokeDocumentLinks',
    method: 'POST',
    path: '/api/v1/bookings/{booking_id}/document-links/revoke',
    tag: 'Bookings',
    summary: 'Revoke the URLs of the label and the proof',
    description:
      'From now on `label_url`, `pod.photos` and `pod.signature` of all earlier responses and events of the booking answer 404. The response has new URLs. Use it for a URL that was passed on by mistake.',
    access: { kind: 'token', scope: 'bookings:write' },
    body: noBody,
    success: [{ status: 200, description: 'The booking with new URLs.', schema: publicBookingSchema }],
    handle: ({ context, params }, { bookings }) =>
      bookings.RevokeDocumentLinks({ context: contextMessage(context), booking_id: params.booking_id }),
  }),
]
