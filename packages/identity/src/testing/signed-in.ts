/** People who are signed in, to the API of a test. */
import type { CallOptions, Reply } from './api-caller.ts'
import type { TestIdentity } from './running-identity.ts'

export interface SignedIn {
  userId: string
  sessionId: string
  /** Value of the cookie. */
  token: string
  csrfToken: string
  // biome-ignore lint/suspicious/noExplicitAny: the document, which the test checks
  session: any
  /** As the page of the session calls. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
}

type Caller = Pick<TestIdentity, 'call'>

let people = 0

/** Signs in with a one-time link. */
export async function signInWithLink(identity: Caller, url: string): Promise<SignedIn> {
  const token = new URL(url).hash.replace('#token=', '')
  return signedIn(identity, await identity.call('POST', '/api/v1/session/link', { token: null, body: { token } }))
}

/** The session that a reply of a sign-in opens. */
export function signedIn(identity: Caller, reply: Reply): SignedIn {
  if (reply.status !== 201) throw new Error(`not signed in: ${reply.text}`)
  const cookies = new Map(
    reply.headers.getSetCookie().map((text) => text.split(';')[0]?.split('=') as [string, string]),
  )
  const token = cookies.get('__Host-waybill_session') ?? ''
  const csrfToken = cookies.get('waybill_csrf') ?? ''
  const { data } = reply.body
  return {
    userId: data.user.user_id,
    sessionId: data.session_id,
    token,
    csrfToken,
    session: data,
    call: (method, path, options = {}) =>
      identity.call(method, path, {
        token: null,
        ...options,
        headers: { cookie: `__Host-waybill_session=${token}`, 'x-waybill-csrf': csrfToken, ...options.headers },
      }),
  }
}

/** A new owner of the merchant, signed in. */
export async function signInOwner(
  identity: Pick<TestIdentity, 'call' | 'admin' | 'merchantId'>,
  merchantId = identity.merchantId,
): Promise<SignedIn> {
  people += 1
  const body = { email: `owner-${people}-${merchantId}@example.com`, name: 'Olive Owner' }
  const { data } = (await identity.admin('POST', `/admin/merchants/${merchantId}/owners`, { body })).body
  return signInWithLink(identity, data.sign_in_url)
}
