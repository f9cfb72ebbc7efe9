/** Checks an address on request: call to the carrier → transaction with the answer → encode. */
import { type Answer, answerOnce, findEarlierAnswer } from '@waybill/chassis/idempotency/operations'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { checkAddressSchema } from '@waybill/contracts/carrier-accounts/address-check'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import { parseDocument } from '@waybill/contracts/requests/validation'
import type { Kysely } from 'kysely'
import type { CheckAddress } from '../addresses/check.ts'
import type { QuotingDatabase } from '../db.ts'
import { describeUnreachable } from './verify-account.ts'

/** Part of the caller's deadline that is kept to store and return the answer. */
const ANSWER_RESERVE_MS = 500

export const addressHandlers = ({ db, checkAddress }: { db: Kysely<QuotingDatabase>; checkAddress: CheckAddress }) =>
  ({
    async CheckAddress({ document }, context): Promise<Answer> {
      const { environmentId, livemode, requestId, signal } = context
      const { address, carrier_account_id: accountId } = parseDocument(
        checkAddressSchema,
        JSON.parse(document.toString()),
      )
      const earlier = context.idempotencyKey === null ? null : await findEarlierAnswer(db, context)
      if (earlier) return earlier
      const deadlineAt = new Date(context.deadlineAt.getTime() - ANSWER_RESERVE_MS)
      const call = { environmentId, livemode, requestId, deadlineAt, signal }
      const result = await checkAddress(address, accountId, call)
      if (result.kind === 'failed') throw describeUnreachable(result.failure)
      const body = envelopeBytes(successEnvelope(result.check))
      return await answerOnce(db, context, async () => ({ status: 200, body }))
    },
  }) satisfies Partial<UnaryMethods<QuotingServiceHandlers>>
