/** Call-backs of carriers. */

import { toParcelFact } from '@waybill/carriers/mapping/parcel-facts'
import type { TrackingFact } from '@waybill/carriers/tracking-fact'
import { AppError } from '@waybill/contracts/app-error'
import { bareAccount, openAccount } from '../accounts/account-access.ts'
import { findAccountOfCallback, noteCallback } from '../accounts/repository.ts'
import type { Db } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import type { FactSource } from '../facts/stored-fact.ts'
import { ingestReports } from './ingestion.ts'
import { findJobOfParcel } from './queries.ts'

/** Verifies a carrier's call-back and ingests its facts. Resolves to the number of new facts. */
export async function receiveCallback(
  dependencies: Dependencies,
  callback: {
    carrierAccountId: string
    headers: Record<string, string>
    body: Buffer
    /** Token in the call-back's address; empty: it has none. */
    token: string
    requestId: string
    deadlineAt: Date
  },
): Promise<number> {
  const { carrierAccountId, headers, body, token, requestId, deadlineAt } = callback
  const stored = await findAccountOfCallback(dependencies.db, carrierAccountId)
  const adapter = stored && dependencies.carriers.get(stored.carrierCode)
  const hasCredentials = adapter?.descriptor.account !== undefined
  // Without credentials nothing can be verified: a deleted account has none after its last job.
  if (stored === undefined || adapter === undefined || (hasCredentials && stored.sealed === null)) {
    throw new AppError('route_not_found', `No carrier account ${carrierAccountId} sends call-backs here.`)
  }
  const { environmentId, carrierCode } = stored
  const access = hasCredentials ? openAccount(dependencies, stored) : { account: bareAccount(stored) }
  if ('failure' in access) {
    throw new AppError('service_unavailable', 'Call-back cannot be verified now. Send it again.')
  }
  const { account } = access
  const receivedAt = new Date()
  const outcome = await adapter.parseCallback({
    headers,
    rawBody: body,
    account,
    receivedAt,
    deadlineAt,
    requestId,
    ...(token !== '' && { token }),
  })
  if (outcome.kind === 'forged') {
    // Counted, not stored: anyone could fill the table.
    dependencies.metrics.forgeries.inc({ carrier_code: carrierCode })
    dependencies.log.warn({ environmentId, carrierAccountId, carrierCode, cause: outcome.reason }, 'callback.forged')
    throw new AppError('invalid_token', `Call-back rejected: ${outcome.reason}.`)
  }
  if (outcome.kind === 'unverified') {
    dependencies.log.warn(
      { environmentId, carrierAccountId, carrierCode, cause: outcome.reason },
      'callback.unverified',
    )
    throw new AppError('service_unavailable', `Call-back cannot be verified now: ${outcome.reason}. Send it again.`)
  }
  dependencies.recordExchange({
    environmentId,
    carrierCode,
    carrierAccountId,
    direction: 'received',
    operation: 'callback',
    requestId,
    reference: outcome.kind === 'facts' ? (outcome.facts[0]?.carrierJobId ?? null) : null,
    method: 'POST',
    url: `/callbacks/${carrierAccountId}`,
    httpStatus: null,
    responseBody: null,
    requestBody: body,
    fault: outcome.kind === 'facts' ? null : outcome.kind,
    startedAt: receivedAt,
    durationMs: Date.now() - receivedAt.getTime(),
  })
  if (outcome.kind === 'facts') {
    if (hasCredentials && stored.calledBackAt === null) await noteCallback(dependencies.db, stored)
    const facts = adapter.descriptor.parcelJobs
      ? await locateParcels(dependencies.db, stored, outcome.facts)
      : outcome.facts
    return await ingestReports(dependencies, stored, facts, { receivedAt, via: 'callback' })
  }
  dependencies.log.warn(
    { environmentId, carrierAccountId, carrierCode, bytes: body.length, cause: outcome.reason },
    'callback.malformed',
  )
  throw new AppError('validation_error', `Call-back cannot be parsed: ${outcome.reason}.`)
}

/** The facts of jobs, where the carrier names each of several parcels by an id of the parcel. */
async function locateParcels(
  db: Db,
  source: FactSource,
  facts: readonly TrackingFact[],
): Promise<readonly TrackingFact[]> {
  const located: TrackingFact[] = []
  for (const [id, ofOne] of Map.groupBy(facts, ({ carrierJobId }) => carrierJobId)) {
    const job = await findJobOfParcel(db, source, id)
    const { carrierJobId } = job ?? {}
    located.push(...ofOne.map((fact) => (job && carrierJobId ? toParcelFact({ ...fact, carrierJobId }, job) : fact)))
  }
  return located
}
