/** Kills the booking service (kill -9) before, during and after each step of each operation: nothing is lost or duplicated. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { steps } from '@waybill/booking/operations/operation'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { auditAfter, subscribe } from './audit.ts'
import { findService, readEnvironment } from './processes.ts'
import { readEnd } from './steps/ends.ts'
import { type End, rounds } from './steps/scenarios.ts'
import { openStage, type Stage } from './steps/stage.ts'
import { type Holds, holdsIn } from './steps/step-holds.ts'

let directory: string
let holds: Holds
let system: RunningSystem
let receiver: HttpReceiver
let stage: Stage

beforeAll(async () => {
  receiver = await startHttpReceiver()
  directory = mkdtempSync(join(tmpdir(), 'waybill-steps-'))
  holds = holdsIn(directory)
  // Couriers do not move, so only the merchant ends a booking.
  const env = { SIMULATOR_STEP_MS: '0', WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s', ...holds.env }
  system = await startSystem({ mode: 'stack', env })
  await subscribe(system, receiver.url)
  stage = openStage(system, holds)
})

afterAll(async () => {
  await stage?.close()
  await system?.remove()
  await receiver?.stop()
  if (directory) rmSync(directory, { recursive: true })
})

const ends = new Map<string, { step: string; end: End }>()

test('the service is killed at every step of every operation', () => {
  const deaths = new Set(rounds.flatMap(({ points }) => points.map(({ step }) => step.replace(/:.*/, ''))))
  const all = Object.entries(steps).flatMap(([kind, names]) => names.map((name) => `${kind}.${name}`))
  expect(all.filter((step) => !deaths.has(step))).toEqual([])
})

test.each(rounds)('killed with an operation at each step of $name', async ({ points, begin }) => {
  holds.closeGate()
  try {
    const staged = await Promise.all(
      points.map(async ({ bring, step, end }, n) => {
        const shipmentId = await bring(stage, step, n)
        ends.set(shipmentId, { step, end })
        return { shipmentId, step }
      }),
    )
    await begin?.(stage)
    await Promise.all(staged.map(({ shipmentId, step }) => holds.reached(shipmentId, step)))
    killBooking()
  } finally {
    // Before the restarted process reaches the same steps. What a failed round holds would block the next ones.
    holds.clear()
  }
  await eventually(async () => {
    const { OPS_PORT } = readEnvironment(system.pid(), 'booking')
    expect((await fetch(`http://127.0.0.1:${OPS_PORT}/readyz`)).status).toBe(200)
  })
})

function killBooking(): void {
  const pid = findService(system.pid(), 'booking')
  if (pid === null) throw new Error('the booking service is not running')
  process.kill(pid, 'SIGKILL')
}

test('unfinished operations are resumed: every command is answered, and carriers, shipments and events agree', async () => {
  await stage.answers()
  const wanted = Object.fromEntries([...ends].map(([shipmentId, { step, end }]) => [shipmentId, `${step} → ${end}`]))
  const fault = `kill -9 at each step of each operation, ${ends.size} points`
  const work = { system, sandbox: system.sandbox, accepted: stage.accepted, webhooks: receiver.requests }
  const { findings } = await auditAfter(fault, work, { timeoutMs: 180_000 })
  expect(findings).toEqual([])
  await eventually(async () => {
    const found = await Promise.all(
      [...ends].map(async ([id, { step }]) => [id, `${step} → ${await readEnd(stage.db, id)}`]),
    )
    expect(Object.fromEntries(found)).toEqual(wanted)
  })
})
