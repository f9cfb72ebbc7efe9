import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appendOutbox } from '../messaging/outbox/outbox.ts'
import { park } from '../messaging/parking.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { transact } from '../postgres/database.ts'
import { chassisChecks } from '../process/stuck-checks.ts'
import { recordErasure } from '../retention/erasures.ts'
import { contextMessage, systemContext } from '../rpc/call-context.ts'
import { connectRpc, type RpcClient } from '../rpc/client.ts'
import { operatorRpc } from '../rpc/operator-service.ts'
import { startRpcServer } from '../rpc/server.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import { anEvent } from '../testing/domain-event.ts'
import type { StuckCheck } from './stuck-checks.ts'
import { startStuckWatch } from './watch.ts'

const log = createLog({ service: 'test', level: 'silent' })
const metrics = createMetrics({ service: 'test' })
const internalKey = 'a key of the test'

let database: ChassisDatabase<ChassisTables>
let operator: RpcClient<'gateway', 'waybill.operator.v1.OperatorService'>
const stops: (() => unknown)[] = []

const fails: StuckCheck = { kind: 'erasure', find: () => Promise.reject(new Error('no such table')) }

async function connect(stuckChecks: StuckCheck[]) {
  const { db } = database
  const describeStoredData = async () => ({ tables: {}, subjectIds: [] })
  const services = [operatorRpc({ db, describeStoredData, stuckChecks, log })]
  const server = await startRpcServer({
    service: 'shipment',
    host: '127.0.0.1',
    port: 0,
    internalKey,
    log,
    metrics,
    services,
  })
  const client = connectRpc({
    caller: 'gateway',
    serviceName: 'waybill.operator.v1.OperatorService',
    callee: 'shipment',
    target: `127.0.0.1:${server.port}`,
    internalKey,
    log,
    metrics,
  })
  stops.push(() => server.stop(), client.close)
  return client
}

beforeAll(async () => {
  database = await createChassisDatabase()
  operator = await connect(chassisChecks(database.db))
})
beforeEach(() => sql`truncate erasure, outbox, inbox_parked`.execute(database.db))
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  await database.drop()
})

const context = contextMessage(systemContext({ environmentId: '', merchantId: '', livemode: false, timeoutMs: 20_000 }))
const listed = async (client = operator, after_seconds = 0) => {
  const { kinds } = await client.ListStuck({ context, after_seconds })
  return Object.fromEntries(kinds.map(({ kind, ...found }) => [kind, found]))
}

/** The page of metrics after the checks have run once more. */
async function measured(checks = chassisChecks(database.db)): Promise<string> {
  const watched = createMetrics({ service: 'depot' })
  const watch = startStuckWatch({ checks, log, metrics: watched })
  try {
    return await eventually(async () => {
      const { text } = await watched.render()
      expect(text).toContain(`stuck_oldest_seconds{kind="${checks.at(-1)?.kind}"`)
      return text
    })
  } finally {
    await watch.stop()
  }
}

const mine = { environmentId: 'env_1', subjectId: 'thing_1' }
const nothing = { count: 0, things: [], error: '' }

test('a lane, a parked event and an erasure that have just begun to wait are not stuck', async () => {
  const { db } = database
  const event = anEvent(mine)
  await transact(db, (trx) => appendOutbox(trx, [event]))
  await park(db, 'thing.*', event, { reason: 'gap' })
  await transact(db, (trx) =>
    recordErasure(trx, {
      ...mine,
      subjectType: 'thing',
      erasedAt: new Date(),
      isRecent: true,
      cause: 'operator',
      note: null,
    }),
  )
  expect(await listed()).toEqual({ lane: nothing, parked_event: nothing, erasure: nothing })
  const text = await measured()
  for (const kind of ['lane', 'parked_event', 'erasure']) {
    expect(text).toContain(`stuck_things{kind="${kind}",service="depot"} 0`)
    expect(text).toContain(`stuck_oldest_seconds{kind="${kind}",service="depot"} 0`)
  }
})

test('an event that is not published makes its lane stuck after a minute', async () => {
  const { db } = database
  const event = anEvent(mine)
  await transact(db, (trx) => appendOutbox(trx, [event]))
  await sql`update outbox set created_at = now() - interval '2 minutes'`.execute(db)
  const { lane } = await listed()
  expect(lane).toMatchObject({
    count: 1,
    things: [
      {
        id: expect.stringMatching(/^lane \d+$/),
        environment_id: '',
        why: `event ${event.eventId} is not published; no relay holds the lane`,
      },
    ],
  })
  expect(await measured()).toMatch(/stuck_things\{kind="lane",service="depot"\} 1\n/)
  await sql`update outbox set published_at = now()`.execute(db)
  expect((await listed()).lane).toEqual(nothing)
})

test('a parked event is stuck after ten minutes, and its error is not shown', async () => {
  const { db } = database
  const event = anEvent({ ...mine, type: 'thing.made' })
  await park(db, 'thing.*', event, { reason: 'error', error: new Error('Ada Baker has no address') })
  await sql`update inbox_parked set first_failed_at = now() - interval '11 minutes'`.execute(db)
  const { parked_event } = await listed()
  const why = 'the handler fails for thing_1 (consumer thing.*, thing.made, 1 tries)'
  expect(parked_event).toMatchObject({ count: 1, things: [{ id: event.eventId, environment_id: 'env_1', why }] })
  expect(await measured()).toMatch(/stuck_oldest_seconds\{kind="parked_event",service="depot"\} 66\d/)
})

