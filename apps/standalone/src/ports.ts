/** The two ports of the product: on a broker and a Redis where they are given, else within the process. */
import type { Bus } from '@waybill/chassis/bus'
import { createLocalBus } from '@waybill/chassis/bus-local'
import type { ProcessParts } from '@waybill/chassis/run-service'
import type { SharedState } from '@waybill/chassis/shared-state'
import { createMemoryState } from '@waybill/chassis/shared-state-memory'
import { topology } from '@waybill/contracts/topology'

interface Given extends Pick<ProcessParts, 'log' | 'metrics'> {
  url: string | null
  namespace: string
}

export async function connectBus({ url, ...rest }: Given): Promise<Bus> {
  if (url === null) return createLocalBus({ topology })
  const { connectRabbitBus } = await import('@waybill/chassis/bus-rabbit')
  return connectRabbitBus({ url, topology, ...rest })
}

export async function connectSharedState({ url, ...rest }: Given): Promise<SharedState> {
  if (url === null) return createMemoryState()
  const { connectRedisState } = await import('@waybill/chassis/shared-state-redis')
  return connectRedisState({ url, ...rest })
}
