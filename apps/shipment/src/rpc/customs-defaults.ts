/** Customs defaults: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { readDocument, withOthers } from '@waybill/contracts/requests/validation'
import {
  type CustomsDefaults,
  defaultsProblems,
  publicCustomsDefaults,
  type UpdateCustomsDefaults,
  updateCustomsDefaultsSchema,
} from '@waybill/contracts/values/customs/defaults'
import { getCustomsDefaults, resetCustomsDefaults, updateCustomsDefaults } from '../customs/commands.ts'
import type { Reader } from '../db.ts'
import { parseJson } from './codec.ts'

const answer = (defaults: CustomsDefaults): Answer => ({
  status: 200,
  body: envelopeBytes(successEnvelope(publicCustomsDefaults(defaults))),
  etag: String(defaults.version),
})

/** Throws `validation_error` with every wrong field, judged with the stored defaults. */
async function readPatch(db: Reader, environmentId: string, given: unknown): Promise<UpdateCustomsDefaults> {
  const read = readDocument(updateCustomsDefaultsSchema, given)
  if (read.ok) return read.document
  throw withOthers(read.error, defaultsProblems(await getCustomsDefaults(db, environmentId), read.accepted))
}

export const customsDefaultsHandlers = (db: Reader) =>
  ({
    GetCustomsDefaults: async (_, { environmentId }) => answer(await getCustomsDefaults(db, environmentId)),

    async UpdateCustomsDefaults(request, context) {
      const { environmentId, ifMatch } = context
      const patch = await readPatch(db, environmentId, parseJson(request.document))
      const change = { environmentId, ifMatch, at: new Date() }
      return await answerOnce(db, context, async (trx) => answer(await updateCustomsDefaults(trx, change, patch)))
    },

    async ResetCustomsDefaults(_, context) {
      const { environmentId, ifMatch } = context
      return await answerOnce(db, context, async (trx) => {
        await resetCustomsDefaults(trx, { environmentId, ifMatch, at: new Date() })
        return { status: 204, body: Buffer.alloc(0) }
      })
    },
  }) satisfies Partial<UnaryMethods<ShipmentServiceHandlers>>