test('a parked event of a newer version is stuck after a day, since an upgrade may take long', async () => {
  const { db } = database
  const failure = { reason: 'newer', error: new Error('unknown status'), unknownTo: 'this version' } as const
  await park(db, 'thing.*', anEvent({ ...mine, type: 'thing.made' }), failure)
  await sql`update inbox_parked set first_failed_at = now() - interval '23 hours'`.execute(db)
  expect((await listed()).parked_event).toEqual(nothing)
  await sql`update inbox_parked set first_failed_at = now() - interval '25 hours'`.execute(db)
  const why = 'only a newer version can read an event of thing_1 (consumer thing.*, thing.made, 1 tries)'
  expect((await listed()).parked_event).toMatchObject({ count: 1, things: [{ why }] })
})

test('an erasure is stuck a day after its pass was due, if the pass is hindered or nobody makes it', async () => {
  const { db } = database
  const note = async (
    hoursAgo: number,
    fields: { hindrance: string | null; dueInMinutes: number; passes?: number },
  ) => {
    const subjectId = newId('op')
    const erasedAt = new Date(Date.now() - hoursAgo * 3_600_000)
    const erasure = { ...mine, subjectId, subjectType: 'thing', erasedAt, isRecent: true } as const
    await transact(db, (trx) => recordErasure(trx, { ...erasure, cause: 'operator', note: null }))
    await sql`
      update erasure set passes = ${fields.passes ?? 0}, hindrance = ${fields.hindrance}, tries = 30,
        due_at = now() + ${fields.dueInMinutes} * interval '1 minute'
      where subject_id = ${subjectId}`.execute(db)
    return subjectId
  }
  const hindered = await note(25, { hindrance: 'an operation is open', dueInMinutes: 10 })
  const forgotten = await note(49, { hindrance: null, dueInMinutes: -1_500 })
  await note(23, { hindrance: 'an operation is open', dueInMinutes: 10 })
  await note(25, { hindrance: null, dueInMinutes: 10, passes: 2 })
  await note(26, { hindrance: 'an operation is open', dueInMinutes: 10, passes: 3 })
  const { erasure } = await listed()
  expect(erasure?.things.map(({ id, why }) => [id, why])).toEqual([
    [forgotten, 'pass 1 after 30 tries: no process makes it'],
    [hindered, 'pass 1 after 30 tries: an operation is open'],
  ])
})

test('lists what is older than the given age instead of the limit of its kind', async () => {
  await park(database.db, 'thing.*', anEvent(mine), { reason: 'gap' })
  await sql`update inbox_parked set first_failed_at = now() - interval '5 seconds'`.execute(database.db)
  expect((await listed()).parked_event).toEqual(nothing)
  expect((await listed(operator, 3)).parked_event).toMatchObject({ count: 1 })
})

test('lists at most a hundred of a kind, and counts all', async () => {
  for (let number = 0; number < 103; number++) await park(database.db, 'thing.*', anEvent(mine), { reason: 'gap' })
  await sql`update inbox_parked set first_failed_at = now() - interval '1 hour'`.execute(database.db)
  const { parked_event } = await listed()
  expect([parked_event?.count, parked_event?.things.length]).toEqual([103, 100])
})

test('does not list what is gone at the second look', async () => {
  let looks = 0
  const moving: StuckCheck = {
    kind: 'lane',
    find: async () => {
      looks += 1
      const row = (id: string) => ({ id, environmentId: null, since: new Date(0), why: 'it moves', total: 2 })
      return [row('lane 1'), row(`lane ${looks + 1}`)]
    },
  }
  const { lane } = await listed(await connect([moving]))
  expect(lane).toMatchObject({ count: 1, things: [{ id: 'lane 1' }] })
  expect(looks).toBe(2)
})

test('a check that fails is reported, has no metric, and does not hide the others', async () => {
  const checks = [fails, ...chassisChecks(database.db).filter(({ kind }) => kind === 'lane')]
  const { erasure, lane } = await listed(await connect(checks))
  expect(erasure?.error).toContain('the check failed')
  expect(lane).toEqual(nothing)
  const text = await measured(checks)
  expect(text).toContain('stuck_things{kind="lane"')
  expect(text).not.toContain('kind="erasure"')
})

test('measures again while it runs', async () => {
  const watched = createMetrics({ service: 'depot' })
  const watch = startStuckWatch({ checks: chassisChecks(database.db), log, metrics: watched })
  try {
    const count = async () => (await watched.render()).text.match(/stuck_things\{kind="parked_event".*\} (\d+)/)?.[1]
    await eventually(async () => expect(await count()).toBe('0'))
    await park(database.db, 'thing.*', anEvent(mine), { reason: 'gap' })
    await sql`update inbox_parked set first_failed_at = now() - interval '1 hour'`.execute(database.db)
    watch.nudge()
    await eventually(async () => expect(await count()).toBe('1'))
  } finally {
    await watch.stop()
  }
})
