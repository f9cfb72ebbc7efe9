import { contextMessage } from '@waybill/chassis/rpc/client'
import {
  createCarrierAccountSchema,
  publicCarrierAccountSchema,
  updateCarrierAccountSchema,
} from '@waybill/contracts/carrier-accounts/carrier-account'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const tag = 'Carrier accounts'
const ACCOUNTS = '/api/v1/carrier-accounts'
const ACCOUNT = `${ACCOUNTS}/{carrier_account_id}`
const account = { status: 200, description: 'The carrier account.', schema: publicCarrierAccountSchema }

export const carrierAccountRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createCarrierAccount',
    method: 'POST',
    path: ACCOUNTS,
    tag,
    summary: 'Create a carrier account',
    description:
      'Your own account with a carrier. `GET /api/v1/carriers` says which credentials a carrier needs. Quotes ask every enabled account. Credentials are stored encrypted and never returned. Sandbox credentials belong to a test environment, live ones to a live environment.',
    access: { kind: 'token', scope: 'carriers:write' },
    body: jsonBody(createCarrierAccountSchema, { validatedByOwner: true }),
    success: [{ ...account, status: 201, location: ACCOUNT }],
    confirmation: 'always',
    errors: ['carrier_account_limit_reached'],
    handle: ({ context, bytes }, { quoting }) =>
      quoting.CreateCarrierAccount({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listCarrierAccounts',
    method: 'GET',
    path: ACCOUNTS,
    tag,
    summary: 'List carrier accounts',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'carriers:read' },
    query: pageQuery,
    success: [{ ...account, description: 'A page of carrier accounts.', list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { quoting }) =>
      quoting.ListCarrierAccounts({ context: contextMessage(context), page: pageMessage(query) }),
  }),
  defineRoute({
    operationId: 'getCarrierAccount',
    method: 'GET',
    path: ACCOUNT,
    tag,
    summary: 'Get a carrier account',
    access: { kind: 'token', scope: 'carriers:read' },
    success: [account],
    handle: ({ context, params }, { quoting }) =>
      quoting.GetCarrierAccount({
        context: contextMessage(context),
        carrier_account_id: params.carrier_account_id,
      }),
  }),
  defineRoute({
    operationId: 'updateCarrierAccount',
    method: 'PATCH',
    path: ACCOUNT,
    tag,
    summary: 'Update a carrier account',
    description:
      'Omitted fields stay unchanged, credentials too: each that you send is replaced, and null removes an optional one. With other credentials or another endpoint the account is `unverified` again. A response of GET can be sent back with a change in it.',
    access: { kind: 'token', scope: 'carriers:write' },
    body: jsonBody(updateCarrierAccountSchema, { validatedByOwner: true }),
    conditional: true,
    success: [account],
    confirmation: ['credentials', 'endpoint', { enabled: true }],
    handle: ({ context, params, bytes }, { quoting }) =>
      quoting.UpdateCarrierAccount({
        context: contextMessage(context),
        carrier_account_id: params.carrier_account_id,
        document: bytes,
      }),
  }),
  defineRoute({
    operationId: 'deleteCarrierAccount',
    method: 'DELETE',
    path: ACCOUNT,
    tag,
    summary: 'Delete a carrier account',
    description:
      'Quotes no longer ask the account, and its offers cannot be booked. Its bookings go on; its credentials are erased after the last of them has ended.',
    access: { kind: 'token', scope: 'carriers:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'The carrier account is deleted.' }],
    handle: ({ context, params }, { quoting }) =>
      quoting.DeleteCarrierAccount({
        context: contextMessage(context),
        carrier_account_id: params.carrier_account_id,
      }),
  }),
  defineRoute({
    operationId: 'verifyCarrierAccount',
    method: 'POST',
    path: `${ACCOUNT}/verify`,
    tag,
    summary: 'Verify a carrier account',
    description:
      'Proves the credentials with one call to the carrier, which books nothing. If the carrier refuses them, the response is 422 `credentials_refused` with its words in `carrier`, and the account is `failing`.',
    access: { kind: 'token', scope: 'carriers:write' },
    body: noBody,
    success: [account],
    errors: ['credentials_refused', 'version_conflict', 'carrier_unavailable', 'carrier_timeout'],
    timeoutMs: TIMEOUT_MS.carrier,
    handle: ({ context, params }, { quoting }) =>
      quoting.VerifyCarrierAccount({
        context: contextMessage(context),
        carrier_account_id: params.carrier_account_id,
      }),
  }),
]
