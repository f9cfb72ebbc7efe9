/** Streamable HTTP at /mcp. Each request brings its caller's key; nothing of it is kept after the answer. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server'
import { type HttpAddress, isKey } from './config.ts'
import { buildServer } from './server.ts'
import type { Shop } from './session.ts'

const PATH = '/mcp'
const LARGEST_BODY_BYTES = 512 * 1024

interface HttpServer {
  port: number
  /** Lets the calls that run finish, and ends subscriptions, which would never end. */
  close(): Promise<void>
}

/** Listens once it resolves; rejects if the address cannot be used. */
export async function serveHttp(shop: Shop, { host, port, allowedHosts }: HttpAddress): Promise<HttpServer> {
  const handler = createMcpHandler(({ authInfo }) => buildServer(shop, authInfo?.token ?? ''), {
    maxRequestBodySize: LARGEST_BODY_BYTES,
    // Nothing here changes its tools, so nothing is to be subscribed to.
    maxSubscriptions: 16,
  })
  const answer = toNodeHandler(handler, { maxRequestBodySize: LARGEST_BODY_BYTES })
  const isHostAllowed = hostHeaderValidation(allowedHosts)
  const isOriginAllowed = originValidation(allowedHosts)
  const calls = new Set<Promise<void>>()

  const server = createServer((request: IncomingMessage & { auth?: AuthInfo }, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return
    if (request.url?.split('?', 1)[0] !== PATH) {
      response.writeHead(404).end(`The MCP server is at ${PATH}.\n`)
      return
    }
    const token = bearerToken(request)
    if (token === null) {
      response
        .writeHead(401, { 'www-authenticate': 'Bearer realm="Waybill"', 'content-type': 'text/plain' })
        .end('Send your Waybill key in the header Authorization: Bearer wb_test_…\n')
      return
    }
    request.auth = { token, clientId: 'waybill', scopes: [] }
    const call = answer(request, response)
    if (request.headers['mcp-method'] === 'subscriptions/listen') return
    calls.add(call)
    void call.finally(() => calls.delete(call))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeIdleConnections()
      await Promise.allSettled(calls)
      await handler.close()
      server.closeIdleConnections()
    },
  }
}

function bearerToken({ headers }: IncomingMessage): string | null {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return isKey(token) ? token : null
}
