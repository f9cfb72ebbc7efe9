/** Many replays: limits, turns of environments, lists and cancellation. */
import { asOwner } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { replayCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { createServiceDatabase, startSharedService } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, subscribe } from '../testing/webhook-service.ts'
import { deleteEndedReplays } from './repository.ts'

const { service, db } = await startSharedService()
const { create, get, list, cancel } = replayCalls(service)
const { update } = subscriptionCalls(service)

const NOWHERE = 'http://127.0.0.1:9/'
const HOUR_MS = 3_600_000
const since = new Date(Date.now() - HOUR_MS).toISOString()

/** Creates a paused subscription, whose replays wait. */
async function createPausedSubscription(caller: Caller): Promise<string> {
  const { subscription_id } = await subscribe(service, caller, NOWHERE)
  await update(caller, subscription_id, { status: 'paused' })
  return subscription_id
}

async function createReplays(caller: Caller, subscription_id: string, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await create(caller, subscription_id, { since })).data.replay_id)
  return ids
}

test('allows five running replays per subscription, and another once one has ended', async () => {
  const caller = aCaller()
  const subscription_id = await createPausedSubscription(caller)
  const calls = Array.from({ length: 8 }, () => create(caller, subscription_id, { since }))
  const outcomes = await Promise.allSettled(calls)
  const [running, ...others] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(others).toHaveLength(4)
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const reason of reasons) expect(reason).toMatchObject({ code: 'replay_limit_reached' })
  const other = await createPausedSubscription(caller)
  expect((await create(caller, other, { since })).status).toBe(201)

  await cancel(caller, subscription_id, running.data.replay_id)
  expect((await create(caller, subscription_id, { since })).status).toBe(201)
})

test('a call refused for too many replays succeeds when repeated with its key after one has ended', async () => {
  const caller = aCaller()
  const subscription_id = await createPausedSubscription(caller)
  const [first = ''] = await createReplays(caller, subscription_id, 5)
  const call = { idempotencyKey: 'replay-1', bodyHash: 'h', route: `POST ${subscription_id}/replay` }
  const refused = create(caller, subscription_id, { since }, call)
  await expect(refused).rejects.toMatchObject({ code: 'replay_limit_reached' })
  await cancel(caller, subscription_id, first)
  expect((await create(caller, subscription_id, { since }, call)).status).toBe(201)
})

test('a cancelled replay queues nothing more; cancelling again is a no-op', async () => {
  const caller = aCaller()
  const subscription_id = await createPausedSubscription(caller)
  await service.publish(aShipmentEvent(caller))
  const [replay_id = ''] = await createReplays(caller, subscription_id, 1)
  const cancelled = await cancel(caller, subscription_id, replay_id)
  expect(cancelled).toMatchObject({ status: 200, data: { replay_id, status: 'cancelled', queued_count: 0 } })
  expect(cancelled.data.ended_at).toEqual(expect.any(String))
  expect((await cancel(caller, subscription_id, replay_id)).data).toEqual(cancelled.data)
  await update(caller, subscription_id, { status: 'active' })
  const [next = ''] = await createReplays(caller, subscription_id, 1)
  await eventually(async () => expect((await get(caller, subscription_id, next)).status).toBe('completed'))
  expect(await get(caller, subscription_id, replay_id)).toEqual(cancelled.data)
  expect((await cancel(caller, subscription_id, next)).data.status).toBe('completed')
})

