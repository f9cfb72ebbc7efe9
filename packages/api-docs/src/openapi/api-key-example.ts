/** Pure: the examples of API keys. */
import type { At } from './example-resources.ts'

/** Request bodies by operationId. */
export const apiKeyRequests = {
  createApiKey: { name: 'Warehouse', scopes: ['shipments:read', 'bookings:read'] },
  rotateApiKey: { overlap_seconds: 3600 },
}

/** `data` of responses by component name. */
export const apiKeyResponses = (at: At) => ({
  ApiKey: exampleApiKey(at),
  ApiKeyWithToken: { ...exampleApiKey(at), access_token: 'wb_test_…' },
})

const exampleApiKey = (at: At) => ({
  key_id: 'key_01k5xw2m8cf4v9n6t3qzr7hyde',
  environment_id: 'env_01k5xw2m8cf4v9n6t3qzr7hydb',
  name: 'Warehouse',
  token_hint: 'wb_test_…Qx7w',
  status: 'active',
  scopes: ['shipments:read', 'bookings:read'],
  rate_limit_per_second: null,
  expires_at: null,
  revoked_at: null,
  last_used_at: at(9),
  created_by: 'key_01k5xw2m8cf4v9n6t3qzr7hydf',
  created_at: at(8),
})
