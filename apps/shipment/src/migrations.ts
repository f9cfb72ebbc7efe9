import * as shipments from '../migrations/0001-shipments.ts'
import * as claims from '../migrations/0002-claims.ts'
import * as searchAndPickupLocations from '../migrations/0003-search-and-pickup-locations.ts'
import * as parcelUnits from '../migrations/0004-parcel-units.ts'
import * as serviceOptions from '../migrations/0005-service-options.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-shipments': shipments,
  '0002-claims': claims,
  '0003-search-and-pickup-locations': searchAndPickupLocations,
  '0004-parcel-units': parcelUnits,
  '0005-service-options': serviceOptions,
}
