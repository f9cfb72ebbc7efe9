import { contextMessage } from '@waybill/chassis/rpc/client'
import { checkAddressSchema, publicAddressCheckSchema } from '@waybill/contracts/carrier-accounts/address-check'
import { defineRoute, jsonBody, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

export const addressRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'checkAddress',
    method: 'POST',
    path: '/api/v1/addresses/check',
    tag: 'Carrier accounts',
    summary: 'Check an address',
    description:
      'Compares an address with what a carrier knows, before anything is bought: one of your accounts is asked. Without an account that can, only its form is judged. Nothing is stored or changed. See [Check addresses](/docs/carrier-accounts#check-addresses).',
    access: { kind: 'token', scope: 'quotes:write' },
    body: jsonBody(checkAddressSchema),
    success: [{ status: 200, description: 'What is known about the address.', schema: publicAddressCheckSchema }],
    errors: ['carrier_account_not_found', 'carrier_unavailable', 'carrier_timeout'],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, bytes }, { quoting }) =>
      quoting.CheckAddress({ context: contextMessage(context), document: bytes }),
  }),
]
