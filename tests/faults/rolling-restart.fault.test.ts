/** Every replica of every service is replaced under load: no request fails, nothing is lost. */
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../support/running-system.ts'
import { audit, subscribe } from './audit.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { makeOwnProcesses, type OwnProcess, type OwnProcesses } from './own-processes.ts'
import { nothingAccepted, runWorkload } from './workload.ts'

const SERVICES = ['shipment', 'quoting', 'booking', 'webhook', 'gateway']
const WORKERS = 4
const SEED = 20_261_122
/** Definite answers between two restarts. */
const OPERATIONS_BETWEEN = 10
/** The grace period of a typical supervisor. */
const LONGEST_STOP_MS = 20_000

let own: OwnProcesses
let balancer: Balancer
let receiver: HttpReceiver
let sandbox: Sandbox

beforeAll(async () => {
  receiver = await startHttpReceiver()
  own = await makeOwnProcesses({
    env: { SIMULATOR_STEP_MS: '0', WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s', DATABASE_POOL_SIZE: '4' },
  })
  await reachBothReplicas()
  const gateways = own.processes.filter(({ name }) => name === 'gateway')
  for (const gateway of gateways) gateway.env.DRAIN_DELAY_MS = '2000'
  for (const one of own.processes) one.start()
  await Promise.all(own.processes.map((one) => one.ready()))
  balancer = await startBalancer(gateways)
  sandbox = await own.sandbox(balancer.url)
  await eventually(() => subscribe({ sandbox }, receiver.url))
})
afterAll(async () => {
  await balancer?.stop()
  await own?.remove()
  await receiver?.stop()
})

/** Adds a second replica of each service and gives callers both addresses, as a headless Service does. */
async function reachBothReplicas(): Promise<void> {
  const targets: Record<string, string> = {}
  for (const service of SERVICES) {
    const first = own.processes.find(({ name }) => name === service) as OwnProcess
    const second = await own.replica(service)
    const addresses = [first, second].map(({ env }) => `127.0.0.1:${env.GRPC_PORT}`)
    targets[`${service.toUpperCase()}_URL`] = `ipv4:${addresses.join(',')}`
  }
  for (const { env } of own.processes) {
    for (const [variable, target] of Object.entries(targets)) if (env[variable]) env[variable] = target
  }
}

test('each replica is replaced in turn under load, and no request fails', async () => {
  const accepted = nothingAccepted()
  let done = false
  const workload = runWorkload(accepted, { sandbox, workers: WORKERS, seed: SEED, until: () => done })
  const goOn = async () => {
    const before = accepted.operations
    await eventually(() => expect(accepted.operations).toBeGreaterThanOrEqual(before + OPERATIONS_BETWEEN), {
      timeoutMs: 60_000,
    })
  }
  await goOn()
  for (const replica of own.processes.filter(({ name }) => SERVICES.includes(name))) {
    const { code, ms } = await replica.stop()
    expect(code, `${replica.name}: ${replica.output().slice(-2_000)}`).toBe(0)
    expect(ms, replica.name).toBeLessThan(LONGEST_STOP_MS)
    replica.start()
    await replica.ready()
    await goOn()
  }
  done = true
  await workload
  expect(accepted.failed).toEqual([])

  const result = await eventually(
    async () => {
      const counted = await audit(own, accepted, receiver.requests)
      expect(counted.findings).toEqual([])
      return counted
    },
    { timeoutMs: 90_000, intervalMs: 1_000 },
  )
  console.log({ operations: accepted.operations, ...result })
})
