import * as bookings from '../migrations/0001-bookings.ts'
import * as operations from '../migrations/0002-operations.ts'
import * as carriers from '../migrations/0003-carriers.ts'
import * as fleets from '../migrations/0004-fleets.ts'
import * as batches from '../migrations/0005-batches.ts'
import * as versionsOfBatchItems from '../migrations/0006-versions-of-batch-items.ts'
import * as costs from '../migrations/0007-costs.ts'
import * as pickups from '../migrations/0008-pickups.ts'
import * as manifests from '../migrations/0009-manifests.ts'
import * as refunds from '../migrations/0010-refunds.ts'
import * as parcels from '../migrations/0011-parcels.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-bookings': bookings,
  '0002-operations': operations,
  '0003-carriers': carriers,
  '0004-fleets': fleets,
  '0005-batches': batches,
  '0006-versions-of-batch-items': versionsOfBatchItems,
  '0007-costs': costs,
  '0008-pickups': pickups,
  '0009-manifests': manifests,
  '0010-refunds': refunds,
  '0011-parcels': parcels,
}
