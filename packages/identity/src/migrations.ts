import * as merchantsAndKeys from '../migrations/0001-merchants-and-keys.ts'
import * as logs from '../migrations/0002-logs.ts'
import * as teams from '../migrations/0003-teams.ts'
import * as apiLogWithoutKeys from '../migrations/0005-api-log-without-keys.ts'
import * as addressesOfATeam from '../migrations/0006-addresses-of-a-team.ts'
import * as oidcTokenOrigin from '../migrations/0007-oidc-token-origin.ts'
import * as oidcEnteredBy from '../migrations/0008-oidc-entered-by.ts'
import * as viewers from '../migrations/0010-viewers.ts'

/**
 * The migrations of identity's tables, by file name. They share a schema, and the order of numbers, with those of the process that
 * identity runs in.
 */
export const identityMigrations = {
  '0001-merchants-and-keys': merchantsAndKeys,
  '0002-logs': logs,
  '0003-teams': teams,
  '0005-api-log-without-keys': apiLogWithoutKeys,
  '0006-addresses-of-a-team': addressesOfATeam,
  '0007-oidc-token-origin': oidcTokenOrigin,
  '0008-oidc-entered-by': oidcEnteredBy,
  '0010-viewers': viewers,
}
