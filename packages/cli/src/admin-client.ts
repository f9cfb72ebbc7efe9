import { hostname } from 'node:os'
import type { ErrorEnvelope } from '@waybill/contracts/app-error'
import type { ListMeta } from '@waybill/contracts/envelope'
import { request } from 'undici'
import { CliError, EXIT } from './cli-error.ts'
import type { AdminAccess } from './config.ts'

const TIMEOUT_MS = 15_000

/** Calls the admin API and resolves to `data` of the response. Throws CliError with the API's error message. */
export type AdminCall = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>

/** Reads the pages of a list, up to `most` entries. `path` has a query string or none. */
export type AdminList = <T>(path: string, most: number) => Promise<T[]>

const PAGE_LIMIT = 100

export function adminClient(access: AdminAccess): { call: AdminCall; list: AdminList } {
  return {
    call: async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      (await ask(access, { method, path, body })).data as T,
    async list<T>(path: string, most: number) {
      const found: T[] = []
      let cursor: string | null = null
      do {
        const page = new URLSearchParams({ limit: String(Math.min(most - found.length, PAGE_LIMIT)) })
        if (cursor !== null) page.set('cursor', cursor)
        const answer = await ask(access, { method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}${page}` })
        found.push(...(answer.data as T[]))
        cursor = answer.meta?.next_cursor ?? null
      } while (cursor !== null && found.length < most)
      return found
    },
  }
}

/** Names this machine in the audit log. A header is ASCII, and a host's name may not be. */
const USER_AGENT = `waybill-cli (${hostname().replaceAll(/[^\x21-\x7e]/g, '?')})`

async function ask(
  { url, token }: AdminAccess,
  { method, path, body }: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: object },
): Promise<Success> {
  const { status, text } = await send(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': USER_AGENT,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  }).catch((error: unknown) => {
    const code = (error as { code?: string }).code ?? 'no response'
    throw new CliError(EXIT.unreachable, `The admin API at ${url} cannot be reached (${code}). Is Waybill running?`, {
      cause: error,
    })
  })
  const answer = parse(text)
  if (answer?.success === true) return answer
  throw new CliError(
    EXIT.refused,
    answer ? refusal(answer) : `${url} responded ${status}, but not as the admin API. Check WAYBILL_ADMIN_URL.`,
  )
}

async function send(url: string, options: Parameters<typeof request>[1]): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await request(url, { ...options, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  return { status: statusCode, text: await body.text() }
}

interface Success {
  success: true
  data: unknown
  /** Page of a list. */
  meta?: ListMeta
}

type Envelope = Success | ErrorEnvelope

function parse(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null
    return typeof value?.success === 'boolean' ? (value as Envelope) : undefined
  } catch {
    return undefined
  }
}

function refusal({ error }: ErrorEnvelope): string {
  const hint = error.status === 401 ? ' Check WAYBILL_ADMIN_TOKEN.' : ''
  const details = error.details.map(({ field, message }) => `\n  ${field} ${message}`).join('')
  return `${error.message}${hint}${error.details.length > 1 ? details : ''}`
}
