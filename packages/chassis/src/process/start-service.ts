import type { Callee } from '@waybill/contracts/call-table'
import type { FindUnfinished } from '../idempotency/pruning.ts'
import type { Stoppable } from '../loops/loops.ts'
import type { Bus } from '../messaging/bus.ts'
import { type EventHandler, startConsumers } from '../messaging/inbox/consumers.ts'
import { startRelay } from '../messaging/outbox/relay.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import type { Database } from '../postgres/database.ts'
import type { Migration } from '../postgres/migrate.ts'
import { type Erasure, startErasures } from '../retention/erasures.ts'
import { startPruning } from '../retention/pruning.ts'
import type { TableRules } from '../retention/table-rules.ts'
import type { RpcTls } from '../rpc/credentials.ts'
import { type DescribeStoredData, operatorRpc } from '../rpc/operator-service.ts'
import { type RpcServiceImplementation, startRpcServer } from '../rpc/server.ts'
import type { SharedState } from '../state/shared-state.ts'
import type { StuckCheck } from '../stuck/stuck-checks.ts'
import { startStuckWatch } from '../stuck/watch.ts'
import { type FoundationOptions, openFoundation } from './foundation.ts'
import { chassisChecks } from './stuck-checks.ts'

/** Options of every service behind the gateway. */
export interface ServiceOptions extends FoundationOptions {
  bus: Bus
  /** 0: a free one. */
  grpcPort: number
  /** Key that signs calls between the services. */
  internalKey: string
  /** TLS for calls between services. Plaintext unless given. */
  rpcTls?: RpcTls
}

export interface RunningService extends Stoppable {
  /** Starts no long work from now on. `stop` begins with it. Idempotent. */
  drain(): void
  readonly grpcPort: number
  readonly opsPort: number
}

/** The parts that a service adds. */
export interface ServiceParts<DB> {
  rpc: RpcServiceImplementation[]
  handlers: Record<string, EventHandler<DB>>
  /** Finds operations that the service will finish without a repeat by the caller. */
  findUnfinished?: FindUnfinished<DB>
  /** Makes one pass over a subject whose personal data is erased. Throws `NotYet` if that is not possible yet. */
  erase: (erasure: Erasure) => Promise<void>
  describeStoredData: DescribeStoredData
  /** Checks for stuck work in this service, besides those that every service has. */
  stuckChecks?: readonly StuckCheck[]
  /** Notes that `/readyz` shows an operator beside `ready`. */
  readNotes?(): Promise<string[]>
  /** Stops starting long work. Called first, while calls and events still arrive; may be called again. */
  drain?(): void
  /** Stops background work. Called after the last call and event, before the relay publishes the last events. */
  stop(): Promise<unknown>
  /** Closes clients. Called last, before the database closes. */
  close?(): unknown
}

/**
 * Runs a service. Opens the foundation, waits for the broker (and for Redis, if the service uses it), starts the service's
 * parts, then accepts events and calls, and becomes ready.
 * `stop`: starts no long work, fails readiness, finishes calls in progress, stops consuming events, stops background work,
 * publishes the remaining events, closes connections.
 */
export async function startService<DB extends ChassisTables>(
  service: Callee,
  options: ServiceOptions & { sharedState?: SharedState },
  own: {
    migrations: Record<string, Migration>
    /** When each of the service's tables' rows are deleted, or why they are kept. */
    tables: TableRules<DB>
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
    const { findUnfinished, handlers } = work
    const pruning = startPruning({ db, findUnfinished, handlers, rules: own.tables, log })
    const erasures = startErasures({ db, erase: work.erase, log })
    const stuckChecks = [...chassisChecks(db), ...(work.stuckChecks ?? [])]
    const watch = startStuckWatch({ checks: stuckChecks, log, metrics })
    const operator = operatorRpc({ db, describeStoredData: work.describeStoredData, stuckChecks, log })
    const rpc = await startRpcServer({
      service,
      host,
      port: options.grpcPort,
      internalKey,
      tls: options.rpcTls,
      log,
      metrics,
      services: [...work.rpc, operator],
    })
    ops.setServing(work.readNotes)

    const drain = () => work.drain?.()
    return {
      drain,
      grpcPort: rpc.port,
      opsPort: ops.port,
      async stop() {
        drain()
        await ops.drain()
        await rpc.stop()
        await Promise.all([consumers.stop(), pruning.stop(), erasures.stop(), watch.stop()])
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
