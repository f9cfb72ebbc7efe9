import * as bookingsMigration from '../migrations/0001-bookings.ts'
import * as listsMigration from '../migrations/0002-lists-and-positions.ts'
import * as exchangesMigration from '../migrations/0003-carrier-exchanges.ts'
import * as proofMediaMigration from '../migrations/0004-proof-media.ts'
import * as shownMigration from '../migrations/0004-shipments-as-shown.ts'
import * as recallsMigration from '../migrations/0005-recalls.ts'
import * as erasureMigration from '../migrations/0006-erasure-and-resolutions.ts'
import * as draftsMigration from '../migrations/0007-drafts.ts'
import * as labelRevisionsMigration from '../migrations/0008-label-revisions.ts'
import * as endedOperationsMigration from '../migrations/0009-ended-operations.ts'

/** By file name: applied in the order of the names, each once. */
export const migrations = {
  '0001-bookings': bookingsMigration,
  '0002-lists-and-positions': listsMigration,
  '0003-carrier-exchanges': exchangesMigration,
  '0004-proof-media': proofMediaMigration,
  '0004-shipments-as-shown': shownMigration,
  '0005-recalls': recallsMigration,
  '0006-erasure-and-resolutions': erasureMigration,
  '0007-drafts': draftsMigration,
  '0008-label-revisions': labelRevisionsMigration,
  '0009-ended-operations': endedOperationsMigration,
}
