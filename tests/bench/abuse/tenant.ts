import { fetch } from 'undici'
import type { Sandbox } from '../../support/running-system.ts'

export interface Tenant {
  environmentId: string
  /** Token of a key with the default limits. */
  token: string
}

/** Creates a merchant with a test environment and a key. */
export async function createTenant(sandbox: Sandbox): Promise<Tenant> {
  const { merchant_id } = await createByAdmin(sandbox, '/admin/merchants', { name: 'A merchant of the bench' })
  const path = `/admin/merchants/${merchant_id}/environments`
  const { environment_id } = await createByAdmin(sandbox, path, { mode: 'test' })
  return { environmentId: environment_id ?? '', token: await createKey(sandbox, environment_id ?? '') }
}

/** Returns the token of another key. */
export async function createKey(sandbox: Sandbox, environmentId: string): Promise<string> {
  const { access_token } = await createByAdmin(sandbox, `/admin/environments/${environmentId}/keys`, {})
  return access_token ?? ''
}

async function createByAdmin({ admin_url, admin_token }: Sandbox, path: string, body: object) {
  const response = await fetch(new URL(path, admin_url), {
    method: 'POST',
    headers: { authorization: `Bearer ${admin_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`POST ${path} got status ${response.status}: ${text}`)
  return (JSON.parse(text) as { data: Record<string, string> }).data
}
