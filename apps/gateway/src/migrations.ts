import * as credentialsMigration from '../migrations/0001-credentials.ts'
import * as expiryAndSuspensionMigration from '../migrations/0002-expiry-and-suspension.ts'
import * as auditLogMigration from '../migrations/0003-audit-log.ts'
import * as keysByMerchantsMigration from '../migrations/0004-keys-by-merchants.ts'
import * as signingKeysMigration from '../migrations/0005-signing-keys.ts'
import * as viewsAndPresetsMigration from '../migrations/0007-views-and-presets.ts'
import * as accountsMigration from '../migrations/0008-accounts.ts'
import * as brandingMigration from '../migrations/0009-branding.ts'
import * as apiLogMigration from '../migrations/0011-api-log.ts'
import * as invitationsMigration from '../migrations/0012-invitations.ts'
import * as auditLogOfMerchantsMigration from '../migrations/0013-audit-log-of-merchants.ts'
import * as erasedMembersMigration from '../migrations/0014-erased-members.ts'
import * as secondFactorsMigration from '../migrations/0015-second-factors.ts'
import * as identityProvidersMigration from '../migrations/0016-identity-providers.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-credentials': credentialsMigration,
  '0002-expiry-and-suspension': expiryAndSuspensionMigration,
  '0003-audit-log': auditLogMigration,
  '0004-keys-by-merchants': keysByMerchantsMigration,
  '0005-signing-keys': signingKeysMigration,
  '0007-views-and-presets': viewsAndPresetsMigration,
  '0008-accounts': accountsMigration,
  '0009-branding': brandingMigration,
  '0011-api-log': apiLogMigration,
  '0012-invitations': invitationsMigration,
  '0013-audit-log-of-merchants': auditLogOfMerchantsMigration,
  '0014-erased-members': erasedMembersMigration,
  '0015-second-factors': secondFactorsMigration,
  '0016-identity-providers': identityProvidersMigration,
}
