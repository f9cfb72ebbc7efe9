/** Shared by both HTTP servers, for every request: id, headers, 404 and 405, errors, log line, metrics. */
import type { ClientRequest } from 'node:http'
import type { Readable } from 'node:stream'
import helmet from '@fastify/helmet'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { RequestTrace } from '@waybill/chassis/telemetry/trace-request'
import { AppError } from '@waybill/contracts/app-error'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Credential } from '../credential.ts'
import { BODY_LIMIT_BYTES, LARGEST_DROPPED_BYTES } from '../http/body.ts'
import { sendError, toAppError } from '../http/errors.ts'
import { parseRequestId } from '../http/headers.ts'
import { getPath, methodsByPath, PROBES, routableUrl } from '../http/paths.ts'
import { declaredBytes } from '../limits/rate-limit.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { countRefusals } from './refusals.ts'
import { limitRepeatedErrors, type RepeatedErrors } from './repeated-errors.ts'
import { beforeAdmission, startTrace } from './request-trace.ts'
import { similarPath } from './similar-path.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the request's token, after authentication. */
    credential: Credential | null
    /** Name of the request's admin token, after authentication. */
    operator: string | null
    /** The request's span, once it is admitted. */
    trace: RequestTrace | null
    begunAt: Date
    /** The error that was returned, if any. */
    failure: AppError | null
    /** The body that a handler has answered with. */
    answer: Buffer | string | Readable | null
    /** An unexpected error, which only the log may show. */
    thrown: unknown
  }
  interface FastifyContextConfig {
    /** Operation of the route in the table, as in the OpenAPI document. */
    operationId?: string
    path?: string
  }
}

/** Limit for receiving a whole request, in ms. */
const REQUEST_TIMEOUT_MS = 30_000
/**
 * A connection on which nothing moves for so long is closed, unless it is idle between requests: its client does not read
 * its response. Longer than any handler works, and than the pause between heartbeats of a stream.
 */
const STALLED_MS = 30_000
/** Longer than a load balancer's: if the gateway closed an idle connection first, a request could be lost on it. */
const KEEP_ALIVE_MS = 75_000
/** Longer than any URL: routes check identifiers themselves, and answer 404 with their own code. */
const LONGEST_PARAMETER = 65_536

interface HttpServerOptions {
  /** Which API it serves, for metrics. */
  api: 'public' | 'admin'
  log: Logger
  metrics: Metrics
  /** Base of the URLs in errors, without a trailing slash. */
  publicUrl: string
  /** Every route that will be registered. Decides between 404 and 405. */
  routes: readonly { method: string; path: string }[]
  /** Addresses of proxies whose X-Forwarded-For is trusted, separated by commas; false: none. */
  trustProxy: string | false
  /** Whether requests are traced. */
  tracing: boolean
  /** Whether the process is stopping: each response then closes its connection. */
  isDraining: () => boolean
  /** For tests. */
  stalledMs?: number
  /** Runs before a 404 or 405 for an unknown path or method. */
  onUnrouted?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Called when a response has ended, with the status that its caller got. Must not throw. */
  onAnswered?: (request: FastifyRequest, reply: FastifyReply, answered: { status: number; durationMs: number }) => void
}

/** A server without routes. Handlers receive bodies of every media type as Buffers. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { tracing, stalledMs = STALLED_MS } = options
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: stalledMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While stopping, requests on open connections are still served, with `connection: close`.
    return503OnClosing: false,
    trustProxy: options.trustProxy,
    genReqId: (request) => parseRequestId(request.headers['x-request-id']),
    rewriteUrl: (request) => routableUrl(request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, options.publicUrl),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  })
  const securityHeaders = await readSecurityHeaders()
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders)
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const repeated = limitRepeatedErrors((suppressed) => options.log.info(suppressed, 'http.answers_suppressed'))
  app.addHook('onClose', async () => repeated.report())
  const record = recordAnswers(options, repeated)
  const warnOfProxy = proxyWarning(options)
  app.decorateRequest('credential', null)
  app.decorateRequest('operator', null)
  app.decorateRequest('trace', null)
  app.decorateRequest('begunAt')
  app.decorateRequest('failure', null)
  app.decorateRequest('answer', null)
  app.decorateRequest('thrown', null)

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    warnOfProxy(request)
    const begunAt = new Date()
    const begunMs = performance.now()
    // Recorded on close, not on response: callers that hang up get no response, and streams may never finish.
    reply.raw.once('close', () => {
      request.trace ??= startTrace(request, { tracing, begunAt })
      request.trace.run(() => record(request, reply, performance.now() - begunMs))
    })
    request.begunAt = begunAt
    beforeAdmission(request, { tracing, begunAt }).run(done)
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    request.trace ??= startTrace(request, { tracing, begunAt: request.begunAt })
    request.trace.run(() => done(null, payload))
  })
  // The body's events run outside of the trace's async context: enter it again.
  app.addHook('preHandler', (request, _reply, done) => (request.trace ? request.trace.run(done) : done()))
  app.addHook('onRequest', refuseUnrouted(options))
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown, request.routeOptions.bodyLimit)
    request.failure = error
    if (error.code === 'internal_error') request.thrown = thrown
    return sendError(request, reply, error, options.publicUrl)
  })
  endConnectionsOnClose(app, options)
  return app
}

/**
 * The headers that helmet sets. They are the same in every response, but helmet would build them for each one, and set them
 * one by one on Node's response, which then also checks and copies every other header.
 */
