import * as shipments from '../migrations/0001-shipments.ts'
import * as claims from '../migrations/0002-claims.ts'
import * as searchAndPickupLocations from '../migrations/0003-search-and-pickup-locations.ts'
import * as parcelUnits from '../migrations/0004-parcel-units.ts'
import * as serviceOptions from '../migrations/0005-service-options.ts'
import * as handling from '../migrations/0006-handling.ts'
import * as indexesOfHandling from '../migrations/0007-indexes-of-handling.ts'
import * as customs from '../migrations/0008-customs.ts'
import * as returns from '../migrations/0009-returns.ts'
import * as indexesOfReturns from '../migrations/0010-indexes-of-returns.ts'
import * as customsDefaults from '../migrations/0011-customs-defaults.ts'
import * as returnRules from '../migrations/0012-return-rules.ts'
import * as carriedParcels from '../migrations/0013-carried-parcels.ts'
import * as indexOfReturnRequests from '../migrations/0014-index-of-return-requests.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-shipments': shipments,
  '0002-claims': claims,
  '0003-search-and-pickup-locations': searchAndPickupLocations,
  '0004-parcel-units': parcelUnits,
  '0005-service-options': serviceOptions,
  '0006-handling': handling,
  '0007-indexes-of-handling': indexesOfHandling,
  '0008-customs': customs,
  '0009-returns': returns,
  '0010-indexes-of-returns': indexesOfReturns,
  '0011-customs-defaults': customsDefaults,
  '0012-return-rules': returnRules,
  '0013-carried-parcels': carriedParcels,
  '0014-index-of-return-requests': indexOfReturnRequests,
}
