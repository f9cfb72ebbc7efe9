/** Call-backs of carriers. */
import { AppError } from '@waybill/contracts/app-error'
import { findCarrierAccount } from './account-repository.ts'
import { type IngestionDependencies, ingestReports } from './ingestion.ts'

/** Verifies a carrier's call-back and ingests its facts. Resolves to the number of new facts. */
export async function receiveCallback(
  dependencies: IngestionDependencies,
  callback: { carrierAccountId: string; headers: Record<string, string>; body: Buffer; requestId: string },
): Promise<number> {
  const { carrierAccountId, headers, body, requestId } = callback
  const account = await findCarrierAccount(dependencies.db, carrierAccountId)
  const adapter = account && dependencies.carriers.get(account.carrierCode)
  if (account === undefined || adapter === undefined) {
    throw new AppError('route_not_found', `No carrier account ${carrierAccountId} sends call-backs here.`)
  }
  const receivedAt = new Date()
  const outcome = adapter.parseCallback({ headers, rawBody: body, account, receivedAt })
  const { environmentId, carrierCode } = account
  dependencies.recordExchange({
    ...{ environmentId, carrierCode, carrierAccountId, direction: 'received', operation: 'callback', requestId },
    reference: outcome.kind === 'facts' ? (outcome.facts[0]?.carrierJobId ?? null) : null,
    ...{ method: 'POST', url: `/callbacks/${carrierAccountId}`, httpStatus: null, responseBody: null },
    // Don't store bodies whose signature failed: anyone could fill the table.
    requestBody: outcome.kind === 'forged' ? null : body,
    fault: outcome.kind === 'facts' ? null : outcome.kind,
    ...{ startedAt: receivedAt, durationMs: Date.now() - receivedAt.getTime() },
  })
  if (outcome.kind === 'facts') {
    return await ingestReports(dependencies, account, outcome.facts, { receivedAt, via: 'callback' })
  }
  dependencies.log.warn(
    { environmentId, carrierAccountId, carrierCode, bytes: body.length, cause: outcome.reason },
    `callback.${outcome.kind}`,
  )
  if (outcome.kind === 'forged') throw new AppError('invalid_token', `Call-back rejected: ${outcome.reason}.`)
  throw new AppError('validation_error', `Call-back cannot be parsed: ${outcome.reason}.`)
}
