/** Use case of deliveries: manual redelivery. */
import type { Delivery } from '@waybill/contracts/webhooks/delivery'
import type { Writer } from '../db.ts'
import { lockSubscription } from '../subscriptions/repository.ts'
import { subscriptionNotActive } from '../subscriptions/subscription.ts'
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
