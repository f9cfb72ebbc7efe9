import * as merchantsAndKeys from '../migrations/0001-merchants-and-keys.ts'
import * as logs from '../migrations/0002-logs.ts'
import * as teams from '../migrations/0003-teams.ts'
import * as settings from '../migrations/0004-settings.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-merchants-and-keys': merchantsAndKeys,
  '0002-logs': logs,
  '0003-teams': teams,
  '0004-settings': settings,
}
