/** Operator calls of every service: parked events, the outbox, erasures, stuck things. */
import type { ListOutboxRequest__Output } from '@waybill/contracts/gen/waybill/operator/v1/ListOutboxRequest'
import type { OperatorServiceHandlers } from '@waybill/contracts/gen/waybill/operator/v1/OperatorService'
import type { ParkedEvent as ParkedMessage } from '@waybill/contracts/gen/waybill/operator/v1/ParkedEvent'
import { invalidParameter } from '@waybill/contracts/requests/validation'
import type { Kysely } from 'kysely'
import { listOutbox, type OutboxFilters, replayEvent } from '../messaging/outbox/list.ts'
import { replayOutbox } from '../messaging/outbox/outbox.ts'
import { discardParked, findParked, listParked, type ParkedEvent, replayParked } from '../messaging/parking.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { findErasure } from '../retention/erasures.ts'
import { listStuck, type StuckCheck } from '../stuck/stuck-checks.ts'
import type { Logger } from '../telemetry/log.ts'
import { implement, type RpcServiceImplementation } from './server.ts'

const LISTED = 100
const MAX_LISTED = 1_000

/** Data that a service holds about a subject that may be erased. */
export interface StoredData {
  /** Rows by table. */
  tables: Record<string, number>
  /** Ids of the subject's records that the service owns. Other services may hold data under these ids. */
  subjectIds: string[]
}

/** `subjectIds`: ids of the subject's records in other services. */
export type DescribeStoredData = (
  environmentId: string,
  subjectId: string,
  subjectIds: readonly string[],
) => Promise<StoredData>

/** The calls of `waybill.operator.v1.OperatorService`, the same in every service. Every change is logged. */
export function operatorRpc<DB extends ChassisTables>({
  db,
  describeStoredData,
  stuckChecks,
  log,
}: {
  db: Kysely<DB>
  describeStoredData: DescribeStoredData
  stuckChecks: readonly StuckCheck[]
  log: Logger
}): RpcServiceImplementation {
  return implement<OperatorServiceHandlers>('waybill.operator.v1.OperatorService', {
    async ListParked({ limit }) {
      return { events: (await listParked(db, { limit: atMost(limit) })).map(parkedMessage) }
    },

    async GetParked({ event_id }) {
      const events = await findParked(db, event_id)
      return {
        events: events.map(({ event, ...parked }) => ({
          ...parkedMessage(parked),
          event: Buffer.from(JSON.stringify(event)),
        })),
      }
    },

    async ReplayParked({ event_id: eventId }, { requestId }) {
      const count = await replayParked(db, eventId === '' ? {} : { eventId })
      log.info({ eventId: eventId || null, count, requestId }, 'parked.replayed')
      return { count }
    },

    async DiscardParked({ event_id: eventId }, { requestId }) {
      const count = await discardParked(db, eventId)
      if (count > 0) log.warn({ eventId, count, requestId }, 'parked.discarded')
      return { count }
    },

    async ListOutbox(request) {
      const events = await listOutbox(db, toFilters(request), atMost(request.limit))
      return {
        events: events.map((event) => ({
          position: event.position,
          environment_id: event.environmentId,
          event_id: event.eventId,
          type: event.type,
          subject_type: event.subjectType,
          subject_id: event.subjectId,
          sequence: event.sequence ?? 0,
          created_at: event.createdAt.toISOString(),
          published_at: event.publishedAt?.toISOString() ?? '',
        })),
      }
    },

    async ReplayOutbox({ event_id: eventId, since, until }, { requestId }) {
      const period = eventId === '' ? { since: toTime('since', since), until: toTime('until', until) } : null
      const count = period ? await replayOutbox(db, period) : Number(await replayEvent(db, eventId))
      log.info({ eventId: eventId || null, ...period, count, requestId }, 'outbox.replayed')
      return { count }
    },

    async DescribeErasure({ subject_id, subject_ids }, { environmentId }) {
      const held = await describeStoredData(environmentId, subject_id, subject_ids)
      const erasure = await findErasure(db, environmentId, subject_id)
      return {
        tables: Object.entries(held.tables).map(([table, rows]) => ({ table, rows })),
        subject_ids: held.subjectIds,
        erased_at: erasure?.erasedAt.toISOString() ?? '',
        complete: erasure?.complete ?? false,
        hindrance: erasure?.hindrance ?? '',
      }
    },

    async ListStuck({ after_seconds: afterSeconds }) {
      const lists = await listStuck(stuckChecks, { afterSeconds: afterSeconds || null, log })
      return {
        kinds: lists.map(({ things, error, ...list }) => ({
          ...list,
          things: things.map(({ id, environmentId, since, why }) => ({
            id,
            environment_id: environmentId ?? '',
            since: since.toISOString(),
            why,
          })),
          error: error ?? '',
        })),
      }
    },
  })
}

function atMost(limit: number): number {
  if (limit > MAX_LISTED) throw invalidParameter('limit', `must be between 1 and ${MAX_LISTED}`)
  return limit || LISTED
}

const toFilters = ({ since, until, type, subject_id }: ListOutboxRequest__Output): OutboxFilters => ({
  since: since === '' ? null : toTime('since', since),
  until: until === '' ? null : toTime('until', until),
  type: type || null,
  subjectId: subject_id || null,
})

function toTime(name: string, text: string): Date {
  const at = new Date(text)
  if (text === '' || Number.isNaN(at.getTime())) {
    throw invalidParameter(name, 'must be a timestamp such as 2026-12-01T09:00:00Z')
  }
  return at
}

const parkedMessage = (parked: ParkedEvent): ParkedMessage => ({
  environment_id: parked.environmentId,
  event_id: parked.eventId,
  consumer: parked.consumer,
  type: parked.type,
  subject_type: parked.subjectType,
  subject_id: parked.subjectId,
  sequence: parked.sequence ?? 0,
  reason: parked.reason,
  error: parked.error ?? '',
  attempts: parked.attempts,
  due_at: parked.dueAt.toISOString(),
  first_failed_at: parked.firstFailedAt.toISOString(),
})
