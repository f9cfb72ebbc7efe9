import { contextMessage } from '@waybill/chassis/rpc/client'
import { successEnvelope } from '@waybill/contracts/envelope'
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import { z } from 'zod'
import type { Services } from '../services.ts'

/** Far more than a carrier reports at once. */
const CALLBACK_LIMIT_BYTES = 64 * 1024
const CALLBACK_TOKEN = z
  .string()
  .max(200)
  .describe('The secret of carriers that sign nothing, as in the registered URL.')

export const callbackRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'receiveCallback',
    method: 'POST',
    path: '/api/v1/callbacks/{carrier_account_id}',
    tag: 'Carriers',
    summary: "Receive a carrier's callback",
    description:
      "For carriers only. Accepts any body up to 64 KiB. The carrier's adapter verifies the signature. The response is sent after the reported facts are stored.",
    access: { kind: 'carrier' },
    query: z.object({ token: CALLBACK_TOKEN.optional() }),
    body: { kind: 'raw', limitBytes: CALLBACK_LIMIT_BYTES },
    success: [
      {
        status: 202,
        description: 'The number of facts that were new.',
        schema: z.object({ accepted_facts: z.number().int() }),
      },
    ],
    errors: ['invalid_token', 'validation_error'],
    async handle({ context, params, query, headers, bytes }, { bookings }) {
      const { carrier_account_id = '' } = params
      const { accepted_facts } = await bookings.ReceiveCallback({
        context: contextMessage(context),
        carrier_account_id,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')])),
        body: bytes,
        token: query.token ?? '',
      })
      return { status: 202, body: JSON.stringify(successEnvelope({ accepted_facts })) }
    },
  }),
]
