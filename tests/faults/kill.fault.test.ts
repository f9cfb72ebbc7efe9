/** Kills every service (kill -9) at random moments: no accepted request or event is lost, no parcel is booked twice. */
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { auditAfter, subscribe } from './audit.ts'
import { killService } from './processes.ts'
import { nothingAccepted, runWorkload } from './workload.ts'

const SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook']
const LEAST_MS = 30_000
const KILLS = 10
/** Definite answers between two kills, so that each service works again before the next kill. */
const OPERATIONS_BETWEEN = 20
const LEAST_OPERATIONS = 300
const WORKERS = 32
const SEED = 20_261_121

let system: RunningSystem
let receiver: HttpReceiver

beforeAll(async () => {
  receiver = await startHttpReceiver()
  // Couriers do not move, so only the merchant ends a booking.
  const env = { SIMULATOR_STEP_MS: '0', WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s' }
  system = await startSystem({ mode: 'stack', env })
  await subscribe(system, receiver.url)
})

afterAll(async () => {
  await system?.remove()
  await receiver?.stop()
})

test('services killed in turn under load lose nothing and duplicate nothing', async () => {
  const endsAt = performance.now() + LEAST_MS
  const accepted = nothingAccepted()
  let kills = 0
  const workload = runWorkload(accepted, {
    sandbox: system.sandbox,
    workers: WORKERS,
    seed: SEED,
    until: () => performance.now() > endsAt && kills === KILLS && accepted.operations >= LEAST_OPERATIONS,
  })
  for (; kills < KILLS; kills++) {
    await killService(system.pid(), SERVICES[kills % SERVICES.length] as string)
    const before = accepted.operations
    await eventually(() => expect(accepted.operations).toBeGreaterThanOrEqual(before + OPERATIONS_BETWEEN), {
      timeoutMs: 180_000,
    })
  }
  await workload

  // Reconcilers finish interrupted work. They may take as long as the leases last, not longer.
  const fault = `kill -9 of each service in turn, ${kills} times`
  const work = { system, sandbox: system.sandbox, accepted, webhooks: receiver.requests }
  const { findings } = await auditAfter(fault, work, { timeoutMs: 180_000 })
  expect(findings).toEqual([])
})
