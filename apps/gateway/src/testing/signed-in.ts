/** People who are signed in to the gateway of a test. */
import type { CallOptions, Reply, TestGateway } from './running-gateway.ts'

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

type Caller = Pick<TestGateway, 'call'>

let people = 0

/** Signs in with a one-time link. */
export async function signInWithLink(gateway: Caller, url: string): Promise<SignedIn> {
  const token = new URL(url).hash.replace('#token=', '')
  return signedIn(gateway, await gateway.call('POST', '/api/v1/session/link', { token: null, body: { token } }))
}

/** The session that a reply of a sign-in opens. */
export function signedIn(gateway: Caller, reply: Reply): SignedIn {
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
      gateway.call(method, path, {
        token: null,
        ...options,
        headers: { cookie: `__Host-waybill_session=${token}`, 'x-waybill-csrf': csrfToken, ...options.headers },
      }),
  }
}

/** A new owner of the merchant, signed in. */
export async function signInOwner(
  gateway: Pick<TestGateway, 'call' | 'admin' | 'merchantId'>,
  merchantId = gateway.merchantId,
): Promise<SignedIn> {
  people += 1
  const body = { email: `owner-${people}-${merchantId}@example.com`, name: 'Olive Owner' }
  const { data } = (await gateway.admin('POST', `/admin/merchants/${merchantId}/owners`, { body })).body
  return signInWithLink(gateway, data.sign_in_url)
}
