import type { Topology } from '@waybill/contracts/events/topology'
import type { Channel } from 'amqplib'

/** Deliveries of one message before it becomes a dead letter. Set explicitly, since the default in RabbitMQ 4 is 20. */
const DELIVERY_LIMIT = 50

interface Naming {
  namespace: string
  topology: Topology
}

export const exchangeName = (namespace: string): string => `${namespace}.events`
const deadExchangeName = (namespace: string): string => `${namespace}.events.dead`
export const queueName = (namespace: string, service: string): string => `${namespace}.${service}.events`
export const deadQueueName = (namespace: string, service: string): string => `${queueName(namespace, service)}.dead`

/**
 * Declares the exchanges and every service's queue, dead-letter queue and bindings. Idempotent.
 * Declares all services' queues: the broker confirms an event without a queue, and the event is lost.
 */
export async function assertTopology(channel: Channel, { namespace, topology }: Naming): Promise<void> {
  const exchange = exchangeName(namespace)
  const deadExchange = deadExchangeName(namespace)
  await channel.assertExchange(exchange, 'topic', { durable: true })
  await channel.assertExchange(deadExchange, 'direct', { durable: true })
  for (const [service, patterns] of Object.entries(topology.consumers)) {
    const queue = queueName(namespace, service)
    const deadQueue = deadQueueName(namespace, service)
    await channel.assertQueue(deadQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
    await channel.bindQueue(deadQueue, deadExchange, queue)
    await channel.assertQueue(queue, {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': DELIVERY_LIMIT,
        'x-dead-letter-exchange': deadExchange,
        'x-dead-letter-routing-key': queue,
        // A dead letter leaves the queue only once the dead-letter queue has it; needs this overflow.
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
      },
    })
    // `*` alone means every type here; to the broker it would mean types of one word.
    for (const pattern of patterns) await channel.bindQueue(queue, exchange, pattern === '*' ? '#' : pattern)
  }
}

/** Deletes everything that `assertTopology` declared, with all messages. For tests and clean-ups. */
export async function deleteTopology(channel: Channel, { namespace, topology }: Naming): Promise<void> {
  for (const service of Object.keys(topology.consumers)) {
    await channel.deleteQueue(queueName(namespace, service))
    await channel.deleteQueue(deadQueueName(namespace, service))
  }
  await channel.deleteExchange(exchangeName(namespace))
  await channel.deleteExchange(deadExchangeName(namespace))
}
