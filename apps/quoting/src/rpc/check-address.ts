/**
 * Checks or locates an address on request: call to the carrier or geocoder → encode. Nothing is changed, so nothing is stored: a
 * stored answer would name a person's place, and no erasure would find it.
 */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { checkAddressSchema } from '@waybill/contracts/carrier-accounts/address-check'
import { locateAddressSchema } from '@waybill/contracts/carrier-accounts/address-location'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import { parseDocument } from '@waybill/contracts/requests/validation'
import type { CheckAddress } from '../addresses/check.ts'
import type { Geocoder } from '../addresses/geocoder.ts'
import { describeUnreachable } from './verify-account.ts'

/** Part of the caller's deadline that is kept to return the answer. */
const ANSWER_RESERVE_MS = 500

interface AddressDependencies {
  checkAddress: CheckAddress
  /** Null: the operator configured none. */
  geocoder: Geocoder | null
}

export const addressHandlers = ({ checkAddress, geocoder }: AddressDependencies) =>
  ({
    async CheckAddress({ document }, context): Promise<Answer> {
      const { environmentId, livemode, requestId, signal } = context
      const { address, carrier_account_id: accountId } = parseDocument(
        checkAddressSchema,
        JSON.parse(document.toString()),
      )
      const deadlineAt = new Date(context.deadlineAt.getTime() - ANSWER_RESERVE_MS)
      const call = { environmentId, livemode, requestId, deadlineAt, signal }
      const result = await checkAddress(address, accountId, call)
      if (result.kind === 'failed') throw describeUnreachable(result.failure)
      const body = envelopeBytes(successEnvelope(result.check))
      return { status: 200, body }
    },

    async LocateAddress({ document }, context): Promise<Answer> {
      const { environmentId, livemode, signal } = context
      const { address } = parseDocument(locateAddressSchema, JSON.parse(document.toString()))
      if (geocoder === null || (livemode && geocoder.isSimulated))
        throw new AppError(
          'geocoder_not_configured',
          'This installation has no geocoder for this environment, so addresses cannot be located. Send latitude and longitude yourself, or ask the operator to set GEOCODER_URL.',
        )
      const deadlineAt = new Date(context.deadlineAt.getTime() - ANSWER_RESERVE_MS)
      const location = await geocoder.locate(address, { environmentId, deadlineAt, signal })
      const body = envelopeBytes(successEnvelope(location))
      return { status: 200, body }
    },
  }) satisfies Partial<UnaryMethods<QuotingServiceHandlers>>
