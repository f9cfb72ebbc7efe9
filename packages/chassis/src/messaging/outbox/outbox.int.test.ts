/** Rows of the outbox: hints to relays, replays and pruning. */
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../postgres/database.ts'
import { pruneOutbox } from '../../retention/pruning.ts'
import { anEvent } from '../../testing/domain-event.ts'
import { openRelayedOutbox, type RelayedOutbox } from '../../testing/relayed-outbox.ts'
import { appendOutbox, outboxChannel, replayOutbox } from './outbox.ts'

let outbox: RelayedOutbox
beforeAll(async () => {
  outbox = await openRelayedOutbox()
})
afterAll(() => outbox.drop())
beforeEach(() => outbox.startTest())
afterEach(() => outbox.endTest())

test('notifies relays on commit, and not on rollback', async () => {
  const listener = new pg.Client({ connectionString: outbox.database.url })
  await listener.connect()
  try {
    let hints = 0
    listener.on('notification', () => void hints++)
    await listener.query(`listen ${outboxChannel(outbox.database.schema)}`)
    const failing = transact(outbox.db, async (trx) => {
      await appendOutbox(trx, [anEvent()])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await sql`select pg_notify(${outboxChannel(outbox.database.schema)}, '')`.execute(outbox.db) // notifications arrive in order, so this one is the last
    await eventually(() => expect(hints).toBe(1))

    await outbox.write(anEvent())
    await eventually(() => expect(hints).toBe(2))
  } finally {
    await listener.end()
  }
})

test('replays the events of the period, and no others', async () => {
  const received = await outbox.receive()
  const running = await outbox.relay()
  await outbox.write(...['a', 'b', 'c'].map((subjectId) => anEvent({ subjectId })))
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  await running.stop()
  await sql`update outbox set created_at = now() - interval '2 hours' where subject_id = 'b'`.execute(outbox.db)

  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  expect(await replayOutbox(outbox.db, { since: ago(3), until: ago(1) })).toBe(1)
  await outbox.relay()
  await eventually(async () => expect(await outbox.unpublished()).toEqual([]))
  expect(received.map((event) => event.subjectId).sort()).toEqual(['a', 'b', 'b', 'c'])
})

test('prunes events published a week ago, and never an unpublished one', async () => {
  await outbox.write(...['old', 'new', 'waiting'].map((subjectId) => anEvent({ subjectId })))
  await sql`update outbox set created_at = now() - interval '9 days'`.execute(outbox.db)
  await sql`update outbox set published_at = now() - interval '8 days' where subject_id = 'old'`.execute(outbox.db)
  await sql`update outbox set published_at = now() where subject_id = 'new'`.execute(outbox.db)
  expect(await pruneOutbox(outbox.db)).toBe(1)
  const rows = await outbox.db.selectFrom('outbox').select('subject_id').orderBy('position').execute()
  expect(rows.map((row) => row.subject_id)).toEqual(['new', 'waiting'])
})
