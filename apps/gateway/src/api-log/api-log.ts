/** The calls of merchants on the log of their calls. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import type { Database } from '@waybill/chassis/postgres/database'
import { pageRequest } from '@waybill/chassis/postgres/page'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { idMadeAt } from '@waybill/contracts/ids'
import { pageMessage } from '@waybill/edge/routing/query'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { GatewayDatabase } from '../db.ts'
import { apiCallDocument, apiCallSummary } from './document.ts'
import { type CallFilters, findApiCall, listApiCalls } from './repository.ts'

interface CallQuery {
  limit?: number
  cursor?: string
  method?: string[]
  status_class?: string[]
  operation_id?: string[]
  console_reads?: boolean
  actor_id?: string
  error_code?: string
  request_id?: string
  subject?: string
  occurred_from?: string
  occurred_to?: string
}

export interface ApiLog {
  list(call: Call<CallQuery>): Promise<Reply>
  get(call: Call): Promise<Reply>
}

export function createApiLog({ db }: { db: Database<GatewayDatabase> }): ApiLog {
  return {
    async list({ context: { environmentId }, query }) {
      const { limit, cursor } = pageRequest(pageMessage(query))
      const filters = toFilters(query)
      const list = ['api_log', environmentId, filters]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const { calls, scannedTo } = await listApiCalls(db, environmentId, filters, { after, limit })
      const shown = calls.slice(0, limit)
      // A page is short if few of the calls that were looked at match. The next one goes on where it stopped.
      const last = calls.length > limit ? shown.at(-1)?.call_id : scannedTo
      const next_cursor = last ? encodeCursor(list, [last]) : null
      const meta = { has_more: next_cursor !== null, next_cursor, limit }
      const data = shown.map((call) => apiCallSummary(call, madeAt(call.call_id)))
      return { status: 200, body: envelopeBytes(listEnvelope(data, meta)) }
    },

    async get({ context: { environmentId }, params }) {
      const callId = params.call_id ?? ''
      const call = await findApiCall(db, { environmentId, callId })
      if (call === undefined) throw new AppError('api_call_not_found', `There is no call ${callId} in the log.`)
      return { status: 200, body: envelopeBytes(successEnvelope(apiCallDocument(call, madeAt(callId)))) }
    },
  }
}

const madeAt = (callId: string): Date => idMadeAt(callId) ?? new Date(0)

const toFilters = (query: CallQuery): CallFilters => ({
  methods: query.method ?? [],
  statusClasses: (query.status_class ?? []).map((text) => Number(text[0])),
  operationIds: query.operation_id ?? [],
  consoleReads: query.console_reads ?? true,
  actorId: query.actor_id ?? null,
  errorCode: query.error_code ?? null,
  requestId: query.request_id ?? null,
  subject: query.subject ?? null,
  from: query.occurred_from === undefined ? null : new Date(query.occurred_from),
  to: query.occurred_to === undefined ? null : new Date(query.occurred_to),
})
