import * as grpc from '@grpc/grpc-js'
import { trace } from '@opentelemetry/api'
import type { AppError } from '@waybill/contracts/app-error'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { withTraceparent } from '../telemetry/trace-context.ts'
import { type CallBounds, type CallContext, contextFromMessage } from './call-context.ts'
import { publicError, toGrpcStatus } from './errors.ts'

export type Handler = (request: unknown, context: CallContext) => Promise<unknown>

export interface ContextualRequest {
  context?: Context | null
}

/** Outcome of a call: its reply, or the status that it fails with. */
export type CallOutcome = { reply: unknown } | { failure: grpc.StatusObject }

type SendReply = (reply: unknown) => Promise<void>

/**
 * Serves a method, for single and batched calls: runs the handler in the trace and context of the call, and records one
 * observation and one log line. Never rejects. `inItsSpan`: the active span is the call's own. `send`: sends a streamed
 * reply; the call lasts until the stream ends or the caller cancels.
 */
export type ServedMethod = (
  request: ContextualRequest,
  bounds: CallBounds,
  options?: { inItsSpan: boolean; send?: SendReply },
) => Promise<CallOutcome>

export function serveMethod(options: { path: string; handler: Handler; log: Logger; metrics: Metrics }): ServedMethod {
  const { path, handler, log, metrics } = options
  const [, service = '', method = ''] = path.split('/')
  const duration = serverDuration(metrics)

  function record(
    context: Context | null | undefined,
    elapsedMs: number,
    code: grpc.status,
    failure?: { error: AppError; thrown: unknown },
  ): void {
    duration.observe({ rpc_service: service, rpc_method: method, code: grpc.status[code] }, elapsedMs / 1_000)
    const fields = {
      method: path,
      status: grpc.status[code],
      durationMs: Math.round(elapsedMs * 10) / 10,
      requestId: context?.request_id,
      environmentId: context?.environment_id,
      code: failure?.error.code,
    }
    if (failure?.error.code === 'internal_error') log.error({ ...fields, err: failure.thrown }, 'rpc.answered')
    else if (failure && failure.error.kind.status >= 500)
      log.warn({ ...fields, err: failure.error.cause }, 'rpc.answered')
    else log.info(fields, 'rpc.answered')
  }

  async function answer(request: ContextualRequest, bounds: CallBounds, send?: SendReply): Promise<CallOutcome> {
    const startedAt = performance.now()
    const { context } = request
    try {
      if (!context) throw new Error('the request has no context')
      const reply = await handler(request, contextFromMessage(context, bounds))
      if (send) await send(reply)
      record(context, performance.now() - startedAt, grpc.status.OK)
      return { reply }
    } catch (thrown) {
      if (send && bounds.signal.aborted) {
        // A caller that stops reading a file is not an error.
        record(context, performance.now() - startedAt, grpc.status.CANCELLED)
        return {
          failure: { code: grpc.status.CANCELLED, details: 'cancelled by the caller', metadata: new grpc.Metadata() },
        }
      }
      const error = publicError(thrown)
      const failure = toGrpcStatus(error)
      record(context, performance.now() - startedAt, failure.code, { error, thrown })
      return { failure }
    }
  }

  return (request, bounds, { inItsSpan, send } = { inItsSpan: false }) =>
    inItsSpan && trace.getActiveSpan()?.isRecording()
      ? answer(request, bounds, send)
      : withTraceparent(request.context?.traceparent, () => answer(request, bounds, send))
}

export const serverDuration = (metrics: Metrics) =>
  metrics.histogram({
    name: 'rpc_server_duration_seconds',
    help: 'Time from a gRPC request to its answer, by method and status.',
    labels: ['rpc_service', 'rpc_method', 'code'],
  })
