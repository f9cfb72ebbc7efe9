import { once } from 'node:events'
import { eventually } from '@waybill/testing/eventually'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aWebhookProcess } from './a-webhook-process.ts'
import { aCaller, aShipmentEvent, aWebhookService, lookInto, newDatabase, subscribe } from './a-webhook-service.ts'

test('a process killed between the 200 of the receiver and its own commit sends once more, with the same id', async () => {
  const database = await newDatabase()
  const db = lookInto(database)
  const receiver = await startHttpReceiver()
  onTestFinished(async () => {
    await receiver.stop()
    await db.destroy()
    await database.drop()
  })
  const running = await aWebhookProcess(database)
  onTestFinished(() => running.remove())
  const caller = aCaller()
  await subscribe(running, caller, receiver.url)

  // The receiver takes its time, so that the row can be locked before its answer: the result cannot be written then.
  receiver.answerNext({ delayMs: 1_000 })
  const event = aShipmentEvent(caller)
  await eventually(async () => expect(await running.bus.publish([event])).toEqual([{ outcome: 'published' }]))
  await eventually(() => expect(receiver.requests).toHaveLength(1))
  await db.transaction().execute(async (trx) => {
    await sql`select from delivery for update`.execute(trx)
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and application_name = 'webhook' and wait_event_type = 'Lock'`.execute(db)
      expect(rows.length).toBeGreaterThan(0)
    })
    const gone = once(running.child, 'exit')
    running.child.kill('SIGKILL')
    await gone
  })
  expect(await db.selectFrom('attempt').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('delivery_queue').select('claim_id').execute()).toEqual([{ claim_id: expect.any(String) }])

  const next = await aWebhookService(database)
  onTestFinished(() => next.stop())
  await db
    .updateTable('delivery_queue')
    .set({ lease_until: new Date(0) })
    .execute() // half a minute, gone at once
  await eventually(async () => {
    expect(await db.selectFrom('delivery').select(['status', 'attempt_count']).execute()).toEqual([
      { status: 'succeeded', attempt_count: 1 },
    ])
  })
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([event.eventId, event.eventId])
  expect(receiver.requests[1]?.body.equals(receiver.requests[0]?.body ?? Buffer.alloc(0))).toBe(true)
}, 60_000)
