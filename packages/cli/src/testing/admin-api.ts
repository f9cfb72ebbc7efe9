/** An HTTP server that stands in for the admin API: it answers from a script and records every call. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface AdminApiCall {
  /** Method and path with the query string: `GET /admin/merchants`. */
  request: string
  authorization: string | undefined
  body: unknown
}

/** A raw answer, for what is not an envelope or fails. An answer without `status` is the `data` of a success. */
interface RawAnswer {
  status: number
  text: string
}

export interface AdminApi {
  url: string
  /** In order of arrival, since the last `script`. */
  calls: AdminApiCall[]
  /** Answers by request, each used once and the last one again; every other request gets a 404. Forgets the calls. */
  script(answers: Record<string, (object | RawAnswer)[]>): void
  stop(): Promise<void>
}

/** The text of an error as the API sends it. */
export function refusal(status: number, error: { code: string; message: string; details?: object[] }): RawAnswer {
  const rest = { type: 'request_error', retryable: false, carrier: null, meta: {}, doc_url: '', request_id: 'req_1' }
  return { status, text: JSON.stringify({ success: false, error: { details: [], ...rest, ...error, status } }) }
}

export async function startAdminApi(): Promise<AdminApi> {
  const calls: AdminApiCall[] = []
  let scripted: Record<string, (object | RawAnswer)[]> = {}
  const server = createServer(async (incoming, response) => {
    const request = `${incoming.method} ${incoming.url}`
    const body = incoming.headers['content-type'] === 'application/json' ? await json(incoming) : null
    calls.push({ request, authorization: incoming.headers.authorization, body })
    const queue = scripted[request] ?? []
    const next = queue.length > 1 ? queue.shift() : queue[0]
    const answer = next ?? refusal(404, { code: 'not_found', message: `No answer is scripted for ${request}.` })
    const raw = 'text' in answer ? (answer as RawAnswer) : null
    response.writeHead(raw?.status ?? 200, { 'content-type': 'application/json' })
    response.end(raw?.text ?? JSON.stringify({ success: true, data: answer }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    script(answers) {
      scripted = structuredClone(answers)
      calls.length = 0
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
