import { identityMigrations } from '@waybill/identity/migrations'
import * as settings from '../migrations/0004-settings.ts'
import * as presetUnits from '../migrations/0009-preset-units.ts'

/** By file name, with those of identity; each is applied once, in the order of the names. */
export const migrations = {
  ...identityMigrations,
  '0004-settings': settings,
  '0009-preset-units': presetUnits,
}
