/** URLs and tokens of the running instance: printed, and stored in sandbox.json for scripts and tests. */
import { existsSync, readFileSync } from 'node:fs'
import { type SandboxFacts, sandboxBanner } from '@waybill/cli/banner'
import { fetch } from 'undici'
import type { DataDirectory } from './data-directory.ts'

export const SANDBOX_FILE = 'sandbox.json'
/** Kept between starts, so that shells and scripts can go on with their token. */
const TOKEN_FILE = 'demo-token'

/**
 * Creates the demo merchant and its key if necessary, writes the file and prints a first call. The gateway must be
 * serving.
 */
export async function openSandbox(options: {
  directory: DataDirectory
  adminUrl: string
  adminToken: string
}): Promise<SandboxFacts> {
  const { directory, adminUrl, adminToken } = options
  const response = await fetch(new URL('/admin/demo', adminUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ access_token: readToken(directory.file(TOKEN_FILE)) }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`cannot create the demo merchant: the gateway responded ${response.status}`)
  const { data } = (await response.json()) as { data: Omit<SandboxFacts, 'admin_url' | 'admin_token'> }
  const { base_url, docs_url, console_url, access_token, merchant_id, environment_id } = data
  const facts = {
    base_url,
    docs_url,
    console_url,
    access_token,
    merchant_id,
    environment_id,
    admin_url: adminUrl,
    admin_token: adminToken,
  }
  directory.write(TOKEN_FILE, access_token)
  directory.write(SANDBOX_FILE, `${JSON.stringify(facts, null, 2)}\n`)
  process.stdout.write(sandboxBanner(facts))
  return facts
}

const readToken = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
