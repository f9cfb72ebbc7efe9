import { admin, getData } from './api.ts'

/** Creates a merchant with an environment and a key that no other test uses. */
export async function createTenant(mode: 'test' | 'live' = 'test', key: Record<string, unknown> = {}) {
  const merchant = getData(await admin('POST', '/admin/merchants', { name: 'Another merchant' }), 201)
  const environment = getData(
    await admin('POST', `/admin/merchants/${merchant.merchant_id}/environments`, { mode }),
    201,
  )
  const created = getData(await admin('POST', `/admin/environments/${environment.environment_id}/keys`, key), 201)
  return { ...created, merchant_id: merchant.merchant_id, environment_id: environment.environment_id }
}

/** A member of the merchant's team; resolves to the id. */
export async function createMember(merchantId: string): Promise<string> {
  const owner = { email: `${crypto.randomUUID()}@example.com`, name: 'Ann Packer' }
  return getData(await admin('POST', `/admin/merchants/${merchantId}/owners`, owner), 201).user_id
}