test("lists a subscription's replays, newest first, in pages and by status", async () => {
  const caller = aCaller()
  const subscription_id = await createPausedSubscription(caller)
  const ids = await createReplays(caller, subscription_id, 5)
  await createReplays(caller, await createPausedSubscription(caller), 1)
  await cancel(caller, subscription_id, ids[1] as string)
  const replayIds = ({ data }: { data: { replay_id: string }[] }) => data.map(({ replay_id }) => replay_id)

  const first = await list(caller, subscription_id, { limit: 3 })
  expect(first.meta).toMatchObject({ has_more: true, limit: 3 })
  expect(first.data[0]).toEqual(await get(caller, subscription_id, ids[4] as string))
  const second = await list(caller, subscription_id, { limit: 3, cursor: first.meta.next_cursor })
  expect([...replayIds(first), ...replayIds(second)]).toEqual(ids.toReversed())
  expect(second.meta).toEqual({ has_more: false, next_cursor: null, limit: 3 })
  expect(replayIds(await list(caller, subscription_id, { status: 'cancelled' }))).toEqual([ids[1]])
  const otherFilter = list(caller, subscription_id, { cursor: first.meta.next_cursor, status: 'running' })
  await expect(otherFilter).rejects.toMatchObject({ code: 'invalid_cursor' })
  await expect(list(caller, subscription_id, { status: 'x' })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('rejects listing or cancelling replays of another environment or subscription', async () => {
  const [owner, stranger] = [aCaller(), aCaller()]
  const subscription_id = await createPausedSubscription(owner)
  const [replay_id = ''] = await createReplays(owner, subscription_id, 1)
  await expect(list(stranger, subscription_id)).rejects.toMatchObject({ code: 'subscription_not_found' })
  const missing = { status: 404, error: { code: 'replay_not_found' } }
  expect(await cancel(stranger, subscription_id, replay_id)).toMatchObject(missing)
  expect(await cancel(owner, await createPausedSubscription(owner), replay_id)).toMatchObject(missing)
  expect(await cancel(owner, subscription_id, newId('whr'))).toMatchObject(missing)
  expect((await get(owner, subscription_id, replay_id)).status).toBe('running')
})

test('deletes replays that ended before the retention of events, but no running ones', async () => {
  const caller = aCaller()
  const subscription_id = await createPausedSubscription(caller)
  const [old = '', recent = '', running = ''] = await createReplays(caller, subscription_id, 3)
  for (const id of [old, recent]) await cancel(caller, subscription_id, id)
  await db
    .updateTable('replay')
    .set({ ended_at: new Date(0) })
    .where('replay_id', '=', old)
    .execute()
  await deleteEndedReplays(db, new Date(Date.now() - HOUR_MS))
  const { data } = await list(caller, subscription_id)
  expect(data.map(({ replay_id }: { replay_id: string }) => replay_id)).toEqual([running, recent])
})

test('a failing batch does not delay replays of other environments', async () => {
  const { database, db: ownDb, start } = await createServiceDatabase()
  const callers = Array.from({ length: 4 }, () => aCaller())
  const own = await start()
  const replays = replayCalls(own)
  const started: { caller: Caller; subscription_id: string; replay_id: string }[] = []
  for (const caller of callers) {
    await own.publish(aShipmentEvent(caller, { at: new Date(Date.now() - HOUR_MS / 2) }))
    const { subscription_id } = await subscribe(own, caller, NOWHERE)
    await subscriptionCalls(own).update(caller, subscription_id, { status: 'paused' })
    const { data } = await replays.create(caller, subscription_id, { since })
    started.push({ caller, subscription_id, replay_id: data.replay_id })
  }
  const [bad, ...good] = started
  await asOwner(database, (owner) =>
    sql`
      alter table delivery_queue
      add constraint fails check (environment_id <> ${sql.lit(bad?.caller.environmentId)})`.execute(owner),
  )
  for (const { caller, subscription_id } of started) {
    await subscriptionCalls(own).update(caller, subscription_id, { status: 'active' })
  }
  for (const { caller, subscription_id, replay_id } of good) {
    await eventually(async () =>
      expect((await replays.get(caller, subscription_id, replay_id)).status).toBe('completed'),
    )
  }
  const left = await ownDb.selectFrom('replay').select('replay_id').where('status', '=', 'running').execute()
  expect(left).toEqual([{ replay_id: bad?.replay_id }])
})

test('a deletion that fails does not delay replays', async () => {
  const { database, db: ownDb, start } = await createServiceDatabase()
  const own = await start()
  const caller = aCaller()
  const { subscription_id } = await subscribe(own, caller, NOWHERE)
  const { subscription_id: deleted } = await subscribe(own, caller, NOWHERE)
  await asOwner(database, async (owner) => {
    await sql`
      create function fail() returns trigger language plpgsql as 'begin raise exception ''it fails''; end'`.execute(
      owner,
    )
    await sql`
      create trigger fails before delete on subscription_deletion for each row execute function fail()`.execute(owner)
  })
  await ownDb
    .insertInto('subscription_deletion')
    .values({ environment_id: caller.environmentId, subscription_id: deleted, reached_event_id: null })
    .execute()
  const { data } = await replayCalls(own).create(caller, subscription_id, { since })
  await eventually(async () =>
    expect((await replayCalls(own).get(caller, subscription_id, data.replay_id)).status).toBe('completed'),
  )
})

test('many replays of one environment delay those of another by one batch only', async () => {
  const { db: ownDb, start } = await createServiceDatabase()
  const [greedy, modest] = [aCaller(), aCaller()]
  const before = await start()
  const subscriptions: string[] = []
  for (let count = 0; count < 8; count++) {
    subscriptions.push((await subscribe(before, greedy, NOWHERE)).subscription_id)
  }
  const { subscription_id } = await subscribe(before, modest, NOWHERE)
  await before.stop()
  const createdAt = new Date()
  const replayRow = ({ environmentId }: Caller, subscriptionId: string, order: number) => ({
    environment_id: environmentId,
    replay_id: newId('whr'),
    subscription_id: subscriptionId,
    status: 'running' as const,
    since: new Date(since),
    until: createdAt,
    events: ['*'],
    reached_at: new Date(since),
    reached_event_id: '',
    created_at: createdAt,
    updated_at: new Date(createdAt.getTime() + order),
    ended_at: null,
  })
  const many = subscriptions.flatMap((id) => Array.from({ length: 5 }, (_, order) => replayRow(greedy, id, order)))
  await ownDb
    .insertInto('replay')
    .values([...many, replayRow(modest, subscription_id, 100)])
    .execute()

  await start()
  const ended = await eventually(async () => {
    const rows = await ownDb.selectFrom('replay').select(['environment_id', 'updated_at', 'status']).execute()
    expect(rows.every(({ status }) => status === 'completed')).toBe(true)
    return rows.toSorted((one, other) => one.updated_at.getTime() - other.updated_at.getTime())
  })
  expect(ended.findIndex(({ environment_id }) => environment_id === modest.environmentId)).toBeLessThan(2)
})
