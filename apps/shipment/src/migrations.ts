import * as shipmentsMigration from '../migrations/0001-shipments.ts'
import * as followingMigration from '../migrations/0002-following.ts'
import * as expiryMigration from '../migrations/0003-expiry-of-booked.ts'
import * as erasureMigration from '../migrations/0004-erasure.ts'

/** By file name. Each is applied once, in the order of the names. */
export const migrations = {
  '0001-shipments': shipmentsMigration,
  '0002-following': followingMigration,
  '0003-expiry-of-booked': expiryMigration,
  '0004-erasure': erasureMigration,
}
