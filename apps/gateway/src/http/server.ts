/** What every HTTP server of the gateway does to every request: id, headers, 404 and 405, errors, log line, metrics. */
import helmet from '@fastify/helmet'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { passTrace, type RequestTrace, traceRequest } from '@waybill/chassis/telemetry/trace-request'
import { AppError } from '@waybill/contracts/app-error'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Credential } from '../auth/credentials.ts'
import { BODY_LIMIT_BYTES } from './body.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { sendError, toAppError } from './errors.ts'
import { requestIdOf, traceparentOf } from './headers.ts'
import { methodsByPath, pathOf, routableUrl } from './paths.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token the request bears, once it has been checked. */
    credential: Credential | null
    /** What it is traced by. */
    trace: RequestTrace | null
    /** What it was answered with, if not what it asked for. */
    failure: AppError | null
    /** What nobody expected, for the log alone. */
    thrown: unknown
  }
}

/** Longest that sending a request may take. */
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than a load balancer's, so that it is never us who close a connection that is about to be used. */
const KEEP_ALIVE_MS = 75_000
/** Asked every few seconds: neither traced nor logged as requests. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz'])
/** Beyond the longest URL: what an id looks like is not the router's to judge. */
const LONGEST_PARAMETER = 65_536

export interface HttpServerOptions {
  log: Logger
  metrics: Metrics
  /** Every route that will be registered: what 404 and 405 are told by. */
  routes: readonly { method: string; path: string }[]
  /** Addresses of proxies whose X-Forwarded-For is believed, separated by commas; false: none. */
  trustProxy: string | false
  /** Whether requests become spans. */
  tracing: boolean
  /** Whether the process is about to end: each answer is then the last of its connection. */
  isDraining: () => boolean
  /** Before a request for a path or method that does not exist is answered. */
  onUnrouted?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** A server without routes yet. Bodies reach the handlers as Buffers, whatever their media type. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { tracing } = options
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While stopping, requests on open connections are served; `connection: close` sends their callers elsewhere.
    return503OnClosing: false,
    trustProxy: options.trustProxy,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    rewriteUrl: (request) => routableUrl(request.url ?? '/'),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  })
  await app.register(helmet)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const record = recordAnswers(options)
  app.decorateRequest('credential', null)
  app.decorateRequest('trace', null)
  app.decorateRequest('failure', null)
  app.decorateRequest('thrown', null)

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const requestTrace = traceOf(request, tracing)
    request.trace = requestTrace
    // Not when it is answered: a caller that hangs up is never answered, and a stream that it leaves is not to the end.
    reply.raw.once('close', () => requestTrace.run(() => record(request, reply)))
    requestTrace.run(done)
  })
  // The events of a body come outside of it.
  app.addHook('preHandler', (request, _reply, done) => (request.trace ? request.trace.run(done) : done()))
  app.addHook('onRequest', refuseUnrouted(options))
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown)
    request.failure = error
    if (error.code === 'internal_error') request.thrown = thrown
    return sendError(request, reply, error)
  })
  endConnectionsOnClose(app, options)
  return app
}

function traceOf(request: FastifyRequest, tracing: boolean): RequestTrace {
  const traceparent = traceparentOf(request.headers.traceparent)
  const route = request.routeOptions.url
  if (!tracing || PROBES.has(route ?? '')) return passTrace(traceparent)
  return traceRequest({ method: request.method, route, path: pathOf(request.url), traceparent })
}

/**
 * While the process drains, each answer is the last of its connection, so that few are left when the server closes; from
 * then on a kept one would hold the process for its time-out.
 */
function endConnectionsOnClose(app: FastifyInstance, { isDraining }: HttpServerOptions): void {
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Ends a request for a path that no route has with 404, for a method that it does not have with 405 and `Allow`. */
function refuseUnrouted({ routes, onUnrouted }: HttpServerOptions) {
  const allowedMethods = methodsByPath(routes)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.is404) return
    await onUnrouted?.(request, reply)
    const path = pathOf(request.url)
    const allowed = allowedMethods(path)
    if (allowed.length === 0) throw new AppError('route_not_found', 'No endpoint has this path: /docs lists them all.')
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new AppError('method_not_allowed', `This path takes ${allowed.join(', ')}, not ${request.method}.`)
  }
}

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

/** As others have it: whoever asked has gone before there was an answer. */
const CALLER_GONE = 499

/** One line and one observation per request, without anything a person could be known by; the end of its span. */
function recordAnswers({ log, metrics }: HttpServerOptions) {
  const duration = metrics.histogram({
    name: 'http_server_duration_seconds',
    help: 'Time from a request to its answer, by method, route, status and type of error.',
    labels: ['method', 'route', 'status', 'error'],
  })
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { method, credential, failure } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.raw.headersSent ? reply.statusCode : CALLER_GONE
    request.trace?.end({ status, code: failure?.code })
    // How long a stream was open says nothing of how fast it was answered.
    const error = failure?.kind.type ?? 'none'
    if (!isStream(reply)) duration.observe({ method, route, status, error }, reply.elapsedTime / 1_000)
    const fields = {
      method,
      route,
      status,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      requestId: request.id,
      environmentId: credential?.environmentId,
      keyId: credential?.keyId,
      code: failure?.code,
    }
    if (request.thrown !== null) log.error({ ...fields, err: request.thrown }, 'http.answered')
    else if (PROBES.has(route)) log.debug(fields, 'http.answered')
    else log.info(fields, 'http.answered')
  }
}
