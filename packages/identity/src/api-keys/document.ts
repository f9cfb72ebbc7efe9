/** API keys as merchants create and see them. */
import { effectiveScopes, type Scope, scopes } from '@waybill/contracts/requests/scopes'
import { refuse } from '@waybill/contracts/requests/validation'
import { wholeNumber } from '@waybill/contracts/values/number'
import { requiredText, timestamp } from '@waybill/contracts/values/text'
import { z } from 'zod'
import type { ApiKey } from '../merchants/records.ts'

export const keyStatuses = ['active', 'suspended', 'expired', 'revoked'] as const
export type KeyStatus = (typeof keyStatuses)[number]

const DEFAULT_OVERLAP_SECONDS = 86_400
const LONGEST_OVERLAP_SECONDS = 7 * 86_400
const MOST_REQUESTS_PER_SECOND = 1_000_000

const expiry = timestamp.superRefine((at, context) => {
  if (at <= new Date()) refuse(context, [], 'invalid_value', 'must be in the future')
})

/** Body of POST /api/v1/api-keys. What a field leaves out is that of the key that makes the call. */
export const createApiKeySchema = z
  .strictObject({
    name: requiredText(100),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .transform((all) => [...new Set(all)])
      .optional()
      .describe(
        'Scopes of the new key, each of which the key that you call with must have. Default: all of its scopes except `api_keys:read` and `api_keys:write`.',
      ),
    expires_at: expiry
      .nullish()
      .describe('Not after the expiry of the key that you call with. Default: the same expiry as that key.'),
    rate_limit_per_second: wholeNumber(1, MOST_REQUESTS_PER_SECOND)
      .nullish()
      .describe('Not above the limit of the key that you call with. Default: the same limit as that key.'),
  })
  .meta({ id: 'CreateApiKey' })
export type CreateApiKey = z.output<typeof createApiKeySchema>

/** Body of POST /api/v1/api-keys/{key_id}/rotate. */
export const rotateApiKeySchema = z
  .strictObject({
    overlap_seconds: wholeNumber(0, LONGEST_OVERLAP_SECONDS)
      .default(DEFAULT_OVERLAP_SECONDS)
      .describe('How long the old key still works. 0 revokes it at once.'),
    expires_at: expiry
      .nullish()
      .describe('Expiry of the new key, not after that of the key that you call with. Default: that of the old key.'),
  })
  .meta({ id: 'RotateApiKey' })
export type RotateApiKey = z.output<typeof rotateApiKeySchema>

export const publicApiKeySchema = z
  .object({
    key_id: z.string().describe('Identifier, key_…'),
    environment_id: z.string(),
    name: z.string().describe('Your name for the key.'),
    token_hint: z.string().describe('The beginning and the last four characters of the token.'),
    status: z
      .enum(keyStatuses)
      .describe('`suspended`: by the operator of this installation. Only an `active` key opens the API.'),
    scopes: z.array(z.enum(scopes)).describe('What the key may do.'),
    rate_limit_per_second: z
      .int()
      .nullable()
      .describe("Requests per second. Null: the installation's limit for every key."),
    expires_at: z.string().nullable().describe('Null: does not expire.'),
    revoked_at: z.string().nullable().describe('Null: not revoked.'),
    last_used_at: z.string().nullable().describe('Up to a minute before the last request. Null: never used.'),
    created_by: z
      .string()
      .nullable()
      .describe('The key that made this one, key_…, or the user, usr_…; null: the operator of this installation did.'),
    created_at: z.string(),
  })
  .meta({ id: 'ApiKey' })
type PublicApiKey = z.output<typeof publicApiKeySchema>

/** The response to the calls that make a token. It is not shown again. */
export const apiKeyWithTokenSchema = publicApiKeySchema
  .extend({ access_token: z.string().describe('Bearer token of the key. Shown only in this response.') })
  .meta({ id: 'ApiKeyWithToken' })

export function getStatus({ revokedAt, expiresAt, suspendedAt }: ApiKey, now: Date): KeyStatus {
  if (revokedAt) return 'revoked'
  if (expiresAt && expiresAt <= now) return 'expired'
  return suspendedAt ? 'suspended' : 'active'
}

export const apiKeyDocument = (key: ApiKey, now: Date): PublicApiKey => ({
  key_id: key.keyId,
  environment_id: key.environmentId,
  name: key.name,
  token_hint: `${key.prefix}…${key.last4}`,
  status: getStatus(key, now),
  scopes: [...effectiveScopes(key.scopes)] as Scope[],
  rate_limit_per_second: key.rateLimitPerSecond,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_by: key.createdBy,
  created_at: key.createdAt.toISOString(),
})
