/** Calls of an API by tests. */

export interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a response of any shape, which the test checks
  body: any
}

export interface CallOptions {
  /** null: no Authorization header. */
  token?: string | null
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, instead of `body`; a stream in chunks. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  headers?: Record<string, string>
  /** Whether redirects are followed. Default: follow. */
  redirect?: 'follow' | 'manual'
}

export type CallApi = (method: string, path: string, options?: CallOptions) => Promise<Reply>

/** Calls the API at the URL, with this token unless another is given. */
export const createCaller =
  (baseUrl: string, defaultToken: string): CallApi =>
  async (
    method: string,
    path: string,
    { token = defaultToken, body, raw, headers, redirect }: CallOptions = {},
  ): Promise<Reply> => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
      redirect,
      duplex: 'half',
    } as RequestInit)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
