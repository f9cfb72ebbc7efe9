/** The route table on a server: every route through the same checks, in the same order. */
import { Readable } from 'node:stream'
import { AppError } from '@waybill/contracts/app-error'
import type { ListMeta } from '@waybill/contracts/envelope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertAcceptable, JSON_TYPE } from '../http/accept.ts'
import { isJsonMediaType } from '../http/headers.ts'
import { routerPath } from '../http/paths.ts'
import { readCall, refusalInFull } from './read-call.ts'
import type { Access, Reply, Route } from './route.ts'

/** Decides whether the request may go on: sets its credential, throws 401, 403 and 429. */
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
          throw refusalInFull(route, call, error)
        })
        return send(route, answer, request, reply, publicUrl)
      },
    })
  }
}

function assertMediaType<Services>({ body }: Route<Services>, { headers, raw }: FastifyRequest): void {
  if (body?.kind === 'none') {
    // Whatever it says, there is nothing to read; the framework would refuse a malformed one.
    raw.headers['content-type'] = 'application/octet-stream'
  }
  if (body?.kind !== 'json') return
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    throw new AppError('unsupported_media_type', 'Send the body without Content-Encoding.')
  }
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  const type = headers['content-type']
  // Without a body there is nothing whose type could be wrong: it is the body that is missing.
  if (isJsonMediaType(type) || (type === undefined && isEmpty)) return
  throw new AppError('unsupported_media_type', 'Send the body with Content-Type: application/json.')
}

function send<Services>(
  route: Route<Services>,
  answer: Reply,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FastifyReply {
  reply.code(answer.status)
  if (answer.status !== 204) reply.type(answer.contentType ?? JSON_TYPE)
  if (answer.etag) reply.header('etag', `"${answer.etag}"`)
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  if (answer.headers) reply.headers(answer.headers)
  if (route.success[0]?.list) linkNextPage(answer, request, reply, publicUrl)
  if (answer.status === 204) return reply.send()
  // The framework would read it to its end, which may never come.
  if (request.method === 'HEAD' && answer.body instanceof Readable) answer.body.destroy()
  return reply.send(answer.body)
}

function linkNextPage(answer: Reply, request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const { meta } = JSON.parse(answer.body.toString()) as { meta?: ListMeta }
  if (!meta?.next_cursor) return
  const next = new URL(publicUrl + request.url)
  next.searchParams.set('cursor', meta.next_cursor)
  reply.header('link', `<${next.href}>; rel="next"`)
}
