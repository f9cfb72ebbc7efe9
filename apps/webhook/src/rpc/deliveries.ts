/** Deliveries and their manual redelivery. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { afterCommit } from '@waybill/chassis/postgres/database'
import { pageRequest } from '@waybill/chassis/postgres/page'
import type { CallContext } from '@waybill/chassis/rpc/server'
import type { ListDeliveriesRequest__Output } from '@waybill/contracts/gen/waybill/webhook/v1/ListDeliveriesRequest'
import * as commands from '../deliveries/commands.ts'
import { deliveryNotFound } from '../deliveries/delivery.ts'
import { findDelivery, listDeliveries } from '../deliveries/queries.ts'
import * as subscriptions from '../subscriptions/queries.ts'
import { deliveriesAnswer, deliveryAnswer, deliveryFilters } from './codec.ts'
import type { RpcDependencies } from './dependencies.ts'

export async function listDeliveriesPage(
  { db }: Pick<RpcDependencies, 'db'>,
  { environmentId }: CallContext,
  request: ListDeliveriesRequest__Output,
): Promise<Answer> {
  const subscription = await subscriptions.getSubscription(db, {
    environmentId,
    subscriptionId: request.subscription_id,
  })
  return deliveriesAnswer(await listDeliveries(db, subscription, deliveryFilters(request), pageRequest(request.page)))
}

export async function getDelivery(
  { db }: Pick<RpcDependencies, 'db'>,
  { environmentId }: CallContext,
  deliveryId: string,
): Promise<Answer> {
  const delivery = await findDelivery(db, environmentId, deliveryId)
  if (delivery === undefined) throw deliveryNotFound(deliveryId)
  return deliveryAnswer(200, delivery)
}

export async function redeliver(
  { db, onDue }: Pick<RpcDependencies, 'db' | 'onDue'>,
  context: CallContext,
  deliveryId: string,
): Promise<Answer> {
  return await answerOnce(db, context, async (trx) => {
    const delivery = await commands.redeliver(trx, context.environmentId, deliveryId)
    afterCommit(trx, onDue)
    return deliveryAnswer(202, delivery)
  })
}
