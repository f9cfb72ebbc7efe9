/** When each table's rows are deleted, or why they are kept. Shown in docs/tables.md. */
import type { TableRules } from '@waybill/chassis/retention/table-rules'
import { identityTableRules } from '@waybill/identity/table-rules'
import { pruneApiCalls } from './api-log/repository.ts'
import type { GatewayDatabase } from './db.ts'

export const tableRules = (options: { auditDays?: number }): TableRules<GatewayDatabase> => ({
  ...identityTableRules(options),
  saved_view: { kept: 'at most 200 of an environment, and 50 of each user or key' },
  parcel_preset: { kept: 'at most 100 of an environment' },
  branding: { kept: 'one row of an environment' },
  api_call: { deleted: '7 days after the call', by: pruneApiCalls, days: 7 },
})
