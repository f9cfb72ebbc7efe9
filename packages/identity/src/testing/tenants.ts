/** Merchants of tests, made with the admin API. */
import type { CallApi } from './api-caller.ts'

export const ADMIN_TOKEN = 'admin-token-of-the-tests'
/** Further admin tokens: ada is changing hers. */
export const NAMED_TOKENS = [
  { name: 'ada', token: 'the-new-token-of-ada-1815' },
  { name: 'ada', token: 'the-old-token-of-ada-1815' },
]
export const ADMIN_TOKENS = [{ name: 'admin', token: ADMIN_TOKEN }, ...NAMED_TOKENS]

interface NewKey {
  scopes?: string[]
  rate_limit_per_second?: number
  expires_at?: string
}

export interface Tenant {
  merchantId: string
  environmentIds: string[]
  keyIds: string[]
  tokens: string[]
}

export interface FirstTenant {
  /** The token of a key with all scopes except `api_keys:*`. */
  token: string
  keyId: string
  merchantId: string
  environmentId: string
  /** Creates a key of the same environment. */
  createKey(key?: NewKey): Promise<{ keyId: string; token: string }>
  /** Creates another merchant with a test and a live environment, and a key of each. */
  createTenant(): Promise<Tenant>
}

/** A merchant with a test environment and a key. */
export async function createFirstTenant(admin: CallApi): Promise<FirstTenant> {
  const post = async (path: string, body: object) => (await admin('POST', path, { body })).body.data
  const { merchant_id: merchantId } = await post('/admin/merchants', { name: 'Corner Bakery' })
  const { environment_id: environmentId } = await post(`/admin/merchants/${merchantId}/environments`, { mode: 'test' })
  const createKey: FirstTenant['createKey'] = async (key = {}) => {
    const { key_id, access_token } = await post(`/admin/environments/${environmentId}/keys`, key)
    return { keyId: key_id, token: access_token }
  }
  const createTenant = async () => {
    const { merchant_id } = await post('/admin/merchants', { name: 'Florist' })
    const tenant: Tenant = { merchantId: merchant_id, environmentIds: [], keyIds: [], tokens: [] }
    for (const mode of ['test', 'live']) {
      const { environment_id } = await post(`/admin/merchants/${merchant_id}/environments`, { mode })
      const key = await post(`/admin/environments/${environment_id}/keys`, {})
      tenant.environmentIds.push(environment_id)
      tenant.keyIds.push(key.key_id)
      tenant.tokens.push(key.access_token)
    }
    return tenant
  }
  const { keyId, token } = await createKey()
  return { token, keyId, merchantId, environmentId, createKey, createTenant }
}
