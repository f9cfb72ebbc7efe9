import * as credentialsMigration from '../migrations/0001-credentials.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-credentials': credentialsMigration,
}
