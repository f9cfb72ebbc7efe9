import * as jobs from '../migrations/0001-jobs.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-jobs': jobs,
}
