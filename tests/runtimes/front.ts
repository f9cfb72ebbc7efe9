/** A server with a page, whose calls of the API it passes on: a browser lets a page call only its own origin. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

export interface Front {
  url: string
  /** Accepts requests and never answers. */
  silentUrl: string
  stop(): void
}

export async function startFront({ baseUrl, token }: { baseUrl: string; token: string }, script: string) {
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', baseUrl)
    if (pathname.startsWith('/silent/')) return
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    if (pathname.startsWith('/api/')) return pass(baseUrl, incoming, response)
    response.setHeader('content-security-policy', POLICY)
    if (pathname === '/page.js') return response.setHeader('content-type', 'text/javascript').end(script)
    const body = `<body data-token="${token}" data-silent="${front.url}/silent">`
    response.setHeader('content-type', 'text/html')
    return response.end(`<!doctype html><meta charset="utf-8">${body}<script type="module" src="/page.js"></script>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const front: Front = {
    url,
    silentUrl: `${url}/silent`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return front
}

function pass(baseUrl: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming
  const outgoing = request(new URL(incoming.url ?? '/', baseUrl), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}
