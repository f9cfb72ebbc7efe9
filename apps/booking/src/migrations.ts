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
import * as stuckBookingsMigration from '../migrations/0010-stuck-bookings.ts'
import * as exponentsMigration from '../migrations/0011-exponents-of-amounts.ts'
import * as documentLinksMigration from '../migrations/0012-document-links.ts'
import * as uncompressedLabelsMigration from '../migrations/0013-labels-as-they-are.ts'
import * as filtersMigration from '../migrations/0014-lists.ts'
import * as chargesMigration from '../migrations/0015-charges.ts'
import * as operationsOnBookingsMigration from '../migrations/0016-operations-on-bookings.ts'
import * as latePickupsMigration from '../migrations/0017-late-pickups.ts'
import * as answeredPendingMigration from '../migrations/0018-answered-pending.ts'
import * as shipmentsInEventsMigration from '../migrations/0019-shipments-in-events.ts'
import * as etaMigration from '../migrations/0020-eta.ts'
import * as requestedCancellationsMigration from '../migrations/0021-requested-cancellations.ts'
import * as accountsMigration from '../migrations/0022-carrier-accounts.ts'
import * as carriedByMigration from '../migrations/0023-carried-by.ts'
import * as trackingNumbersMigration from '../migrations/0024-tracking-numbers.ts'
import * as driversMigration from '../migrations/0025-drivers.ts'
import * as fleetJobsMigration from '../migrations/0026-fleet-jobs.ts'
import * as calledBackMigration from '../migrations/0027-called-back.ts'
import * as batchesMigration from '../migrations/0028-batches.ts'
import * as collectionDatesMigration from '../migrations/0029-collection-dates.ts'
import * as printedLabelsMigration from '../migrations/0030-printed-labels.ts'
import * as labelBatchesMigration from '../migrations/0031-label-batches.ts'
import * as lateBookingsMigration from '../migrations/0032-late-bookings.ts'

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
  '0010-stuck-bookings': stuckBookingsMigration,
  '0011-exponents-of-amounts': exponentsMigration,
  '0012-document-links': documentLinksMigration,
  '0013-labels-as-they-are': uncompressedLabelsMigration,
  '0014-lists': filtersMigration,
  '0015-charges': chargesMigration,
  '0016-operations-on-bookings': operationsOnBookingsMigration,
  '0017-late-pickups': latePickupsMigration,
  '0018-answered-pending': answeredPendingMigration,
  '0019-shipments-in-events': shipmentsInEventsMigration,
  '0020-eta': etaMigration,
  '0021-requested-cancellations': requestedCancellationsMigration,
  '0022-carrier-accounts': accountsMigration,
  '0023-carried-by': carriedByMigration,
  '0024-tracking-numbers': trackingNumbersMigration,
  '0025-drivers': driversMigration,
  '0026-fleet-jobs': fleetJobsMigration,
  '0027-called-back': calledBackMigration,
  '0028-batches': batchesMigration,
  '0029-collection-dates': collectionDatesMigration,
  '0030-printed-labels': printedLabelsMigration,
  '0031-label-batches': labelBatchesMigration,
  '0032-late-bookings': lateBookingsMigration,
}
