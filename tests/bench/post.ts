import { fetch } from 'undici'
import type { Sandbox } from '../support/running-system.ts'

export const authorized = ({ access_token }: Sandbox) => ({ authorization: `Bearer ${access_token}` })

/** Returns the `data` of the answer; throws for any status but 2xx. */
export async function post(sandbox: Sandbox, path: string, document: unknown) {
  const response = await fetch(new URL(path, sandbox.base_url), {
    method: 'POST',
    headers: { ...authorized(sandbox), 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} got status ${response.status}: ${text}`)
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the API's
  return (JSON.parse(text) as any).data
}
