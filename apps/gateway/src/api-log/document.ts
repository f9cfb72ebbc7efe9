/** Calls of the API log as merchants see them. */
import { z } from 'zod'

/** A call as it is stored. Columns of the table, so that a batch is one JSON document. */
export interface ApiCall {
  environment_id: string
  /** Sorts by the time of the response. */
  call_id: string
  request_id: string
  method: string
  operation_id: string
  path: string
  status: number
  error_code: string | null
  duration_ms: number
  actor_id: string
  replayed: boolean
  subjects: string[]
  /** JSON; null: not a failed write. */
  request_body: string | null
  response_body: string | null
}

/** Without the bodies, as in the list. */
export type ApiCallSummary = Omit<ApiCall, 'request_body' | 'response_body'>

const summary = z.object({
  call_id: z.string().describe('Identifier, cal_…'),
  environment_id: z.string(),
  request_id: z
    .string()
    .describe('The `X-Request-Id` of the call. Several calls have the same one if you send it again.'),
  occurred_at: z.string().describe('Time of the response.'),
  method: z.string().describe('The HTTP method.'),
  operation_id: z.string().describe('The operation, by its `operationId` in the OpenAPI document.'),
  path: z
    .string()
    .describe(
      'The path, without the query. A parameter that is not the id of an object is shown by its name, in braces.',
    ),
  status: z.int().describe('The HTTP status. 499: the caller closed the connection before the response.'),
  error_code: z.string().nullable().describe('The code of the error; null: none.'),
  duration_ms: z.int().describe('Milliseconds from the request to the end of the response.'),
  actor_id: z.string().describe('The key, the user or the driver that made the call.'),
  replayed: z.boolean().describe('Whether the response is that of an earlier call with the same `Idempotency-Key`.'),
  subjects: z
    .array(z.string())
    .describe('Ids in the path and, of a successful write, in the response: the objects that the call is about.'),
})

/** The list has it without the bodies. */
export const apiCallSummarySchema = summary.meta({ id: 'ApiCallSummary' })

export const apiCallSchema = summary
  .extend({
    request_body: z
      .unknown()
      .describe(
        'For a failed write, the document as it was sent, with a placeholder for every value that can be personal or secret; else null.',
      ),
    response_body: z
      .unknown()
      .describe(
        "Of a failed write, the `error` of the response, without carriers' texts and quoted values; else null.",
      ),
  })
  .meta({ id: 'ApiCall' })

export const apiCallSummary = ({ call_id, ...call }: ApiCallSummary, occurredAt: Date) => ({
  call_id,
  environment_id: call.environment_id,
  request_id: call.request_id,
  occurred_at: occurredAt.toISOString(),
  method: call.method,
  operation_id: call.operation_id,
  path: call.path,
  status: call.status,
  error_code: call.error_code,
  duration_ms: call.duration_ms,
  actor_id: call.actor_id,
  replayed: call.replayed,
  subjects: call.subjects,
})

export const apiCallDocument = ({ request_body, response_body, ...call }: ApiCall, occurredAt: Date) => ({
  ...apiCallSummary(call, occurredAt),
  request_body: parsed(request_body),
  response_body: parsed(response_body),
})

const parsed = (body: string | null): unknown => (body === null ? null : JSON.parse(body))
