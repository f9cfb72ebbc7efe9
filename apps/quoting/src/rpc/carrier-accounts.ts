/** Carrier accounts: parse → call to the carrier → transaction → command → encode. */
import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { Carriers } from '@waybill/carriers/registry'
import { type Answer, answerOnce, findEarlierAnswer } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { transact } from '@waybill/chassis/postgres/database'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { CallContext, UnaryMethods } from '@waybill/chassis/rpc/server'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError, etagOf } from '@waybill/contracts/app-error'
import {
  type CarrierAccount,
  createCarrierAccountSchema,
  publicCarrierAccount,
  type UpdateCarrierAccount,
  updateCarrierAccountSchema,
} from '@waybill/contracts/carrier-accounts/carrier-account'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import { newId } from '@waybill/contracts/ids'
import { parseDocumentWith, readDocument, withOthers } from '@waybill/contracts/requests/validation'
import type { Kysely } from 'kysely'
import { changeAccount, createAccount, deleteAccount, getAccount, recordVerification } from '../accounts/commands.ts'
import { CREDENTIALS_UNREADABLE } from '../accounts/credentials.ts'
import { findAccount, listAccounts } from '../accounts/repository.ts'
import { accountSettings } from '../accounts/settings.ts'
import type { CallbackUrlOf, VerifyAccount } from '../accounts/verification.ts'
import type { QuotingDatabase } from '../db.ts'

/** Part of the caller's deadline that is kept to store and return the outcome. */
const ANSWER_RESERVE_MS = 500
/** When to verify again if the carrier does not say. */
const RETRY_AFTER_SECONDS = 5

export interface AccountDependencies {
  db: Kysely<QuotingDatabase>
  carriers: Carriers
  box: SecretBox
  /** Whether accounts may have an endpoint. */
  endpointsAllowed: boolean
  callbackUrlOf: CallbackUrlOf
  verify: VerifyAccount
}

export function carrierAccountHandlers(dependencies: AccountDependencies) {
  const { db, box, callbackUrlOf, verify } = dependencies
  const settings = accountSettings(dependencies)
  const shown = (account: CarrierAccount) => publicCarrierAccount(account, callbackUrlOf(account))
  const answer = (status: number, account: CarrierAccount): Answer => ({
    status,
    body: envelopeBytes(successEnvelope(shown(account))),
    etag: String(account.version),
  })
  const keyOf = ({ environmentId }: CallContext, carrierAccountId: string) => ({ environmentId, carrierAccountId })

  /** Throws `validation_error` with every wrong field, judged with the stored account. */
  async function readPatch(key: ReturnType<typeof keyOf>, given: unknown): Promise<UpdateCarrierAccount> {
    const read = readDocument(updateCarrierAccountSchema, given)
    if (read.ok) return read.document
    const before = await findAccount(db, key)
    throw withOthers(read.error, before ? settings.findFaultsOfChange(before, read.accepted) : [])
  }

  async function verifyAccount(carrierAccountId: string, context: CallContext): Promise<Answer> {
    const earlier = context.idempotencyKey === null ? null : await findEarlierAnswer(db, context)
    if (earlier) return earlier
    const account = await getAccount(db, keyOf(context, carrierAccountId))
    const { requestId, idempotencyKey, signal } = context
    const deadlineAt = new Date(context.deadlineAt.getTime() - ANSWER_RESERVE_MS)
    const outcome = await verify(account, { requestId, deadlineAt, signal })
    if (outcome.kind === 'failed') throw unreachable(outcome.failure)
    const by = { request: { requestId, idempotencyKey }, callbackUrl: callbackUrlOf(account), at: new Date() }
    if (outcome.kind === 'refused') {
      // Committed separately: an error as an answer rolls its transaction back.
      await transact(db, (trx) => recordVerification(trx, account, outcome, by))
      if (outcome.failure.code === CREDENTIALS_UNREADABLE)
        throw new AppError('service_unavailable', outcome.failure.message)
      return await answerOnce(db, context, async () => {
        const message = `The carrier does not accept the credentials: ${outcome.failure.message}`
        throw new AppError('credentials_refused', message, { carrier: faultOf(outcome.failure) })
      })
    }
    return await answerOnce(db, context, async (trx) => {
      const verified = await recordVerification(trx, account, outcome, by)
      if (verified) return answer(200, verified)
      const message = `Carrier account ${carrierAccountId} was changed during its verification. Verify it again.`
      const { version } = await getAccount(trx, keyOf(context, carrierAccountId))
      throw new AppError('version_conflict', message, { meta: { current_etag: etagOf(version) } })
    })
  }

  return {
    async CreateCarrierAccount(request, context) {
      const { environmentId, merchantId, livemode } = context
      const document = parseDocumentWith(createCarrierAccountSchema, JSON.parse(request.document.toString()), (given) =>
        settings.findFaults(given, livemode),
      )
      return await answerOnce(db, context, async (trx) => {
        const owner = { environmentId, merchantId, livemode, carrierAccountId: newId('cac') }
        const account = settings.create(owner, document, new Date())
        await createAccount(trx, account)
        return answer(201, account)
      })
    },

    async GetCarrierAccount(request, context) {
      return answer(200, await getAccount(db, keyOf(context, request.carrier_account_id)))
    },

    async ListCarrierAccounts(request, { environmentId }) {
      const { limit, cursor } = pageRequest(request.page)
      const list = ['carrier_accounts', environmentId]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listAccounts(db, environmentId, { after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.carrierAccountId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(shown), meta)) }
    },

    async UpdateCarrierAccount(request, context) {
      const key = keyOf(context, request.carrier_account_id)
      const patch = await readPatch(key, JSON.parse(request.document.toString()))
      const { ifMatch } = context
      const change = (before: CarrierAccount) => settings.change(before, patch, new Date())
      return await answerOnce(db, context, async (trx) =>
        answer(200, await changeAccount(trx, key, { ifMatch, change })),
      )
    },

    async DeleteCarrierAccount(request, context) {
      const key = keyOf(context, request.carrier_account_id)
      return await answerOnce(db, context, async (trx) => {
        await deleteAccount(trx, key, { ifMatch: context.ifMatch, box, at: new Date() })
        return { status: 204, body: Buffer.alloc(0) }
      })
    },

    VerifyCarrierAccount: (request, context) => verifyAccount(request.carrier_account_id, context),
  } satisfies Partial<UnaryMethods<QuotingServiceHandlers>>
}

/** The carrier's answer says nothing about the credentials. */
const unreachable = (failure: CarrierFailure): AppError =>
  new AppError(failure.code === 'timeout' ? 'carrier_timeout' : 'carrier_unavailable', failure.message, {
    carrier: faultOf(failure),
    retryAfterSeconds: failure.retryAfterMs === null ? RETRY_AFTER_SECONDS : Math.ceil(failure.retryAfterMs / 1_000),
  })

const faultOf = (failure: CarrierFailure) => ({
  carrier_code: failure.carrierCode,
  code: failure.code,
  message: failure.message,
  http_status: failure.httpStatus,
})
