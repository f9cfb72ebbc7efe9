/** Verifies an account on request: call to the carrier → transaction → command → encode. */
import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import { type Answer, answerOnce, findEarlierAnswer } from '@waybill/chassis/idempotency/operations'
import { transact } from '@waybill/chassis/postgres/database'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError, toEtag } from '@waybill/contracts/app-error'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import type { Kysely } from 'kysely'
import { getAccount, recordVerification } from '../accounts/commands.ts'
import { CREDENTIALS_UNREADABLE, unreadableMessage } from '../accounts/credentials.ts'
import type { AccountWatch, CallbackUrlOf, VerifyAccount } from '../accounts/verification.ts'
import type { QuotingDatabase } from '../db.ts'

/** Part of the caller's deadline that is kept to store and return the outcome. */
const ANSWER_RESERVE_MS = 500
/** When to verify again if the carrier does not say. */
const RETRY_AFTER_SECONDS = 5

export interface VerifyDependencies {
  db: Kysely<QuotingDatabase>
  getCallbackUrl: CallbackUrlOf
  verify: VerifyAccount
  suspect: AccountWatch['suspect']
}

export function accountVerifier(
  { db, getCallbackUrl, verify, suspect }: VerifyDependencies,
  answer: (status: number, account: CarrierAccount) => Answer,
) {
  async function verifyAccount(carrierAccountId: string, context: CallContext): Promise<Answer> {
    const earlier = context.idempotencyKey === null ? null : await findEarlierAnswer(db, context)
    if (earlier) return earlier
    const key = { environmentId: context.environmentId, carrierAccountId }
    const account = await getAccount(db, key)
    const { requestId, idempotencyKey, signal } = context
    const deadlineAt = new Date(context.deadlineAt.getTime() - ANSWER_RESERVE_MS)
    const outcome = await verify(account, { requestId, deadlineAt, signal })
    if (outcome.kind === 'failed') throw describeUnreachable(outcome.failure)
    const by = { request: { requestId, idempotencyKey }, callbackUrl: getCallbackUrl(account), at: new Date() }
    if (outcome.kind === 'refused') {
      if (outcome.failure.code === CREDENTIALS_UNREADABLE) throw await unreadable(account)
      // Committed separately: an error as an answer rolls its transaction back.
      await transact(db, (trx) => recordVerification(trx, account, outcome, by))
      return await answerOnce(db, context, async () => {
        const message = `The carrier does not accept the credentials: ${outcome.failure.message}`
        throw new AppError('credentials_refused', message, { carrier: toFault(outcome.failure) })
      })
    }
    return await answerOnce(db, context, async (trx) => {
      const verified = await recordVerification(trx, account, outcome, by)
      if (verified) return answer(200, verified)
      const message = `Carrier account ${carrierAccountId} was changed during its verification. Verify it again.`
      const { version } = await getAccount(trx, key)
      throw new AppError('version_conflict', message, { meta: { current_etag: toEtag(version) } })
    })
  }

  /** Marks the account, unless only this process lacks the key. */
  async function unreadable(account: CarrierAccount): Promise<AppError> {
    await suspect(account)
    const { status, failure } = await getAccount(db, account)
    const isMarked = status === 'failing' && failure?.code === CREDENTIALS_UNREADABLE
    const message = `This server cannot decrypt the credentials of account ${account.name}. The operator must restore its key. Then verify the account again.`
    return new AppError('service_unavailable', isMarked ? unreadableMessage(account) : message)
  }

  return verifyAccount
}

/** The carrier was not reached, or its answer cannot be used: it says nothing about the credentials. */
export const describeUnreachable = (failure: CarrierFailure): AppError =>
  new AppError(failure.code === 'timeout' ? 'carrier_timeout' : 'carrier_unavailable', failure.message, {
    carrier: toFault(failure),
    retryAfterSeconds: failure.retryAfterMs === null ? RETRY_AFTER_SECONDS : Math.ceil(failure.retryAfterMs / 1_000),
  })

const toFault = (failure: CarrierFailure) => ({
  carrier_code: failure.carrierCode,
  code: failure.code,
  message: failure.message,
  http_status: failure.httpStatus,
})
