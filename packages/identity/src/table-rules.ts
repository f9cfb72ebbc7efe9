/** When the rows of identity's tables are deleted, or why they are kept. Shown in docs/tables.md. */
import type { TableRules } from '@waybill/chassis/retention/table-rules'
import { pruneInvitations } from './accounts/invitations/repository.ts'
import { pruneLinks } from './accounts/links/repository.ts'
import { pruneSessions } from './accounts/sessions/repository.ts'
import { pruneChallenges } from './accounts/sign-in/challenge-repository.ts'
import { pruneApiKeys } from './api-keys/repository.ts'
import { pruneAuditEntries } from './audit/repository.ts'
import type { IdentityDatabase } from './db.ts'
import { pruneSigningKeys } from './oauth/repository.ts'

/** How long merchants see keys that have ended. */
const ENDED_KEY_DAYS = 90
/** How long it can be seen where a member was signed in. */
const ENDED_SESSION_DAYS = 30
const byOperators = 'only operators add rows'

export const identityTableRules = ({ auditDays = 400 }: { auditDays?: number }): TableRules<IdentityDatabase> => ({
  merchant: { kept: byOperators },
  environment: { kept: byOperators },
  api_key: {
    deleted: `${ENDED_KEY_DAYS} days after a key was revoked or has expired`,
    by: pruneApiKeys,
    days: ENDED_KEY_DAYS,
  },
  signing_key: {
    deleted: 'a day after the last token that it signed has expired',
    by: pruneSigningKeys,
    days: 1,
  },
  member: { kept: 'the team of a merchant is as small as its staff; those who leave are deactivated' },
  session: {
    deleted: `${ENDED_SESSION_DAYS} days after a session was revoked or has expired`,
    by: pruneSessions,
    days: ENDED_SESSION_DAYS,
  },
  invitation: {
    deleted: 'when it is accepted or revoked, and a day after it has expired',
    by: pruneInvitations,
    days: 1,
  },
  one_time_link: { deleted: 'a day after the link has expired', by: pruneLinks, days: 1 },
  totp: { kept: 'at most one row of a member; deleted when the member turns it off' },
  recovery_code: { kept: 'at most 10 of a member; a code is deleted when it is used' },
  passkey: { kept: 'at most 20 of a member' },
  sign_in_challenge: { deleted: 'when it is answered, and when it has expired', by: pruneChallenges, days: 0 },
  oidc_provider: { kept: 'at most one row of a merchant' },
  oidc_identity: { kept: 'at most one row of a member' },
  audit_entry: {
    deleted: '`AUDIT_RETENTION_DAYS` (400) after the action; a trigger refuses changes, and deletion within 90 days',
    by: pruneAuditEntries,
    days: auditDays,
  },
})
