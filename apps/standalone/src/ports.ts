/** Adapters of the two ports: RabbitMQ and Redis if configured, otherwise in memory. */
import type { Bus } from '@waybill/chassis/messaging/bus'
import { createLocalBus } from '@waybill/chassis/messaging/local-bus'
import type { ProcessParts } from '@waybill/chassis/process/run-service'
import { createMemoryState } from '@waybill/chassis/state/memory'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { topology } from '@waybill/contracts/events/topology'

interface PortOptions extends Pick<ProcessParts, 'log' | 'metrics'> {
  url: string | null
  namespace: string
}

export async function connectBus({ url, ...rest }: PortOptions): Promise<Bus> {
  if (url === null) return createLocalBus({ topology })
  const { connectRabbitBus } = await import('@waybill/chassis/messaging/rabbit/bus')
  return connectRabbitBus({ url, topology, ...rest })
}

export async function connectSharedState({ url, ...rest }: PortOptions): Promise<SharedState> {
  if (url === null) return createMemoryState()
  const { connectRedisState } = await import('@waybill/chassis/state/redis')
  return connectRedisState({ url, ...rest })
}
