/** Answers of the database are lost, steps are taken twice, the database goes away: each operation ends as without the fault. */
import { loseAnswers } from '@waybill/chassis/testing/lost-answers'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { desiredText } from '../operations/codec.ts'
import { type OpenOperation, steps } from '../operations/operation.ts'
import { getBookingId } from '../operations/rows.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { openStage, readState, type Scenario, type Stage, scenarios } from '../testing/operation-scenarios.ts'

/** A merchant's operation, and the step at which the fault happens, once. */
interface Watched {
  stage: Stage
  fatal: string
  fault: 'commit_lost' | 'taken_again'
  /** The operation that is at the step now. */
  opId: string | null
  happened: boolean
}

let system: BookingSystem
let booking: RunningBooking
let answersReturn: () => void
const watched = new Map<string, Watched>()

beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({
    poolSize: 10,
    async onStep(name, { environmentId, opId, ...before }) {
      const at = watched.get(environmentId)
      if (at === undefined) return
      if (name === at.fatal) at.opId = opId
      else if (!name.includes(':') && at.opId === opId) at.opId = null
      await at.stage.onStep(name)
      if (at.fault !== 'taken_again' || name !== `${at.fatal}:committed` || at.happened) return
      at.happened = true
      await putBack({ environmentId, opId, ...before })
      throw new Error('the process dies')
    },
  })
  answersReturn = loseAnswers((committed) => {
    const [first] = committed
    if (first === undefined || !isStep(committed.length, first.text)) return false
    const at = first.values.map((value) => watched.get(String(value))).find((one) => one !== undefined)
    if (at?.fault !== 'commit_lost' || at.happened || at.opId === null || !first.values.includes(at.opId)) return false
    at.happened = true
    return true
  })
}, 180_000)
afterAll(async () => {
  answersReturn?.()
  await booking?.stop()
  await system?.stop()
})

/** A step is stored by a transaction, which locks the operation first, or by one statement. */
const isStep = (statements: number, first: string): boolean =>
  statements > 1 ? first.includes('for update') : first.includes('with moved as')

/** Steps whose effects are stored by `finish`. */
const storedLater = ['book.settle', 'dispatch.settle']
const points = Object.entries(steps)
  .flatMap(([kind, names]) =>
    names.map((name) => {
      const ofKind: Partial<Record<string, Scenario>> = scenarios[kind as keyof typeof scenarios]
      return { step: `${kind}.${name}`, scenario: ofKind[name] as Scenario }
    }),
  )
  .filter(({ step }) => !storedLater.includes(step))

/** Stores an operation at a step that it has left, as versions before 0.2 did when the answer to a commit was lost. */
async function putBack(operation: OpenOperation): Promise<void> {
  await system.db
    .updateTable('operation')
    .set({
      step: operation.step,
      desired: desiredText(operation),
      booking_id: getBookingId(operation),
      next_attempt_at: sql<Date>`now()`,
      lease_id: null,
      lease_until: null,
    })
    .where('environment_id', '=', operation.environmentId)
    .where('op_id', '=', operation.opId)
    .where('state', '=', 'open')
    .execute()
}

async function watch(fatal: string, fault: Watched['fault'], scenario: Scenario) {
  const stage = openStage(system, booking)
  const at: Watched = { stage, fatal, fault, opId: null, happened: false }
  watched.set(stage.merchant.environmentId, at)
  const { shipmentId, answer } = await scenario.run(stage)
  const end = eventually(
    async () => {
      expect(at.happened).toBe(true)
      expect(await readState(stage, shipmentId)).toBe(scenario.end)
    },
    { timeoutMs: 60_000, intervalMs: 200 },
  )
  return { answer: await answer, end }
}

test.concurrent.each(points)(
  'the answer to the commit of $step is lost',
  async ({ step, scenario }) => {
    const { answer, end } = await watch(step, 'commit_lost', scenario)
    expect(answer).toBe(scenario.answer)
    await end
  },
  180_000,
)

test.concurrent.each(points)(
  '$step is taken again although it was stored',
  async ({ step, scenario }) => {
    const { end } = await watch(step, 'taken_again', scenario)
    await end
  },
  180_000,
)

/** Loses the answer to the first statement that commits by itself, writes for the merchant and contains the text. */
function loseOne({ merchant }: Stage, text: string): { happened: boolean } {
  const lost = { happened: false }
  const { environmentId } = merchant
  const end = loseAnswers(([only, ...others]) => {
    if (lost.happened || others.length > 0 || !only?.text.includes(text)) return false
    lost.happened = only.values.includes(environmentId)
    return lost.happened
  })
  onTestFinished(end)
  return lost
}

test('a booking is made and answered although the answer to the start of its operation is lost', async () => {
  const stage = openStage(system, booking)
  const { shipmentId, optionId } = await stage.merchant.offer()
  const lost = loseOne(stage, 'insert into operation')
  expect(await stage.merchant.book(shipmentId, optionId, { key: 'k' })).toMatchObject({ status: 201 })
  expect(lost.happened).toBe(true)
  expect(await readState(stage, shipmentId)).toBe('ready assigned 1')
})

test('a booking call is made once although the answer to the extension of the lease is lost', async () => {
  const carriers = system.withShortTimeouts({
    bookRecovery: { kind: 'none' },
    timeoutsMs: { quote: 4_000, book: 20_000, cancel: 10_000, update: 10_000, track: 5_000 },
  })
  const slow = await system.start({ carriers })
  const stage = openStage(system, slow)
  const { shipmentId, optionId } = await stage.merchant.offer()
  const lost = loseOne(stage, 'update "operation" set "lease_until"')
  expect(await stage.merchant.book(shipmentId, optionId)).toMatchObject({ status: 201 })
  expect(lost.happened).toBe(true)
  expect(await readState(stage, shipmentId)).toBe('ready assigned 1')
  await slow.stop()
})

test('an operation is resumed although the answer to the statement that takes it is lost', async () => {
  const stage = openStage(system, booking)
  let lost = false
  const end = loseAnswers(([only], rowCount) => {
    if (lost || rowCount === 0 || !only?.text.includes('update operation set lease_id = gen_random_uuid()'))
      return false
    lost = true
    return true
  })
  onTestFinished(end)
  const { shipmentId, answer } = await scenarios.book.recover.run(stage)
  expect(await answer).toBe(scenarios.book.recover.answer)
  await eventually(() => expect(lost).toBe(true))
  await sql`update operation set lease_until = now() where shipment_id = ${shipmentId}`.execute(system.db)
  await eventually(async () => expect(await readState(stage, shipmentId)).toBe(scenarios.book.recover.end))
})

test("a carrier's answer is stored although the database is away when it arrives", async () => {
  const carriers = system.withShortTimeouts({ bookRecovery: { kind: 'none' } })
  let outage: Promise<void> | undefined
  const other = await system.start({
    carriers,
    async onStep(name) {
      if (name === 'book.call:called') outage ??= system.interruptDatabase(3_000)
    },
  })
  const stage = openStage(system, other)
  const { shipmentId, optionId } = await stage.merchant.offer()
  // The call may be answered during the outage: then it is repeated with its key, as a merchant does.
  const given = { key: 'once' }
  await eventually(async () =>
    expect(await stage.merchant.book(shipmentId, optionId, given)).toMatchObject({ status: 201 }),
  )
  await outage
  expect(await readState(stage, shipmentId)).toBe('ready assigned 1')
  await other.stop()
})
