import type { Migration } from 'kysely/migration'
import type { FindUnfinished } from '../idempotency/pruning.ts'
import type { Bus } from '../messaging/bus.ts'
import { type EventHandler, startConsumers } from '../messaging/inbox/consumers.ts'
import { startRelay } from '../messaging/outbox/relay.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import type { Database } from '../postgres/database.ts'
import { type Erasure, startErasures } from '../retention/erasures.ts'
import { startPruning } from '../retention/pruning.ts'
import type { RpcTls } from '../rpc/credentials.ts'
import { type DescribeStoredData, operatorRpc } from '../rpc/operator-service.ts'
import { type RpcServiceImplementation, startRpcServer } from '../rpc/server.ts'
import type { SharedState } from '../state/shared-state.ts'
import { type FoundationOptions, openFoundation } from './foundation.ts'
import type { Stoppable } from './loops.ts'

/** What every service behind the gateway is told. */
export interface ServiceOptions extends FoundationOptions {
  bus: Bus
  /** 0: a free one. */
  grpcPort: number
  /** Key that signs calls between the services. */
  internalKey: string
  /** How calls between the services are sealed; not at all unless given. */
  rpcTls?: RpcTls
}

export interface RunningService extends Stoppable {
  readonly grpcPort: number
  readonly opsPort: number
}

/** What is a service's own. */
export interface ServiceParts<DB> {
  rpc: RpcServiceImplementation[]
  handlers: Record<string, EventHandler<DB>>
  /** Which idempotent operations it is still going to finish; none unless given. */
  findUnfinished?: FindUnfinished<DB>
  /** Makes a pass over a subject whose personal data is to be erased. Throws `NotYet` while something is in the way. */
  erase: (erasure: Erasure) => Promise<void>
  describeStoredData: DescribeStoredData
  /** Begins no more that takes long; called as soon as the service is to stop, while calls and events still arrive. */
  drain?(): void
  /** Ends what works in the background; called when no call and no event arrives any more, before the last events go out. */
  stop(): Promise<unknown>
  /** Closes what calls others; called last, before the database. */
  close?(): unknown
}

/**
 * A service from its first line to its last. It lays the groundwork, waits for the broker (and the state shared with its
 * replicas, if it has one), starts its own work, then takes events and calls, and is ready.
 * `stop`: begins nothing long, is not ready any more, takes no new calls and answers those under way, takes no more events,
 * ends the work in the background, publishes what is left to publish, closes connections.
 */
export async function startService<DB extends ChassisTables>(
  service: string,
  options: ServiceOptions & { sharedState?: SharedState },
  own: {
    migrations: Record<string, Migration>
    start: (db: Database<DB>) => ServiceParts<DB> | Promise<ServiceParts<DB>>
  },
): Promise<RunningService> {
  const { databaseUrl, databaseSchema: schema, bus, host, internalKey, sharedState, log, metrics } = options
  const { db, ops, waitForConnection, undo } = await openFoundation<DB>(service, options, own.migrations)
  try {
    await waitForConnection('rabbitmq', () => bus.isConnected())
    if (sharedState) await waitForConnection('redis', () => sharedState.isConnected())

    const work = await own.start(db)
    const relay = await startRelay({ db, databaseUrl, schema, bus, log, metrics })
    const consumers = await startConsumers({ db, bus, service, handlers: work.handlers, log, metrics })
    const pruning = startPruning({ db, findUnfinished: work.findUnfinished, log })
    const erasures = startErasures({ db, erase: work.erase, log, metrics })
    const operator = operatorRpc({ db, describeStoredData: work.describeStoredData, log })
    const rpc = await startRpcServer({
      host,
      port: options.grpcPort,
      internalKey,
      tls: options.rpcTls,
      log,
      metrics,
      services: [...work.rpc, operator],
    })
    ops.setServing()

    return {
      grpcPort: rpc.port,
      opsPort: ops.port,
      async stop() {
        work.drain?.()
        await ops.drain()
        await rpc.stop()
        await Promise.all([consumers.stop(), pruning.stop(), erasures.stop()])
        await work.stop()
        await relay.stop()
        await work.close?.()
        await undo()
      },
    }
  } catch (error) {
    await undo()
    throw error
  }
}
