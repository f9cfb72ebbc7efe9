import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, EXIT } from './cli-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Address and token of the admin API. */
export interface AdminAccess {
  url: string
  token: string
  /** The demo merchant's token, if the address comes from `sandbox.json`. */
  demoToken?: string
}

/**
 * Reads WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN, or the file that WAYBILL_ADMIN_TOKEN_FILE names. Values not set
 * come from `sandbox.json` in WAYBILL_DATA_DIR (default `.waybill`), which `npm start` and `npm run stack` write.
 * Throws a CliError that names what is missing.
 */
export function adminAccess(env: Environment): AdminAccess {
  const file = join(env.WAYBILL_DATA_DIR ?? '.waybill', 'sandbox.json')
  const url = env.WAYBILL_ADMIN_URL
  const token = env.WAYBILL_ADMIN_TOKEN || readToken(env.WAYBILL_ADMIN_TOKEN_FILE)
  const sandbox = url && token ? {} : readSandbox(file)
  const access = { url: url || sandbox.admin_url, token: token || sandbox.admin_token }
  const demoToken = url ? undefined : sandbox.access_token
  if (access.url && access.token) return { url: access.url.replace(/\/+$/, ''), token: access.token, demoToken }
  const missing = [!access.url && 'WAYBILL_ADMIN_URL', !access.token && 'WAYBILL_ADMIN_TOKEN'].filter(Boolean)
  throw new CliError(
    EXIT.usage,
    `Set ${missing.join(' and ')}, or run this command where Waybill was started: ${file} does not exist here.`,
  )
}

function readToken(file: string | undefined): string | undefined {
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(
      EXIT.usage,
      `Cannot read ${file} (${code}). WAYBILL_ADMIN_TOKEN_FILE must name a readable file that contains the token.`,
    )
  }
}

function readSandbox(file: string): { admin_url?: string; admin_token?: string; access_token?: string } {
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
      `${file} is not JSON. Restart Waybill, or set WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN.`,
    )
  }
}
