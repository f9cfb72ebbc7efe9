import { pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import { z } from 'zod'
import type { IdentityServices } from '../services.ts'
import {
  apiKeyWithTokenSchema,
  createApiKeySchema,
  keyStatuses,
  publicApiKeySchema,
  type RotateApiKey,
  rotateApiKeySchema,
} from './document.ts'

const tag = 'API keys'
const KEYS = '/api/v1/api-keys'
const KEY = `${KEYS}/{key_id}`
const key = { status: 200, description: 'The API key.', schema: publicApiKeySchema }
const withToken = {
  status: 201,
  description: 'The API key with its token.',
  schema: apiKeyWithTokenSchema,
  location: KEY,
}

const listQuery = pageQuery.extend({
  status: z.enum(keyStatuses).optional().describe('Only keys with this status.'),
})

/** API keys of the environment, for the merchant. */
export const apiKeyRoutes: Route<IdentityServices>[] = [
  defineRoute({
    operationId: 'createApiKey',
    method: 'POST',
    path: KEYS,
    tag,
    summary: 'Create an API key',
    description:
      'A key of the same environment, with no more scopes, lifetime or requests per second than the key that you call with. `access_token` is shown only in this response. The new key stays valid when the other one is revoked.',
    access: { kind: 'token', scope: 'api_keys:write' },
    body: jsonBody(createApiKeySchema, { validatedByOwner: true }),
    success: [withToken],
    confirmation: 'always',
    errors: ['api_key_limit_reached'],
    secretInAnswer: true,
    handle: (call, { apiKeys }) => apiKeys.create(call),
  }),
  defineRoute<IdentityServices, typeof listQuery>({
    operationId: 'listApiKeys',
    method: 'GET',
    path: KEYS,
    tag,
    summary: 'List API keys',
    description: 'Newest first, without their tokens. Keys that have ended are listed for 90 days.',
    access: { kind: 'token', scope: 'api_keys:read' },
    query: listQuery,
    success: [{ ...key, description: 'A page of API keys.', list: true }],
    errors: ['invalid_cursor'],
    handle: (call, { apiKeys }) => apiKeys.list(call),
  }),
  defineRoute({
    operationId: 'getApiKey',
    method: 'GET',
    path: KEY,
    tag,
    summary: 'Get an API key',
    access: { kind: 'token', scope: 'api_keys:read' },
    success: [key],
    handle: (call, { apiKeys }) => apiKeys.get(call),
  }),
  defineRoute<IdentityServices, z.ZodObject, RotateApiKey>({
    operationId: 'rotateApiKey',
    method: 'POST',
    path: `${KEY}/rotate`,
    tag,
    summary: 'Rotate an API key',
    description:
      'Creates a key with the name, scopes and rate limit of this one, as far as the key that you call with has them. The old key works on for `overlap_seconds`, a day by default. A key can rotate itself.',
    access: { kind: 'token', scope: 'api_keys:write' },
    body: jsonBody(rotateApiKeySchema, { optional: true }),
    success: [withToken],
    confirmation: 'always',
    errors: ['api_key_limit_reached', 'api_key_not_active'],
    secretInAnswer: true,
    handle: (call, { apiKeys }) => apiKeys.rotate(call),
  }),
  defineRoute({
    operationId: 'revokeApiKey',
    method: 'DELETE',
    path: KEY,
    tag,
    summary: 'Revoke an API key',
    description:
      'Its token is refused within a second, and its streams end. Keys that it has created stay valid. A key can revoke itself. Cannot be undone.',
    access: { kind: 'token', scope: 'api_keys:write' },
    body: noBody,
    success: [{ status: 204, description: 'The API key is revoked.' }],
    handle: (call, { apiKeys }) => apiKeys.revoke(call),
  }),
]
