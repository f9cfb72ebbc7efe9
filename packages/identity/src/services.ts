import type { AccountServices } from './accounts/services.ts'
import type { ApiKeys } from './api-keys/api-keys.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { OAuth } from './oauth/token-endpoint.ts'

/** Services for the handlers of identity's routes. */
export interface IdentityServices extends AccountServices {
  apiKeys: ApiKeys
  auditLog: AuditLog
  oauth: OAuth
}
