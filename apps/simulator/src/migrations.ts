import * as jobs from '../migrations/0001-jobs.ts'
import * as overtaking from '../migrations/0002-overtaking.ts'
import * as drafts from '../migrations/0003-drafts.ts'
import * as ageOfJobs from '../migrations/0004-age-of-jobs.ts'
import * as charges from '../migrations/0005-charges.ts'
import * as plannedFaults from '../migrations/0006-planned-faults.ts'

/** Migrations by file name, applied once each in the order of the names. */
export const migrations = {
  '0001-jobs': jobs,
  '0002-overtaking': overtaking,
  '0003-drafts': drafts,
  '0004-age-of-jobs': ageOfJobs,
  '0005-charges': charges,
  '0006-planned-faults': plannedFaults,
}
