import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, EXIT } from './cli-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** How to reach the admin API. */
export interface AdminAccess {
  url: string
  token: string
}

/**
 * WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN (or WAYBILL_ADMIN_TOKEN_FILE, which names a file with it); what is not set comes from `sandbox.json` in WAYBILL_DATA_DIR
 * (default `.waybill`), which `npm start` and `npm run stack` write. Throws a CliError that says what is missing.
 */
export function adminAccess(env: Environment): AdminAccess {
  const file = join(env.WAYBILL_DATA_DIR ?? '.waybill', 'sandbox.json')
  const url = env.WAYBILL_ADMIN_URL
  const token = env.WAYBILL_ADMIN_TOKEN || readToken(env.WAYBILL_ADMIN_TOKEN_FILE)
  const sandbox = url && token ? {} : readSandbox(file)
  const access = { url: url || sandbox.admin_url, token: token || sandbox.admin_token }
  if (access.url && access.token) return { url: access.url.replace(/\/+$/, ''), token: access.token }
  const missing = [!access.url && 'WAYBILL_ADMIN_URL', !access.token && 'WAYBILL_ADMIN_TOKEN'].filter(Boolean)
  throw new CliError(
    EXIT.usage,
    `Set ${missing.join(' and ')}, or run this where Waybill was started (no ${file} here).`,
  )
}

function readToken(file: string | undefined): string | undefined {
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(EXIT.usage, `${file}, which WAYBILL_ADMIN_TOKEN_FILE names, cannot be read (${code}).`)
  }
}

function readSandbox(file: string): { admin_url?: string; admin_token?: string } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(
      EXIT.usage,
      `${file} is not JSON: start Waybill anew, or set WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN.`,
    )
  }
}
