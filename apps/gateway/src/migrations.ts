import * as credentialsMigration from '../migrations/0001-credentials.ts'

/** By file name: applied in the order of the names, each once. */
export const migrations = {
  '0001-credentials': credentialsMigration,
}
