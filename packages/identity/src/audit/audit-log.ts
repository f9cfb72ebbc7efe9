/** The audit log as owners of a team read it. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import type { Database } from '@waybill/chassis/postgres/database'
import { pageRequest } from '@waybill/chassis/postgres/page'
import { envelopeBytes, listEnvelope } from '@waybill/contracts/envelope'
import { pageMessage } from '@waybill/edge/routing/query'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { IdentityDatabase } from '../db.ts'
import { auditEntryDocument } from './document.ts'
import { listOwnEntries, type OwnFilters } from './repository.ts'

interface AuditQuery {
  limit?: number
  cursor?: string
  actor_id?: string
  action?: string[]
  object_id?: string
  environment_id?: string
  occurred_from?: string
  occurred_to?: string
}

export interface AuditLog {
  list(call: Call<AuditQuery>): Promise<Reply>
}

export const createAuditLog = ({ db }: { db: Database<IdentityDatabase> }): AuditLog => ({
  async list({ context: { merchantId }, query }) {
    const { limit, cursor } = pageRequest(pageMessage(query))
    const filters: OwnFilters = {
      actor: query.actor_id ?? null,
      actions: query.action ?? [],
      target: query.object_id ?? null,
      environmentId: query.environment_id ?? null,
      from: query.occurred_from ?? null,
      to: query.occurred_to ?? null,
    }
    const list = ['audit_log', merchantId, filters]
    const after = cursor === null ? null : Number(decodeCursor(list, cursor)[0])
    const { entries, scannedTo } = await listOwnEntries(db, merchantId, filters, { after, limit })
    const shown = entries.slice(0, limit)
    // A page is short if few of the entries that were looked at match. The next one goes on where it stopped.
    const last = entries.length > limit ? shown.at(-1)?.position : scannedTo
    const next_cursor = last ? encodeCursor(list, [String(last)]) : null
    const meta = { has_more: next_cursor !== null, next_cursor, limit }
    return { status: 200, body: envelopeBytes(listEnvelope(shown.map(auditEntryDocument), meta)) }
  },
})
