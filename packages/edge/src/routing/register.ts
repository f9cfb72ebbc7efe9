/** Registers a route table on a server: every route passes the same checks in the same order. */
import { Readable } from 'node:stream'
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { shortened } from '@waybill/contracts/requests/issue-texts'
import { JSON_TYPE } from '@waybill/contracts/requests/media-types'
import { type Access, hasEntityTag } from '@waybill/contracts/requests/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertAcceptable } from '../http/accept.ts'
import { sendStoredError } from '../http/errors.ts'
import { entityTag, isJsonMediaType, matchesEntityTag, parseCharset } from '../http/headers.ts'
import { PROBES, routerPath } from '../http/paths.ts'
import { countAnswers } from '../limits/answer-shares.ts'
import { countBodies } from '../limits/body-shares.ts'
import { createTurns } from '../limits/turns.ts'
import { linkNextPage } from './link-next-page.ts'
import { getLocation } from './location.ts'
import { readCall, restoreDetails } from './read-call.ts'
import { type AssertConfirmed, type Call, getBodyLimit, type RecordWrite, type Reply, type Route } from './route.ts'

/** Authenticates and authorises a request: sets its credential; throws errors of status 401, 403 and 429. */
export type Admit = (access: Access, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Dependencies of the routes on a server. */
export interface RouteOptions<Services> {
  services: Services
  admit: Admit
  /** Adds what a request cost beyond its admission. */
  settle?: (access: Access, request: FastifyRequest, status: number) => void
  /** Counts the items of a batch. Throws rate_limited. */
  payForItems?: (request: FastifyRequest, reply: FastifyReply, items: number) => Promise<void>
  assertConfirmed?: AssertConfirmed
  recordWrite?: RecordWrite
  publicUrl: string
}

export function registerRoutes<Services>(
  app: FastifyInstance,
  routes: readonly Route<Services>[],
  options: RouteOptions<Services>,
): void {
  const { services, admit, settle, payForItems, assertConfirmed, recordWrite, publicUrl } = options
  const turn = createTurns()
  const countBody = countBodies()
  const answers = countAnswers()
  for (const route of routes) {
    const { contentType = 'application/json', otherContentTypes } = route.success[0] ?? {}
    app.route({
      method: route.method,
      url: routerPath(route.path),
      bodyLimit: getBodyLimit(route),
      config: { operationId: route.operationId, path: route.path },
      async onRequest(request, reply) {
        // Secrets, tokens, and URLs that open a document without a token: no proxy or browser may keep them.
        if (route.access.kind !== 'anyone') reply.header('cache-control', 'no-store')
        await admit(route.access, request, reply)
        // A probe is answered whatever it accepts.
        if (!PROBES.has(route.path)) assertAcceptable(request, contentType, otherContentTypes)
      },
      async preParsing(request, reply) {
        assertMediaType(route, request)
        // A batch is read while it is worked on: its body is held until the answer.
        const isHeld = route.body?.kind === 'json' && route.body.batchLimitBytes !== undefined
        countBody(request, getBodyLimit(route), isHeld ? reply.raw : request.raw)
      },
      // Not when the response was sent: a client that hangs up before has caused the same work.
      async onSend(request, reply, payload) {
        settle?.(route.access, request, reply.statusCode)
        return payload
      },
      async handler(request, reply) {
        answers.assertRoom(request)
        if (Buffer.isBuffer(request.body)) await turn(request.body.length)
        const call: Call = {
          ...readCall(route, request),
          payForItems: async (items) => payForItems?.(request, reply, items),
          showError: (error) => errorEnvelope(error, request.id, publicUrl).error,
        }
        await assertConfirmed?.(route, call)
        const work = () => route.handle(call, services)
        const answer = await (recordWrite?.(route, call, work) ?? work()).catch((error: unknown) => {
          throw restoreDetails(route, call, error)
        })
        request.answer = answer.body
        answers.count(request, reply, answer.body)
        if (route.success[0]?.list) reply.headers(linkNextPage(answer.body, publicUrl + request.url))
        if (answer.replayed) reply.header('idempotency-replayed', 'true')
        const isError = answer.status >= 400 && answer.contentType === undefined
        if (isError) return sendStoredError(request, reply.code(answer.status), answer.body, publicUrl)
        return send(route, answer, request, reply)
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
  if (type === undefined && isEmpty) return
  if (!isJsonMediaType(type)) {
    throw new AppError('unsupported_media_type', 'Send the body with Content-Type: application/json.')
  }
  assertCharset(parseCharset(type))
}

function assertCharset(charset: string | null): void {
  if (charset === null || charset === 'utf-8' || charset === 'utf8') return
  throw new AppError(
    'unsupported_media_type',
    `The charset ${shortened(charset)} is not supported. Send the body as UTF-8, with Content-Type: application/json.`,
  )
}

function send<Services>(
  route: Route<Services>,
  answer: Reply,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { location, retryAfterSeconds } = route.success.find(({ status }) => status === answer.status) ?? {}
  if (location !== undefined)
    reply.headers({ location: getLocation(location, answer.body, request.params as Record<string, string>) })
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (answer.headers) reply.headers(answer.headers)
  if (isTagged(route, answer)) {
    const tag = entityTag(answer.etag ?? '', answer.body)
    reply.header('etag', tag)
    if (route.method === 'GET' && matchesEntityTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  }
  reply.code(answer.status)
  if (answer.status === 204) return reply.send()
  reply.type(answer.contentType ?? JSON_TYPE)
  // The framework would read the stream to its end, which may never come.
  if (request.method === 'HEAD' && answer.body instanceof Readable) answer.body.destroy()
  return reply.send(answer.body)
}

const isTagged = <Services>(route: Route<Services>, answer: Reply): answer is Reply & { body: Buffer | string } =>
  answer.status < 300 && hasEntityTag(route, answer.status)
