/** The services that booking depends on, and the simulator, as processes that all test files of a worker share. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ServiceDatabase } from '@waybill/chassis/postgres/provision'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { programEnvironment } from '@waybill/testing/program-environment'
import { testPostgresUrl, testRabbitUrl } from '@waybill/testing/services'

export const INTERNAL_KEY = 'an internal key of the tests'
export const SIMULATOR_KEY = 'the simulator key of the tests'
export const CARRIER_ENCRYPTION_KEYS = newEncryptionKey('test')

/** As settings of the peers. */
export const PEER_KEYS = { INTERNAL_KEY, SIMULATOR_KEY, CARRIER_ENCRYPTION_KEYS }

export type PeerName = 'shipment' | 'quoting' | 'simulator'

export interface PeerServices {
  /** Prefix of the queues through which they exchange events with booking. */
  namespace: string
  databases: Record<PeerName, ServiceDatabase>
  shipmentUrl: string
  quotingUrl: string
  simulatorUrl: string
}

let shared: Promise<PeerServices> | undefined

/**
 * Starts shipment, quoting and simulator at the first call. Couriers do not move on their own. Test files of the worker
 * are separated by their environments. The processes and their database end with the worker.
 */
export function sharePeerServices(): Promise<PeerServices> {
  shared ??= startKeeper()
  return shared
}

async function startKeeper(): Promise<PeerServices> {
  const keeper = fork(join(import.meta.dirname, 'peer-keeper.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...programEnvironment(),
      ...PEER_KEYS,
      WAYBILL_TEST_POSTGRES_URL: testPostgresUrl(),
      RABBITMQ_URL: testRabbitUrl(),
    },
  })
  const failed = once(keeper, 'exit').then(([code]) => {
    throw new Error(`the services that booking depends on did not start: exit code ${code}`)
  })
  const [peers] = await Promise.race([once(keeper, 'message'), failed])
  failed.catch(() => {}) // it ends after the worker
  keeper.unref()
  keeper.channel?.unref()
  return peers as PeerServices
}
