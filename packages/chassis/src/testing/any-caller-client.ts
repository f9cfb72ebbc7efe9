import {
  CALL_TABLE,
  CALLERS,
  type Callee,
  type RpcDefinitions,
  type RpcServiceName,
} from '@waybill/contracts/call-table'
import { connectRpc, type UnaryClient } from '../rpc/client.ts'
import type { Logger } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'

/** For tests of a service: a client that sends each call in the name of a caller that may make it. */
export function connectAsAnyCaller<S extends RpcServiceName>(options: {
  serviceName: S
  callee?: Callee
  target: string
  internalKey: string
  defaultTimeoutMs?: number
  log: Logger
}): UnaryClient<RpcDefinitions[S]> & { close(): void } {
  const callers = CALLERS.filter((caller) => options.serviceName in CALL_TABLE[caller])
  // The types of the table relate one caller to its services; here both vary.
  const clients = callers.map((caller) => {
    const client = connectRpc<'gateway', RpcServiceName>({
      ...options,
      caller: caller as 'gateway',
      metrics: createMetrics({ service: 'client' }),
    })
    const calls: Record<string, readonly string[]> = CALL_TABLE[caller]
    const methods = calls[options.serviceName] ?? []
    return { client, methods: Object.entries(client).filter(([name]) => methods.includes(name)) }
  })
  return {
    ...Object.fromEntries(clients.flatMap(({ methods }) => methods)),
    close() {
      for (const { client } of clients) client.close()
    },
  } as UnaryClient<RpcDefinitions[S]> & { close(): void }
}
