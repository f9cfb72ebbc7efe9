import * as shipmentsMigration from '../migrations/0001-shipments.ts'
import * as followingMigration from '../migrations/0002-following.ts'
import * as expiryMigration from '../migrations/0003-expiry-of-booked.ts'
import * as erasureMigration from '../migrations/0004-erasure.ts'
import * as deadClaimsMigration from '../migrations/0005-dead-claims.ts'
import * as exponentsMigration from '../migrations/0006-exponents-of-amounts.ts'
import * as pruningMigration from '../migrations/0007-pruning.ts'
import * as listsMigration from '../migrations/0008-lists.ts'
import * as collectionMigration from '../migrations/0009-collection-and-pickups.ts'
import * as cancelledBookingsMigration from '../migrations/0010-cancelled-bookings.ts'
import * as dispatchMigration from '../migrations/0011-dispatch.ts'
import * as timelineMigration from '../migrations/0012-timeline-types.ts'
import * as pendingBookingsMigration from '../migrations/0013-pending-bookings.ts'
import * as etaMigration from '../migrations/0014-eta.ts'
import * as pickupPlacesMigration from '../migrations/0015-pickup-places.ts'
import * as timelineSequenceMigration from '../migrations/0016-timeline-sequence.ts'
import * as carriedByNameMigration from '../migrations/0017-carried-by-name.ts'
import * as trackingNumbersMigration from '../migrations/0018-tracking-numbers.ts'
import * as lateShipmentsMigration from '../migrations/0019-late-shipments.ts'

/** By file name. Each is applied once, in the order of the names. */
export const migrations = {
  '0001-shipments': shipmentsMigration,
  '0002-following': followingMigration,
  '0003-expiry-of-booked': expiryMigration,
  '0004-erasure': erasureMigration,
  '0005-dead-claims': deadClaimsMigration,
  '0006-exponents-of-amounts': exponentsMigration,
  '0007-pruning': pruningMigration,
  '0008-lists': listsMigration,
  '0009-collection-and-pickups': collectionMigration,
  '0010-cancelled-bookings': cancelledBookingsMigration,
  '0011-dispatch': dispatchMigration,
  '0012-timeline-types': timelineMigration,
  '0013-pending-bookings': pendingBookingsMigration,
  '0014-eta': etaMigration,
  '0015-pickup-places': pickupPlacesMigration,
  '0016-timeline-sequence': timelineSequenceMigration,
  '0017-carried-by-name': carriedByNameMigration,
  '0018-tracking-numbers': trackingNumbersMigration,
  '0019-late-shipments': lateShipmentsMigration,
}
