/** Rate cards: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import {
  createRateCardSchema,
  publicRateCard,
  type RateCard,
  rateCardPatchProblems,
  type UpdateRateCard,
  updateRateCardSchema,
} from '@waybill/contracts/fleet/rate-card'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import { parseDocument, readDocument, withOthers } from '@waybill/contracts/requests/validation'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { changeRateCard, createRateCard, deleteRateCard, getRateCard } from '../rate-cards/commands.ts'
import { findRateCard, listRateCards, type RateCardKey } from '../rate-cards/repository.ts'

const answer = (status: number, card: RateCard): Answer => ({
  status,
  body: envelopeBytes(successEnvelope(publicRateCard(card))),
  etag: String(card.version),
})

export function rateCardHandlers({ db }: { db: Kysely<QuotingDatabase> }) {
  /** Throws `validation_error` with every wrong field, judged with the stored card. */
  async function readPatch(key: RateCardKey, given: unknown): Promise<UpdateRateCard> {
    const read = readDocument(updateRateCardSchema, given)
    if (read.ok) return read.document
    const before = await findRateCard(db, key)
    throw withOthers(read.error, before ? rateCardPatchProblems(before, read.accepted, read.error.details) : [])
  }

  return {
    async CreateRateCard(request, context) {
      const document = parseDocument(createRateCardSchema, JSON.parse(request.document.toString()))
      return await answerOnce(db, context, async (trx) =>
        answer(201, await createRateCard(trx, context.environmentId, document, new Date())),
      )
    },

    async GetRateCard(request, { environmentId }) {
      return answer(200, await getRateCard(db, { environmentId, rateCardId: request.rate_card_id }))
    },

    async ListRateCards(request, { environmentId }) {
      const { limit, cursor } = pageRequest(request.page)
      const list = ['rate_cards', environmentId]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listRateCards(db, environmentId, { after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.rateCardId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(publicRateCard), meta)) }
    },

    async UpdateRateCard(request, context) {
      const { environmentId, ifMatch } = context
      const key = { environmentId, rateCardId: request.rate_card_id }
      const patch = await readPatch(key, JSON.parse(request.document.toString()))
      return await answerOnce(db, context, async (trx) =>
        answer(200, await changeRateCard(trx, key, { ifMatch, patch, at: new Date() })),
      )
    },

    async DeleteRateCard(request, context) {
      const key = { environmentId: context.environmentId, rateCardId: request.rate_card_id }
      return await answerOnce(db, context, async (trx) => {
        await deleteRateCard(trx, key, context.ifMatch)
        return { status: 204, body: Buffer.alloc(0) }
      })
    },
  } satisfies Partial<UnaryMethods<QuotingServiceHandlers>>
}
