/** Deliveries, and sending them again. */
import { afterCommit } from '@waybill/chassis/database'
import { answerOnce } from '@waybill/chassis/idempotency'
import { AppError } from '@waybill/contracts/app-error'
import { createReplaySchema } from '@waybill/contracts/replay'
import { parseDocument } from '@waybill/contracts/validation'
import { deliveriesAnswer, deliveryAnswer, deliveryFilters, pageRequest, replayAnswer } from '../codec.ts'
import { deliveryNotFound, redeliver, startReplay } from '../commands/redeliveries.ts'
import { findDelivery, listDeliveries } from '../queries/deliveries.ts'
import { findReplay } from '../repository/replays.ts'
import type { Handlers, WebhookRpcOptions } from './options.ts'
import { getSubscription } from './subscriptions.ts'

export const deliveryHandlers = ({ db, keptDays, onDue, onJob }: WebhookRpcOptions) =>
  ({
    async ListDeliveries(request, context) {
      const subscription = await getSubscription(db, context, request.subscription_id)
      const page = await listDeliveries(db, subscription, deliveryFilters(request), pageRequest(request.page))
      return deliveriesAnswer(page)
    },

    async GetDelivery(request, context) {
      const delivery = await findDelivery(db, context.environmentId, request.delivery_id)
      if (delivery === undefined) throw deliveryNotFound(request.delivery_id)
      return deliveryAnswer(200, delivery)
    },

    async Redeliver(request, context) {
      return await answerOnce(db, context, async (trx) => {
        const delivery = await redeliver(trx, context.environmentId, request.delivery_id)
        afterCommit(trx, onDue)
        return deliveryAnswer(202, delivery)
      })
    },

    async CreateReplay(request, context) {
      const document = parseDocument(createReplaySchema, JSON.parse(request.document.toString()))
      return await answerOnce(db, context, async (trx) => {
        const subscription = await getSubscription(trx, context, request.subscription_id)
        const replay = await startReplay(trx, subscription, document, { keptDays, at: new Date() })
        afterCommit(trx, onJob)
        return replayAnswer(201, replay)
      })
    },

    async GetReplay(request, context) {
      const key = { environmentId: context.environmentId, subscriptionId: request.subscription_id }
      const replay = await findReplay(db, key, request.replay_id)
      if (replay === undefined) {
        throw new AppError('replay_not_found', `There is no replay ${request.replay_id} of this subscription.`)
      }
      return replayAnswer(200, replay)
    },
  }) satisfies Partial<Handlers>
