/** When each table's rows are deleted, or why they are kept. Shown in docs/tables.md. */
import type { TableRules } from '@waybill/chassis/retention/table-rules'
import type { SimulatorDatabase } from './db.ts'
import { planMerchantFault } from './faults/repository.ts'
import { insertDraft } from './jobs/draft-repository.ts'
import { pruneJobs } from './jobs/repository.ts'
import { pruneManifests } from './manifests/repository.ts'
import { prunePickups } from './pickups/repository.ts'

/** Longer than a test waits for anything. */
export const JOB_DAYS = 90

export const tableRules: TableRules<SimulatorDatabase> = {
  job: { deleted: `${JOB_DAYS} days after it is booked, if it is over`, by: pruneJobs },
  fact: { deleted: 'with its job', by: pruneJobs },
  draft: { deleted: 'when it is bought; after a day, when the next one is stored', by: insertDraft },
  fault: {
    deleted:
      'a day after it was planned, if it is over and another is planned; those of testers by `DELETE /simulator/faults`',
    by: planMerchantFault,
  },
  pickup: { deleted: `${JOB_DAYS} days after it was asked for`, by: prunePickups, days: JOB_DAYS },
  manifest: { deleted: `${JOB_DAYS} days after it was asked for`, by: pruneManifests, days: JOB_DAYS },
  manifest_job: { deleted: 'with its manifest', by: pruneManifests },
  failed_booking: { kept: 'a small row for each booking that a tester lets fail' },
}
