/** Carrier accounts: parse → transaction → command → encode. */
import type { Carriers } from '@waybill/carriers/registry'
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { CallContext, UnaryMethods } from '@waybill/chassis/rpc/server'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
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
import { changeAccount, createAccount, deleteAccount, getAccount } from '../accounts/commands.ts'
import { findAccount, listAccounts } from '../accounts/repository.ts'
import { accountSettings } from '../accounts/settings.ts'
import { accountVerifier, type VerifyDependencies } from './verify-account.ts'

export interface AccountDependencies extends VerifyDependencies {
  carriers: Carriers
  box: SecretBox
  /** Whether accounts may have an endpoint. */
  endpointsAllowed: boolean
}

export function carrierAccountHandlers(dependencies: AccountDependencies) {
  const { db, box, getCallbackUrl } = dependencies
  const settings = accountSettings(dependencies)
  const shown = (account: CarrierAccount) => publicCarrierAccount(account, getCallbackUrl(account))
  const answer = (status: number, account: CarrierAccount): Answer => ({
    status,
    body: envelopeBytes(successEnvelope(shown(account))),
    etag: String(account.version),
  })
  const verifyAccount = accountVerifier(dependencies, answer)
  const toKey = ({ environmentId }: CallContext, carrierAccountId: string) => ({ environmentId, carrierAccountId })

  /** Throws `validation_error` with every wrong field, judged with the stored account. */
  async function readPatch(key: ReturnType<typeof toKey>, given: unknown): Promise<UpdateCarrierAccount> {
    const read = readDocument(updateCarrierAccountSchema, given)
    if (read.ok) return read.document
    const before = await findAccount(db, key)
    throw withOthers(read.error, before ? settings.findFaultsOfChange(before, read.accepted) : [])
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
      return answer(200, await getAccount(db, toKey(context, request.carrier_account_id)))
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
      const key = toKey(context, request.carrier_account_id)
      const patch = await readPatch(key, JSON.parse(request.document.toString()))
      const { ifMatch } = context
      const change = (before: CarrierAccount) => settings.change(before, patch, new Date())
      return await answerOnce(db, context, async (trx) =>
        answer(200, await changeAccount(trx, key, { ifMatch, change })),
      )
    },

    async DeleteCarrierAccount(request, context) {
      const key = toKey(context, request.carrier_account_id)
      return await answerOnce(db, context, async (trx) => {
        await deleteAccount(trx, key, { ifMatch: context.ifMatch, box, at: new Date() })
        return { status: 204, body: Buffer.alloc(0) }
      })
    },

    VerifyCarrierAccount: (request, context) => verifyAccount(request.carrier_account_id, context),
  } satisfies Partial<UnaryMethods<QuotingServiceHandlers>>
}
