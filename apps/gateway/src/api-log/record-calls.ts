/** Records calls of merchants: behind the requests, in batches, within bounds. */
import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import { type Database, postgresCode } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { type ErrorEnvelope, errorEnvelope } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Operation } from '@waybill/contracts/requests/operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayDatabase } from '../db.ts'
import type { ApiCall } from './document.ts'
import { redactedBody, redactedError } from './redaction.ts'
import { insertApiCalls } from './repository.ts'
import { type Choices, findChoices } from './shown-values.ts'
import { idsInAnswer, idsInPath } from './subjects.ts'
import { createWaitingCalls } from './waiting-calls.ts'

const WRITE_EVERY_MS = 500
const BATCH = 250
/** Bounds of an environment's rows between two writes: 500 calls a second. */
const BOUNDS = { perEnvironment: { items: BATCH, bytes: 512 * 1024 }, allBytes: 16 * 1024 * 1024 }
/** Size of a row without its texts. */
const ROW_BYTES = 400
const LONGEST_BODY = 16 * 1024
/** Reading the log is not part of what happened. */
const unlogged: ReadonlySet<string> = new Set(['listApiCalls', 'getApiCall'])
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** SQLSTATE class 22: data exception. The same batch would fail for ever, and hold up those after it. */
const isBadData = (error: unknown): boolean => postgresCode(error)?.startsWith('22') ?? false

/** How a call has ended. */
interface Answered {
  status: number
  durationMs: number
}

interface CallRecorder extends Stoppable {
  /** Notes a call whose response has ended. Returns at once, never throws. Calls without a known environment are left out. */
  note(request: FastifyRequest, reply: FastifyReply, answered: Answered): void
}

export function startCallRecorder(options: {
  db: Database<GatewayDatabase>
  log: Logger
  metrics: Metrics
  routes: readonly Pick<Operation, 'body'>[]
}): CallRecorder {
  const { db, log, metrics, routes } = options
  const choices = findChoices(routes)
  const waiting = createWaitingCalls<ApiCall>(BOUNDS, toBytes)
  const dropped = metrics.counter({
    name: 'api_log_dropped_total',
    help: 'Calls that are missing in the API log, because too many of their environment waited to be written.',
  })
  dropped.inc(0)

  async function write(): Promise<void> {
    const calls = waiting.take(BATCH)
    if (calls.length === 0) return
    try {
      await insertApiCalls(db, calls)
    } catch (error) {
      if (isBadData(error)) dropped.inc(calls.length)
      else waiting.giveBack(calls)
      throw error
    }
  }

  const loop = startLoop({
    name: 'api_log',
    intervalMs: WRITE_EVERY_MS,
    log,
    async work() {
      await write()
      return waiting.size() >= BATCH ? 'again' : 'idle'
    },
  })

  return {
    note(request, reply, answered) {
      try {
        const call = describeCall(request, reply, { ...answered, choices })
        if (call !== null && !waiting.add(call)) dropped.inc()
      } catch (error) {
        // It runs outside of any request: thrown on, the error would end the process.
        dropped.inc()
        log.error({ err: error, requestId: request.id }, 'api_log.not_described')
      }
    },
    async stop() {
      await loop.stop()
      try {
        while (waiting.size() > 0) await write()
      } catch (error) {
        dropped.inc(waiting.size())
        log.error({ err: error, dropped: waiting.size() }, 'api_log.flush_failed')
      }
    },
  }
}

const toBytes = ({ subjects, request_body, response_body }: ApiCall): number =>
  ROW_BYTES + 32 * subjects.length + (request_body?.length ?? 0) + (response_body?.length ?? 0)

function describeCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, durationMs, choices }: Answered & { choices: Choices },
): ApiCall | null {
  const { credential, method } = request
  const { operationId, path } = request.routeOptions.config
  if (!credential?.environmentId || operationId === undefined || path === undefined) return null
  if (unlogged.has(operationId)) return null
  const isWrite = !reads.has(method)
  const ids = idsInPath(request.params as Record<string, string>)
  const answer = isWrite && status < 300 && Buffer.isBuffer(request.answer) ? request.answer : null
  const failed = isWrite && status >= 400 ? describeFailure(request, choices) : null
  return {
    environment_id: credential.environmentId,
    call_id: newId('cal'),
    request_id: request.id,
    method,
    operation_id: operationId,
    path: ids === null || ids.length === 0 ? path : (request.url.split('?', 1)[0] ?? path),
    status,
    error_code: request.failure?.code ?? failed?.code ?? null,
    duration_ms: Math.round(durationMs),
    actor_id: credential.session?.userId ?? credential.keyId,
    replayed: reply.getHeader('idempotency-replayed') === 'true',
    subjects: [...new Set([...(ids ?? []), ...(answer ? idsInAnswer(answer) : [])])],
    request_body: failed?.request ?? null,
    response_body: failed?.response ?? null,
  }
}

interface Failure {
  code: string
  request: string | null
  response: string | null
}

/** Bodies of a failed write. The error is one of the gateway's, or one that a service has stored as the answer. */
function describeFailure(request: FastifyRequest, choices: Choices): Failure | null {
  const { failure, answer, body, id } = request
  const error = failure ? errorEnvelope(failure, id).error : storedError(answer)
  if (error === null) return null
  const { value, hidden } =
    Buffer.isBuffer(body) && body.length > 0
      ? redactedBody(body, choices)
      : { value: null, hidden: [] as readonly string[] }
  return {
    code: error.code,
    request: value === null ? null : bounded(JSON.stringify(value)),
    response: bounded(JSON.stringify(redactedError(error, hidden && [...hidden, ...otherTexts(request)]))),
  }
}

/** Errors can quote them, too. */
const otherTexts = ({ headers, query }: FastifyRequest): string[] => [
  ...String(headers['idempotency-key'] ?? '').split('"'),
  ...Object.values(query as Record<string, unknown>)
    .flat()
    .map(String),
]

function storedError(answer: FastifyRequest['answer']): ErrorEnvelope['error'] | null {
  if (!Buffer.isBuffer(answer)) return null
  return (JSON.parse(answer.toString()) as ErrorEnvelope).error
}

const bounded = (text: string): string =>
  text.length <= LONGEST_BODY ? text : JSON.stringify(`[${text.length} characters]`)
