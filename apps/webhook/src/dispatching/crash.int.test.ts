import { once } from 'node:events'
import { eventually } from '@waybill/testing/eventually'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startWebhookProcess } from '../testing/webhook-process.ts'
import {
  aCaller,
  aShipmentEvent,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
} from '../testing/webhook-service.ts'

/** Allows two processes to start on a busy machine. */
const SLOW = { timeoutMs: 25_000 }

async function startStage() {
  const database = await createWebhookDatabase()
  const db = openTestDatabase(database)
  const receiver = await startHttpReceiver()
  onTestFinished(async () => {
    await receiver.stop()
    await db.destroy()
    await database.drop()
  })
  const running = await startWebhookProcess(database)
  onTestFinished(() => running.remove())
  const caller = aCaller()
  await subscribe(running, caller, receiver.url)
  return { database, db, receiver, running, event: aShipmentEvent(caller) }
}

type Stage = Awaited<ReturnType<typeof startStage>>

const publish = ({ running, event }: Stage) =>
  eventually(async () => expect(await running.bus.publish([event])).toEqual([{ outcome: 'published' }]))

async function kill({ running }: Stage): Promise<void> {
  const gone = once(running.child, 'exit')
  running.child.kill('SIGKILL')
  await gone
}

/** Starts another process, which does not wait for the lease of half a minute. */
async function takeOver({ database, db }: Stage): Promise<void> {
  const next = await startTestService(database)
  onTestFinished(() => next.stop())
  await eventually(async () => {
    expect(await db.selectFrom('delivery').select(['status', 'attempt_count']).execute()).toEqual([
      { status: 'succeeded', attempt_count: 1 },
    ])
  }, SLOW)
}

function expectSentTwice({ receiver, event }: Stage): void {
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([event.eventId, event.eventId])
  expect(receiver.requests[1]?.body.equals(receiver.requests[0]?.body ?? Buffer.alloc(0))).toBe(true)
}

test('a process killed between the 200 of the receiver and its own commit causes one more send with the same id', async () => {
  const stage = await startStage()
  const { db, receiver } = stage
  // Locked before anything is sent, so that the result cannot be stored however soon the receiver answers. Only writes of
  // attempts wait for this lock.
  await db.transaction().execute(async (trx) => {
    await sql`lock table attempt in share mode`.execute(trx)
    await publish(stage)
    await eventually(() => expect(receiver.requests).toHaveLength(1), SLOW)
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_locks where relation = 'attempt'::regclass and not granted`.execute(db)
      expect(rows).toHaveLength(1)
    }, SLOW)
    await kill(stage)
  })
  expect(await db.selectFrom('attempt').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('delivery_queue').select('claim_id').execute()).toEqual([{ claim_id: expect.any(String) }])
  await takeOver(stage)
  expectSentTwice(stage)
}, 180_000)

test('a process killed during a send leaves a claim, and another process sends again with the same id', async () => {
  const stage = await startStage()
  const { db, receiver } = stage
  receiver.answerNext({ hang: true })
  await publish(stage)
  await eventually(() => expect(receiver.requests).toHaveLength(1), SLOW)
  await kill(stage)
  expect(await db.selectFrom('delivery_queue').select('claim_id').execute()).toEqual([{ claim_id: expect.any(String) }])
  await takeOver(stage)
  expectSentTwice(stage)
}, 180_000)
