/** Kills the booking service (kill -9) before, during and after each step of each operation: nothing is lost or duplicated. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { steps } from '@waybill/booking/operations/operation'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { audit, subscribe } from './audit.ts'
import { findService } from './processes.ts'
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
  const staged = await Promise.all(
    points.map(async ({ bring, step, end }, n) => {
      const shipmentId = await bring(stage, step, n)
      ends.set(shipmentId, { step, end })
      return { shipmentId, step }
    }),
  )
  await begin?.(stage)
  await Promise.all(staged.map(({ shipmentId, step }) => holds.reached(shipmentId, step)))
  const pid = findService(system.pid(), 'booking')
  if (pid === null) throw new Error('the booking service is not running')
  process.kill(pid, 'SIGKILL')
  // Before the restarted process reaches the same steps.
  holds.clear()
  await eventually(() => expect(findService(system.pid(), 'booking') ?? pid).not.toBe(pid))
})

test('unfinished operations are resumed: every command is answered, and carriers, shipments and events agree', async () => {
  await stage.answers()
  const wanted = Object.fromEntries([...ends].map(([shipmentId, { step, end }]) => [shipmentId, `${step} → ${end}`]))
  const result = await eventually(
    async () => {
      const found = await Promise.all([...ends].map(async ([id, { step }]) => [id, `${step} → ${await endOf(id)}`]))
      expect(Object.fromEntries(found)).toEqual(wanted)
      const open = await stage.db.query(`select kind, step, shipment_id from booking.operation where state = 'open'`)
      expect(open.rows).toEqual([])
      const counted = await audit(system, stage.accepted, receiver.requests)
      expect(counted.findings).toEqual([])
      return counted
    },
    { timeoutMs: 60_000, intervalMs: 500 },
  )
  console.log({ deaths: ends.size, kills: rounds.length, ...result })
})

/** The state of the shipment by its row, its booking's row and the carriers' records. */
async function endOf(shipmentId: string): Promise<string> {
  const { rows } = await stage.db.query(
    `select s.status, b.status as booking,
       (select count(*)::int from simulator.job j
        join booking.carrier_attempt a on a.attempt_id = j.reference
        join booking.booking any_booking on any_booking.booking_id = a.booking_id
        where any_booking.shipment_id = s.shipment_id and j.code not in ('CANCELLED', 'FAILED')) as jobs
     from shipment.shipment s left join booking.booking b on b.booking_id = s.booking_id
     where s.shipment_id = $1`,
    [shipmentId],
  )
  const { status, booking, jobs } = rows[0]
  const known: Record<string, End> = {
    'ready assigned 1': 'booked',
    'ready null 0': 'free',
    'in_transit assigned 1': 'dispatched',
    'cancelled cancelled 0': 'cancelled',
    'cancelled null 0': 'cancelled',
    'expired null 0': 'expired',
    'expired cancelled 0': 'expired',
    'failed failed 0': 'failed',
    'failed null 0': 'failed',
  }
  const seen = `${status} ${booking} ${jobs}`
  return known[seen] ?? seen
}