async function readSecurityHeaders(): Promise<Record<string, string>> {
  const sample = fastify()
  let headers: Record<string, string> = {}
  await sample.register(helmet)
  sample.get('/', async (_request, { raw }) => {
    // Declared for requests only.
    const names = (raw as unknown as ClientRequest).getRawHeaderNames()
    headers = Object.fromEntries(names.map((name) => [name, String(raw.getHeader(name))]))
  })
  await sample.inject('/')
  await sample.close()
  return headers
}

/** Warns once if requests come through a proxy and none is trusted: all anonymous callers then share one rate limit. */
function proxyWarning({ log, trustProxy }: HttpServerOptions): (request: FastifyRequest) => void {
  let isDue = trustProxy === false
  return ({ headers, socket }) => {
    if (!isDue || headers['x-forwarded-for'] === undefined) return
    isDue = false
    log.warn({ peer: socket.remoteAddress, fix: 'set TRUST_PROXY to the addresses of the proxy' }, 'proxy.not_trusted')
  }
}

/**
 * Closes connections with their next response while the process drains. After that, an idle connection would delay the
 * exit for the whole keep-alive timeout.
 */
function endConnectionsOnClose(app: FastifyInstance, { isDraining }: HttpServerOptions): void {
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining() || isEndless(request)) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Whether so much of a body may follow that nobody reads. */
function isEndless(request: FastifyRequest): boolean {
  if (request.raw.complete) return false
  return request.headers['transfer-encoding'] !== undefined || declaredBytes(request) > LARGEST_DROPPED_BYTES
}

/** Rejects an unknown path with 404, and an unknown method of a known path with 405 and `Allow`. */
function refuseUnrouted({ routes, onUnrouted }: HttpServerOptions) {
  const allowedMethods = methodsByPath(routes)
  const similar = similarPath(routes)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.is404) return
    await onUnrouted?.(request, reply)
    const path = getPath(request.url)
    const allowed = allowedMethods(path)
    if (allowed.length === 0) throw new AppError('route_not_found', unknownPath(similar(path)))
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new AppError(
      'method_not_allowed',
      `${request.method} is not allowed on this path. Allowed: ${allowed.join(', ')}.`,
    )
  }
}

const unknownPath = (meant: string | undefined): string =>
  meant === undefined
    ? 'No endpoint has this path. See /docs for all endpoints.'
    : `No endpoint has this path. Did you mean ${meant}? See /docs for all endpoints.`

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

const getOwner = (credential: Credential | null) => ({
  environmentId: credential?.environmentId,
  keyId: credential?.keyId,
})

/** As in nginx: the caller closed the connection before the response. */
const CALLER_GONE = 499

/** Ends the request's span, and records one log line and one observation, without personal data. */
function recordAnswers({ api, log, metrics, onAnswered }: HttpServerOptions, repeated: RepeatedErrors) {
  const duration = metrics.histogram({
    name: 'http_server_duration_seconds',
    help: 'Time from a request to its response, by method, route, status and error type.',
    labels: ['method', 'route', 'status', 'error'],
  })
  const countRefusal = countRefusals(metrics, api)
  const isLineDue = ({ credential, ip }: FastifyRequest, status: number): boolean =>
    repeated.isWritten({ ...getOwner(credential), status, address: ip }, performance.now())
  // `reply.elapsedTime` is 0 without a logger or an `onResponse` hook.
  return (request: FastifyRequest, reply: FastifyReply, durationMs: number): void => {
    const { method, credential, failure } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.raw.headersSent ? reply.statusCode : CALLER_GONE
    request.trace?.end({ status, code: failure?.code })
    if (failure) countRefusal(failure)
    onAnswered?.(request, reply, { status, durationMs })
    // The duration of a stream says nothing about latency.
    const error = failure?.kind.type ?? 'none'
    if (!isStream(reply)) duration.observe({ method, route, status, error }, durationMs / 1_000)
    const fields = {
      method,
      route,
      status,
      durationMs: Math.round(durationMs * 10) / 10,
      requestId: request.id,
      actor: request.operator ?? undefined,
      ...getOwner(credential),
      code: failure?.code,
    }
    if (request.thrown !== null) log.error({ ...fields, err: request.thrown }, 'http.answered')
    else if (PROBES.has(route)) log.debug(fields, 'http.answered')
    else if (status < 400 || status >= 500 || isLineDue(request, status)) log.info(fields, 'http.answered')
  }
}
