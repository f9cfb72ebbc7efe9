/** Returns: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { transact } from '@waybill/chassis/postgres/database'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { parseDocument, readDocument, withOthers } from '@waybill/contracts/requests/validation'
import { publicShipment } from '@waybill/contracts/shipment'
import { type ReturnPage, recipientReturnSchema } from '@waybill/contracts/shipments/return-page'
import {
  publicReturnRules,
  type ReturnRules,
  rulesProblems,
  type UpdateReturnRules,
  updateReturnRulesSchema,
} from '@waybill/contracts/shipments/return-rules'
import { returnShipmentSchema } from '@waybill/contracts/shipments/returns'
import type { Reader, Writer } from '../db.ts'
import { getReturnRules, resetReturnRules, updateReturnRules } from '../return-rules/commands.ts'
import { openReturnPage, returnByRecipient, returnShipment } from '../returns/commands.ts'
import { newTrackingUrl } from '../shipments/tracking-url.ts'
import { causeFrom, ownerFrom, parseJson } from './codec.ts'
import { getShipmentOfToken } from './follow.ts'

const rulesAnswer = (rules: ReturnRules): Answer => ({
  status: 200,
  body: envelopeBytes(successEnvelope(publicReturnRules(rules))),
  etag: String(rules.version),
})

const pageReply = (page: ReturnPage) => ({ page: Buffer.from(JSON.stringify(page)) })

/** Throws `validation_error` with every wrong field, judged with the stored rules. */
async function readPatch(db: Reader, environmentId: string, given: unknown): Promise<UpdateReturnRules> {
  const read = readDocument(updateReturnRulesSchema, given)
  if (read.ok) return read.document
  throw withOthers(read.error, rulesProblems(await getReturnRules(db, environmentId), read.accepted))
}

export const returnHandlers = (db: Reader, publicUrl: string) =>
  ({
    async Return({ shipment_id: shipmentId, document: bytes }, context) {
      const document = parseDocument(returnShipmentSchema, parseJson(bytes))
      const owner = ownerFrom(context, publicUrl)
      return await answerOnce(db, context, async (trx) => {
        const shipment = await returnShipment(trx, shipmentId, { owner, document }, causeFrom(context))
        const body = envelopeBytes(successEnvelope(publicShipment(shipment)))
        return { status: 201, body, etag: String(shipment.sequence) }
      })
    },

    GetReturnRules: async (_, { environmentId }) => rulesAnswer(await getReturnRules(db, environmentId)),

    async UpdateReturnRules(request, context) {
      const { environmentId, ifMatch } = context
      const patch = await readPatch(db, environmentId, parseJson(request.document))
      const change = { environmentId, ifMatch, at: new Date() }
      return await answerOnce(db, context, async (trx) => rulesAnswer(await updateReturnRules(trx, change, patch)))
    },

    async ResetReturnRules(_, context) {
      const { environmentId, ifMatch } = context
      return await answerOnce(db, context, async (trx) => {
        await resetReturnRules(trx, { environmentId, ifMatch, at: new Date() })
        return { status: 204, body: Buffer.alloc(0) }
      })
    },

    async OpenReturnPage({ tracking_token: token }) {
      return pageReply(await openReturnPage(db, await getShipmentOfToken(db, token), new Date()))
    },

    async ReturnByRecipient({ tracking_token: token, document }, context) {
      const shipment = await getShipmentOfToken(db, token)
      const choice = parseDocument(recipientReturnSchema, parseJson(document))
      const given = { trackingUrl: newTrackingUrl(publicUrl), cause: causeFrom(context) }
      return pageReply(await transact(db, (trx: Writer) => returnByRecipient(trx, shipment, choice, given)))
    },
  }) satisfies Partial<UnaryMethods<ShipmentServiceHandlers>>
