import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'
import { traceIdsNow } from './trace-context.ts'

/** One line per outcome: `log.info({ bookingId, durationMs }, 'booking.confirmed')`. Ids and durations as fields. */
export type Logger = PinoLogger

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Fields that never reach a log line, compared without case, `_` and `-`: `first_name`, `firstName` and
 * `First-Name` are one. Secrets, and data that identifies or locates a person.
 */
export const REDACTED_FIELDS = [
  ...['authorization', 'cookie', 'set_cookie', 'password', 'secret', 'client_secret', 'token', 'access_token'],
  ...['refresh_token', 'admin_token', 'tracking_token', 'driver_token', 'api_key', 'private_key', 'internal_key'],
  ...['credentials', 'signature', 'webhook_signature', 'waybill_auth', 'connection_string', 'database_url'],
  ...['rabbitmq_url', 'redis_url', 'name', 'first_name', 'last_name', 'full_name', 'company', 'phone', 'telephone'],
  ...['mobile', 'email', 'address', 'pickup_address', 'dropoff_address', 'address_line_1', 'address_line_2', 'town'],
  ...['city', 'province', 'post_code', 'postal_code', 'latitude', 'longitude', 'lat', 'lng', 'google_place_id'],
  ...['pickup_instructions', 'dropoff_instructions', 'reason_note', 'driver', 'body', 'document', 'headers', 'payload'],
] as const

const normalized = (field: string) => field.replaceAll(/[_-]/g, '').toLowerCase()
const redacted: ReadonlySet<string> = new Set(REDACTED_FIELDS.map(normalized))

const CENSOR = '[redacted]'
/** Objects nested deeper than this are omitted, since they are not checked for redacted fields. */
const MAX_DEPTH = 4

function censored(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Error) return value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth >= MAX_DEPTH) return '[too deep]'
  if (Array.isArray(value)) return value.map((item) => censored(item, depth + 1))
  return censoredFields(value, depth)
}

const censoredFields = (fields: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      redacted.has(normalized(field)) && value != null ? CENSOR : censored(value, depth + 1),
    ]),
  )

/**
 * The logged properties of an error: class, message, code, stack and causes. Others are omitted, since
 * drivers put row values into them (`detail` of a Postgres error).
 */
function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? '[not an error]' : error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    stack: error.stack,
    ...(error.cause !== undefined && depth < MAX_DEPTH && { cause: errorFields(error.cause, depth + 1) }),
  }
}

function activeTrace(): object {
  const ids = traceIdsNow()
  return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {}
}

/**
 * The logger of a service: JSON lines on stdout (or `destination`) with an ISO time, the service's name and the ids of
 * the active span. Fields of `REDACTED_FIELDS` are censored at any depth; message texts are not checked, so put
 * values into fields.
 */
export function createLog(options: { service: string; level?: LogLevel; destination?: DestinationStream }): Logger {
  const log = pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: stdTimeFunctions.isoTime,
      mixin: activeTrace,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => censoredFields(fields, 0),
      },
      serializers: { err: errorFields, error: errorFields, reason: errorFields },
    },
    options.destination ?? pino.destination({ fd: 1, sync: true }),
  )
  // pino does not format a child's bindings. Children inherit this method.
  const child: typeof log.child = log.child
  log.child = function censoredChild(this: Logger, bindings: object, ...rest: []) {
    return child.call(this, censoredFields(bindings, 0), ...rest)
  } as typeof log.child
  return log
}
