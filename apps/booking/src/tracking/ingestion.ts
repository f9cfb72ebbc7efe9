/** Stores the facts that carriers report, by call-back or when polled, and folds them into bookings. */
import type { TrackingFact } from '@waybill/carriers/tracking-fact'
import { transact } from '@waybill/chassis/postgres/database'
import { inOneTrip } from '@waybill/chassis/postgres/pipelining'
import { systemChange } from '../bookings/recorder.ts'
import type { Trx } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import { type ReportedMedia, reportedMedia } from '../documents/proof-media.ts'
import { insertProofMedia } from '../documents/proof-media-repository.ts'
import { selectErasedJob } from '../erasure/repository.ts'
import { lockJob } from '../facts/repository.ts'
import { type Fact, type FactSource, toFact } from '../facts/stored-fact.ts'
import { type Ingested, ingestFacts } from '../lifecycle/facts.ts'
import { wakeOperation } from '../operations/repository.ts'

type FactBatch = readonly [Fact, ...Fact[]]

const noneIngested: Ingested = {
  accepted: 0,
  waitingOpId: null,
  dispatchedAgain: false,
  contradicted: false,
  podIds: [],
}

/** Stores a carrier's reports and folds them, in a transaction per job. Resolves to the number of new facts. */
export async function ingestReports(
  dependencies: Dependencies,
  source: FactSource & { carrierCode: string },
  reports: readonly TrackingFact[],
  { receivedAt, via }: { receivedAt: Date; via: 'callback' | 'tracking' },
): Promise<number> {
  const { db, metrics, log } = dependencies
  const { environmentId, carrierCode } = source
  const facts = reports.map((report) => toFact(report, source, receivedAt))
  const media = reports.flatMap((report, index) => reportedMedia(report, facts[index] as Fact))
  let accepted = 0
  for (const [first, ...others] of Map.groupBy(facts, ({ carrierJobId }) => carrierJobId).values()) {
    if (first === undefined) continue
    const { carrierJobId } = first
    const mediaOfJob = media.filter((item) => item.carrierJobId === carrierJobId)
    const ingested = await transact(db, (trx) =>
      ingestJob(trx, dependencies, source, { facts: [first, ...others], media: mediaOfJob }),
    )
    accepted += ingested.accepted
    if (ingested.contradicted) {
      metrics.contradictions.inc({ carrier_code: carrierCode })
      log.error({ environmentId, carrierCode, carrierJobId }, 'carrier.contradicted')
    }
    const { waitingOpId, dispatchedAgain } = ingested
    if (waitingOpId !== null) await wakeOperation(db, environmentId, { opId: waitingOpId })
    if (waitingOpId !== null || dispatchedAgain) dependencies.wakeReconciler()
  }
  metrics.facts.inc({ carrier_code: carrierCode, via }, accepted)
  return accepted
}

/** Locks the job once for its facts and media. Stores nothing for a job whose booking is erased. */
export async function ingestJob(
  trx: Trx,
  { recorder }: Pick<Dependencies, 'recorder'>,
  source: FactSource,
  { facts, media }: { facts: FactBatch; media: readonly ReportedMedia[] },
): Promise<Ingested> {
  const [first] = facts
  const [, erased] = await inOneTrip(trx, [lockJob(source, first.carrierJobId), selectErasedJob(source, first)])
  if (erased.length > 0) return noneIngested
  const ingested = await ingestFacts(trx, source, facts, recorder(systemChange()))
  const { podIds } = ingested
  const wanted = media.filter(({ podId }) => podIds === null || podIds.includes(podId))
  await insertProofMedia(trx, source, wanted)
  return ingested
}
