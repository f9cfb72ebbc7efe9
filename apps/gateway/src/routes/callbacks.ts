import { contextMessage } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { successEnvelope } from '@waybill/contracts/envelope'
import { z } from 'zod'
import { defineRoute, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

const CARRIER_ACCOUNT_ID = /^cac_[A-Za-z0-9_-]{1,80}$/

export const callbackRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'receiveCallback',
    method: 'POST',
    path: '/api/v1/callbacks/{carrier_account_id}',
    tag: 'Carriers',
    summary: "Receive a carrier's callback",
    description:
      "For carriers only. Accepts any body up to 1 MiB. The carrier's adapter verifies the signature. The response is sent after the reported facts are stored.",
    access: { kind: 'anyone', limited: false },
    body: { kind: 'raw' },
    success: [
      {
        status: 202,
        description: 'The number of facts that were new.',
        schema: z.object({ accepted_facts: z.number().int() }),
      },
    ],
    errors: ['invalid_token', 'validation_error'],
    timeoutMs: TIMEOUT_MS.create,
    async handle({ context, params, headers, bytes }, { bookings }) {
      const { carrier_account_id = '' } = params
      if (!CARRIER_ACCOUNT_ID.test(carrier_account_id)) {
        throw new AppError(
          'route_not_found',
          'Invalid carrier_account_id: expected cac_ followed by 1 to 80 letters, digits, _ or -.',
        )
      }
      const { accepted_facts } = await bookings.ReceiveCallback({
        context: contextMessage(context),
        carrier_account_id,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')])),
        body: bytes,
      })
      return { status: 202, body: JSON.stringify(successEnvelope({ accepted_facts })) }
    },
  }),
]
