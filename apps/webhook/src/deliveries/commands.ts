/** Use case of deliveries: manual redelivery. */
import { AppError } from '@waybill/contracts/app-error'
import type { Delivery } from '@waybill/contracts/webhooks/delivery'
import type { Writer } from '../db.ts'
import { lockSubscription } from '../subscriptions/repository.ts'
import { deliveryNotFound } from './delivery.ts'
import { findDelivery } from './queries.ts'
import { queueRedelivery } from './repository.ts'

/**
 * Sends a delivery again now, outside the order of its subject. One that has ended gets a single attempt outside the
 * retry schedule; for one that is open, the next attempt is brought forward.
 * Throws `delivery_not_found`, `subscription_not_active`.
 */
export async function redeliver(trx: Writer, environmentId: string, deliveryId: string): Promise<Delivery> {
  const delivery = await findDelivery(trx, environmentId, deliveryId)
  if (delivery === undefined) throw deliveryNotFound(deliveryId)
  const { subscriptionId } = delivery
  const subscription = await lockSubscription(trx, { environmentId, subscriptionId })
  const status = subscription?.status ?? 'deleted'
  if (status !== 'active') throw subscriptionNotActive(subscriptionId, status)
  await queueRedelivery(trx, delivery)
  return (await findDelivery(trx, environmentId, deliveryId)) ?? delivery
}

function subscriptionNotActive(subscriptionId: string, status: string): AppError {
  const remedy =
    status === 'deleted' ? 'Its deliveries cannot be sent again.' : 'Set its status to active to send deliveries again.'
  return new AppError('subscription_not_active', `Subscription ${subscriptionId} is ${status}. ${remedy}`, {
    meta: { current_status: status },
  })
}
