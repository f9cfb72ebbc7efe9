import { queryOptions } from '@tanstack/react-query'
import type { ListAuditLog, Waybill } from '@waybill/sdk'
import { listQuery } from '../../../grid/rows.ts'

const PAGE_SIZE = 50
const MOST_PEOPLE = 500

export const auditQueries = (api: Waybill) => ({
  entries: (filters: Omit<ListAuditLog, 'cursor' | 'limit'>) =>
    listQuery(['audit-log', filters], (cursor, signal) =>
      api.team.listAuditLog({ ...filters, cursor, limit: PAGE_SIZE }, { signal }),
    ),
  members: () =>
    queryOptions({
      queryKey: ['team', 'members'],
      queryFn: async ({ signal }) => await api.team.listMembers({ signal }).toArray({ limit: MOST_PEOPLE }),
    }),
})
