import type { ErrorEnvelope } from '@waybill/contracts/app-error'
import { request } from 'undici'
import { CliError, EXIT } from './cli-error.ts'
import type { AdminAccess } from './config.ts'

const TIMEOUT_MS = 15_000

/** Calls the admin API and resolves to `data` of the response. Throws CliError with the API's error message. */
export type AdminCall = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>

export const adminClient =
  ({ url, token }: AdminAccess): AdminCall =>
  async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const { status, text } = await send(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
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
    if (answer?.success === true) return answer.data as T
    throw new CliError(
      EXIT.refused,
      answer ? refusal(answer) : `${url} responded ${status}, but not as the admin API. Check WAYBILL_ADMIN_URL.`,
    )
  }

async function send(url: string, options: Parameters<typeof request>[1]): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await request(url, { ...options, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  return { status: statusCode, text: await body.text() }
}

type Envelope = { success: true; data: unknown } | ErrorEnvelope

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
