/** The audit log: what operators did through this API. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import { listEnvelope } from '@waybill/contracts/envelope'
import { requiredText } from '@waybill/contracts/values/text'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { timeFrom, timeTo } from '@waybill/edge/routing/time-filters'
import { publicAuditEntry } from '../audit/entry.ts'
import { type AuditFilters, listAuditEntries } from '../audit/repository.ts'
import { type AdminRoute, localAction } from './admin-route.ts'

const filter = requiredText(100).optional()
const auditQuery = pageQuery.extend({
  actor: filter,
  action: filter,
  target: filter,
  since: timeFrom.optional(),
  until: timeTo.optional(),
})

export const auditRoutes: AdminRoute[] = [
  // Recorded too: entries show the addresses of operators.
  localAction<typeof auditQuery>({
    operationId: 'listAuditLog',
    method: 'GET',
    path: '/admin/audit-log',
    summary: 'List the actions of operators, newest first',
    query: auditQuery,
    async prepare({ query }) {
      const { actor = null, action = null, target = null, since = null, until = null } = query
      const filters: AuditFilters = { actor, action, target, since, until }
      const list = ['audit-log', filters]
      const { limit, cursor } = pageRequest(pageMessage(query))
      const after = cursor === null ? null : Number(decodeCursor(list, cursor)[0])
      return async (trx) => {
        const found = await listAuditEntries(trx, filters, { after, limit: limit + 1 })
        const page = toPage(found, limit, ({ position }) => encodeCursor(list, [String(position)]))
        const body = JSON.stringify(listEnvelope(page.items.map(publicAuditEntry), page.meta))
        return { reply: { status: 200, body } }
      }
    },
  }),
]
