import { contextMessage } from '@waybill/chassis/rpc/client'
import { checkAddressSchema, publicAddressCheckSchema } from '@waybill/contracts/carrier-accounts/address-check'
import { locateAddressSchema, publicAddressLocationSchema } from '@waybill/contracts/carrier-accounts/address-location'
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
  defineRoute({
    operationId: 'locateAddress',
    method: 'POST',
    path: '/api/v1/addresses/locate',
    tag: 'Carrier accounts',
    summary: 'Find the coordinates of an address',
    description:
      'Asks the geocoder of this installation. Nothing is changed: send the coordinates that you choose with the address. See [Find coordinates](/docs/carrier-accounts#find-coordinates).',
    access: { kind: 'token', scope: 'shipments:write', part: 'shipments:change' },
    body: jsonBody(locateAddressSchema),
    success: [{ status: 200, description: 'Where the address may be.', schema: publicAddressLocationSchema }],
    errors: ['geocoder_not_configured'],
    handle: ({ context, bytes }, { quoting }) =>
      quoting.LocateAddress({ context: contextMessage(context), document: bytes }),
  }),
]
