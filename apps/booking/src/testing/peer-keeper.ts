/**
 * Program: runs the services that booking depends on with a database and a namespace of the broker, and sends its parent
 * their addresses. When the parent has ended, even by SIGKILL, it stops them and removes both.
 */
import { once } from 'node:events'
import { deleteRabbitTopology } from '@waybill/chassis/messaging/rabbit/bus'
import { freePort } from '@waybill/chassis/process/free-port'
import { createTestDatabases } from '@waybill/chassis/testing/service-database'
import { topology } from '@waybill/contracts/events/topology'
import { testRabbitUrl } from '@waybill/testing/services'
import { type PeerProcess, startPeer } from './peer-process.ts'
import type { PeerServices } from './peer-services.ts'

const parentEnded = once(process, 'disconnect')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // for the group: the parent ends as well

const databases = await createTestDatabases(['shipment', 'quoting', 'simulator'])
const { namespace } = databases
const processes: PeerProcess[] = []
const { INTERNAL_KEY, SIMULATOR_KEY, CARRIER_ENCRYPTION_KEYS } = process.env

async function startOnFreePorts(): Promise<PeerServices> {
  const ports = { shipment: await freePort(), quoting: await freePort(), simulator: await freePort() }
  const target = (port: number) => `127.0.0.1:${port}`
  const simulatorUrl = `http://${target(ports.simulator)}`
  const start = (name: keyof typeof ports, settings: Record<string, string>) =>
    startPeer({
      name,
      port: ports[name],
      database: databases.of(name),
      namespace,
      env: { INTERNAL_KEY, SIMULATOR_KEY, CARRIER_ENCRYPTION_KEYS, ...settings },
    })
  const started = await Promise.allSettled([
    start('shipment', { SIMULATOR_URL: simulatorUrl }),
    start('simulator', { SIMULATOR_STEP_MS: '0' }),
    start('quoting', { SHIPMENT_URL: target(ports.shipment), SIMULATOR_URL: simulatorUrl }),
  ])
  for (const one of started) if (one.status === 'fulfilled') processes.push(one.value)
  for (const one of started) if (one.status === 'rejected') throw one.reason
  return {
    namespace,
    databases: {
      shipment: databases.of('shipment'),
      quoting: databases.of('quoting'),
      simulator: databases.of('simulator'),
    },
    shipmentUrl: target(ports.shipment),
    quotingUrl: target(ports.quoting),
    simulatorUrl,
  }
}

const stopAll = () => Promise.all(processes.splice(0).map((one) => one.stop()))

try {
  // Once more with other ports: another process can take one before it is used.
  const peers = await startOnFreePorts().catch(async () => {
    await stopAll()
    return startOnFreePorts()
  })
  process.send?.(peers)
  await parentEnded
} finally {
  await stopAll()
  // The run may have stopped its services already: then nothing is left to remove.
  await Promise.allSettled([deleteRabbitTopology({ url: testRabbitUrl(), namespace, topology }), databases.drop()])
}
