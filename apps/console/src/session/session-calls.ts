/** The calls of the API about the session itself. */
import { WaybillError } from '@waybill/sdk'

export interface SessionEnvironment {
  environment_id: string
  name: string
  livemode: boolean
  scopes: string[]
}

export interface Session {
  session_id: string
  user: { user_id: string; email: string; name: string }
  merchant: { merchant_id: string; name: string }
  role: string
  scopes: string[]
  environments: SessionEnvironment[]
  expires_at: string
  idle_expires_at: string
}

export interface Credentials {
  email: string
  password: string
  totp_code?: string
}

const TIMEOUT_MS = 30_000

/** Null if nobody is signed in. */
export async function fetchSession(): Promise<Session | null> {
  // Without the readable cookie there is none, and the browser would report the answer 401 as an error.
  if (!/(?:^|;\s*)waybill_csrf=/.test(document.cookie)) return null
  try {
    return await call<Session>('GET', '/api/v1/session')
  } catch (error) {
    if (error instanceof WaybillError && error.status === 401) return null
    throw error
  }
}

export const signIn = (credentials: Credentials) => call<Session>('POST', '/api/v1/session', credentials)
export const signInByLink = (token: string) => call<Session>('POST', '/api/v1/session/link', { token })
export const endSession = () => call<void>('DELETE', '/api/v1/session')

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'x-waybill-csrf': csrfToken() }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new WaybillError({ code: 'connection_failed', message: 'Waybill did not answer.', retryable: true, cause })
  })
  if (response.status === 204) return undefined as T
  const document = (await response.json().catch(() => ({}))) as {
    data?: T
    error?: ConstructorParameters<typeof WaybillError>[0]
  }
  if (response.ok) return document.data as T
  throw new WaybillError({
    code: 'invalid_response',
    message: `The answer has status ${response.status} and is not Waybill's.`,
    ...document.error,
    status: response.status,
  })
}

/** The value of the readable cookie that proves that a page of this origin makes the call. */
export function csrfToken(cookies: string = document.cookie): string {
  return /(?:^|;\s*)waybill_csrf=([^;]*)/.exec(cookies)?.[1] ?? '1'
}
