/** Every replica of every service is replaced under load: no request fails, nothing is lost. */
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../support/running-system.ts'
import { auditAfter, subscribe } from './audit.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { makeOwnProcesses, type OwnProcesses } from './own-processes.ts'
import { nothingAccepted, runWorkload } from './workload.ts'

const SERVICES = ['shipment', 'quoting', 'booking', 'webhook', 'gateway']
const WORKERS = 4
const SEED = 20_261_122
/** Definite answers between two restarts. */
const OPERATIONS_BETWEEN = 10

let own: OwnProcesses
let balancer: Balancer
let receiver: HttpReceiver
let sandbox: Sandbox

beforeAll(async () => {
  receiver = await startHttpReceiver()
  own = await makeOwnProcesses({
    env: { SIMULATOR_STEP_MS: '0', WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s', DATABASE_POOL_SIZE: '3' },
  })
  await own.replicate(SERVICES)
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

test('each replica is replaced in turn under load, and no request fails', async () => {
  const accepted = nothingAccepted()
  let done = false
  const workload = runWorkload(accepted, { sandbox, workers: WORKERS, seed: SEED, until: () => done })
  const goOn = async () => {
    const before = accepted.operations
    await eventually(() => expect(accepted.operations).toBeGreaterThanOrEqual(before + OPERATIONS_BETWEEN), {
      timeoutMs: 180_000,
    })
  }
  await goOn()
  for (const replica of own.processes.filter(({ name }) => SERVICES.includes(name))) {
    const { code } = await replica.stop()
    expect(code, `${replica.name}: ${replica.output().slice(-2_000)}`).toBe(0)
    replica.start()
    await replica.ready()
    await goOn()
  }
  done = true
  await workload
  expect(accepted.failed).toEqual([])

  const work = { system: own, sandbox, accepted, webhooks: receiver.requests }
  const { findings } = await auditAfter('restart of every replica in turn', work, { timeoutMs: 180_000 })
  expect(findings).toEqual([])
})
