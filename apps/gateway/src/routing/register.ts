/** Registers a route table on a server: every route passes the same checks in the same order. */
import { Readable } from 'node:stream'
import { AppError } from '@waybill/contracts/app-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertAcceptable, JSON_TYPE } from '../http/accept.ts'
import { isJsonMediaType } from '../http/headers.ts'
import { routerPath } from '../http/paths.ts'
import { linkNextPage } from './link-next-page.ts'
import { readCall, restoreDetails } from './read-call.ts'
import type { Access, Reply, Route } from './route.ts'

/** Authenticates and authorises a request: sets its credential; throws errors of status 401, 403 and 429. */
export type Admit = (access: Access, request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function registerRoutes<Services>(
  app: FastifyInstance,
  routes: readonly Route<Services>[],
  options: { services: Services; admit: Admit; publicUrl: string },
): void {
  const { services, admit, publicUrl } = options
  for (const route of routes) {
    const { contentType = 'application/json', otherContentTypes } = route.success[0] ?? {}
    app.route({
      method: route.method,
      url: routerPath(route.path),
      async onRequest(request, reply) {
        await admit(route.access, request, reply)
        assertAcceptable(request, contentType, otherContentTypes)
      },
      async preParsing(request) {
        assertMediaType(route, request)
      },
      async handler(request, reply) {
        const call = readCall(route, request)
        const answer = await route.handle(call, services).catch((error: unknown) => {
          throw restoreDetails(route, call, error)
        })
        if (route.success[0]?.list) reply.headers(linkNextPage(answer.body, publicUrl + request.url))
        return send(answer, request, reply)
      },
    })
  }
}

function assertMediaType<Services>({ body }: Route<Services>, { headers, raw }: FastifyRequest): void {
  if (body?.kind === 'none') {
    // There is no body to read, and the framework would reject a malformed type.
    raw.headers['content-type'] = 'application/octet-stream'
  }
  if (body?.kind !== 'json') return
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    throw new AppError(
      'unsupported_media_type',
      `Content-Encoding ${encoding} is not supported. Send the body uncompressed.`,
    )
  }
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  const type = headers['content-type']
  // An empty body without a type is reported as a missing body, not as a wrong type.
  if (isJsonMediaType(type) || (type === undefined && isEmpty)) return
  throw new AppError('unsupported_media_type', 'Send the body with Content-Type: application/json.')
}

function send(answer: Reply, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(answer.status)
  if (answer.status !== 204) reply.type(answer.contentType ?? JSON_TYPE)
  if (answer.etag) reply.header('etag', `"${answer.etag}"`)
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  if (answer.headers) reply.headers(answer.headers)
  if (answer.status === 204) return reply.send()
  // The framework would read the stream to its end, which may never come.
  if (request.method === 'HEAD' && answer.body instanceof Readable) answer.body.destroy()
  return reply.send(answer.body)
}
