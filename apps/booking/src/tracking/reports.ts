/** What carriers tell us: by call-back, or when they are asked. */
import type { TrackingFact } from '@waybill/carriers/tracking-fact'
import { transact } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { findCarrierAccount } from '../bookings/copies-repository.ts'
import { systemChange } from '../bookings/recorder.ts'
import type { Dependencies } from '../dependencies.ts'
import { mediaOf } from '../documents/proof-media.ts'
import { insertProofMedia } from '../documents/proof-media-repository.ts'
import { isJobErased } from '../erasure/repository.ts'
import { wakeOperation } from '../operations/repository.ts'
import { type Ingested, ingestFacts } from './commands.ts'
import { type Fact, type FactSource, factOf } from './facts.ts'
import { lockJob } from './repository.ts'

export interface ReportDependencies extends Dependencies {
  /** There may be operations that are due. */
  hasten(): void
}

const noneIngested: Ingested = {
  accepted: 0,
  waitingOpId: null,
  dispatchedAgain: false,
  contradicted: false,
  podIds: [],
}

/** Takes a carrier's call-back: checks that it is the account's, keeps the facts, moves the booking. How many were new. */
export async function receiveCallback(
  dependencies: ReportDependencies,
  callback: { carrierAccountId: string; headers: Record<string, string>; body: Buffer; requestId: string },
): Promise<number> {
  const { carrierAccountId, headers, body, requestId } = callback
  const account = await findCarrierAccount(dependencies.db, carrierAccountId)
  const adapter = account && dependencies.carriers.get(account.carrierCode)
  if (account === undefined || adapter === undefined) {
    throw new AppError('route_not_found', 'No carrier account reports at this address.')
  }
  const receivedAt = new Date()
  const outcome = adapter.parseCallback({ headers, rawBody: body, account, receivedAt })
  const { environmentId, carrierCode } = account
  dependencies.recordExchange({
    ...{ environmentId, carrierCode, carrierAccountId, direction: 'received', operation: 'callback', requestId },
    reference: outcome.kind === 'facts' ? (outcome.facts[0]?.carrierJobId ?? null) : null,
    ...{ method: 'POST', url: `/callbacks/${carrierAccountId}`, httpStatus: null, responseBody: null },
    // What a stranger sent is nothing to fill a table with.
    requestBody: outcome.kind === 'forged' ? null : body,
    fault: outcome.kind === 'facts' ? null : outcome.kind,
    ...{ startedAt: receivedAt, durationMs: Date.now() - receivedAt.getTime() },
  })
  if (outcome.kind === 'facts')
    return await keepFacts(dependencies, account, outcome.facts, { receivedAt, via: 'callback' })
  dependencies.log.warn(
    { environmentId, carrierAccountId, carrierCode, bytes: body.length, cause: outcome.reason },
    `callback.${outcome.kind}`,
  )
  if (outcome.kind === 'forged') throw new AppError('invalid_token', `The call-back is refused: ${outcome.reason}.`)
  throw new AppError('validation_error', `The call-back cannot be read: ${outcome.reason}.`)
}

/** Keeps a carrier's facts and folds them into its bookings, a transaction for each job. How many were new. */
export async function keepFacts(
  dependencies: ReportDependencies,
  source: FactSource & { carrierCode: string },
  reports: readonly TrackingFact[],
  { receivedAt, via }: { receivedAt: Date; via: 'callback' | 'tracking' },
): Promise<number> {
  const { db, recorder, metrics, log } = dependencies
  const { environmentId, carrierCode } = source
  const facts = reports.map((report) => factOf(report, source, receivedAt))
  const media = reports.flatMap((report, index) => mediaOf(report, facts[index] as Fact))
  let accepted = 0
  for (const [first, ...others] of Map.groupBy(facts, ({ carrierJobId }) => carrierJobId).values()) {
    if (first === undefined) continue
    const news = await transact(db, async (trx) => {
      await lockJob(trx, source, first.carrierJobId)
      if (await isJobErased(trx, source, first)) return noneIngested
      const ingested = await ingestFacts(trx, source, [first, ...others], recorder(systemChange()))
      const { podIds } = ingested
      const ofUse = media.filter(
        ({ carrierJobId, podId }) => carrierJobId === first.carrierJobId && (podIds === null || podIds.includes(podId)),
      )
      await insertProofMedia(trx, source, ofUse)
      return ingested
    })
    accepted += news.accepted
    if (news.contradicted) {
      metrics.contradictions.inc({ carrier_code: carrierCode })
      log.error({ environmentId, carrierCode, carrierJobId: first.carrierJobId }, 'carrier.contradicted')
    }
    if (news.waitingOpId !== null) await wakeOperation(db, environmentId, { opId: news.waitingOpId })
    if (news.waitingOpId !== null || news.dispatchedAgain) dependencies.hasten()
  }
  metrics.facts.inc({ carrier_code: carrierCode, via }, accepted)
  return accepted
}
