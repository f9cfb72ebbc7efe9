/** Adds a report of an own fleet's job to its booking, in the transaction that changes the job. */

import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import type { TrackingFact } from '@waybill/carriers/tracking-fact'
import { afterCommit } from '@waybill/chassis/postgres/database'
import type { Trx } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import { toFact } from '../facts/stored-fact.ts'
import { wakeOperation } from '../operations/repository.ts'
import { ingestJob } from '../tracking/ingestion.ts'
import type { FleetJob } from './job.ts'

const { carrierCode } = ownFleetDescriptor

export type AnnouncementDependencies = Pick<Dependencies, 'db' | 'log' | 'metrics' | 'recorder' | 'wakeReconciler'>

/** The account that every environment has with its own fleet. */
export const fleetAccount = (environmentId: string) => ({
  environmentId,
  carrierAccountId: defaultCarrierAccountId(environmentId, carrierCode),
})

/** The caller holds the job. Reports of a job whose booking is not settled yet count as soon as it is. */
export async function announce(
  trx: Trx,
  dependencies: AnnouncementDependencies,
  { environmentId }: FleetJob,
  report: TrackingFact,
): Promise<void> {
  const source = fleetAccount(environmentId)
  const fact = toFact(report, source, report.occurredAt)
  const { accepted, waitingOpId, dispatchedAgain } = await ingestJob(trx, dependencies, source, {
    facts: [fact],
    media: [],
  })
  const { db, log, metrics, wakeReconciler } = dependencies
  afterCommit(trx, () => {
    metrics.facts.inc({ carrier_code: carrierCode, via: 'driver' }, accepted)
    if (waitingOpId !== null) {
      // A hint: the operation also looks again by itself.
      wakeOperation(db, environmentId, { opId: waitingOpId }).then(wakeReconciler, (error: unknown) =>
        log.warn({ err: error, opId: waitingOpId }, 'fleet.wake_failed'),
      )
    } else if (dispatchedAgain) wakeReconciler()
  })
}
