import * as jobs from '../migrations/0001-jobs.ts'
import * as pickups from '../migrations/0002-pickups.ts'
import * as manifests from '../migrations/0003-manifests.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-jobs': jobs,
  '0002-pickups': pickups,
  '0003-manifests': manifests,
}
