/** Stuck work in the webhook service, as the doctor and the metrics see it. */
import { transact } from '@waybill/chassis/postgres/database'
import { connectRpc } from '@waybill/chassis/rpc/client'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { TEST_INTERNAL_KEY } from '@waybill/chassis/testing/running-service'
import { asOwner } from '@waybill/chassis/testing/service-database'
import { type StuckKind, stuckKinds } from '@waybill/contracts/stuck-kinds'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putBehind } from '../catch-up/repository.ts'
import { lanes } from '../endpoints/lanes.ts'
import { replayCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { createServiceDatabase } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, callContext, subscribe, type TestService } from '../testing/webhook-service.ts'
import {
  findStuckBehind,
  findStuckDeletions,
  findStuckDeliveries,
  findStuckPartitions,
  findStuckReplays,
} from './queries.ts'

const NOWHERE = 'http://127.0.0.1:9/'
const LIMITS = { endpoint: 10, environment: 15, origin: 60 }
const query = (kind: StuckKind) => ({ afterSeconds: stuckKinds[kind].afterSeconds, limit: 100 })

async function list({ grpcPort }: Pick<TestService, 'grpcPort'>) {
  const client = connectRpc({
    caller: 'gateway',
    serviceName: 'waybill.operator.v1.OperatorService',
    callee: 'webhook',
    target: `127.0.0.1:${grpcPort}`,
    internalKey: TEST_INTERNAL_KEY,
    log: createLog({ service: 'client', level: 'silent' }),
    metrics: createMetrics({ service: 'client' }),
  })
  try {
    const { kinds } = await client.ListStuck({ context: callContext(aCaller()) })
    expect(kinds.filter(({ error }) => error !== '')).toEqual([])
    return Object.fromEntries(kinds.filter(({ count }) => count > 0).map(({ kind, things }) => [kind, things]))
  } finally {
    client.close()
  }
}

/** A subscription in a database without a running service. */
async function createStill() {
  const { database, db, start } = await createServiceDatabase()
  const service = await start()
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, NOWHERE)
  return { database, db, start, service, caller, subscription_id, environmentId: caller.environmentId }
}

type Still = Awaited<ReturnType<typeof createStill>>

/** Queues a delivery that was due some minutes ago; `claimed`: minutes since its lease ended. */
const queue = (
  { db, environmentId, subscription_id }: Still,
  { id, minutes, lane = lanes.first, claimed }: { id: string; minutes: number; lane?: number; claimed?: number },
) =>
  sql`
    insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger, lane, due_at,
      claim_id, lease_until)
    values (${environmentId}, ${id}, ${subscription_id}, ${id}, now(), 'event', ${lane},
      now() - ${minutes} * interval '1 minute', case when ${claimed !== undefined} then gen_random_uuid() end,
      now() - ${claimed ?? null}::float8 * interval '1 minute')`.execute(db)

const deliveries = async ({ db }: Still) =>
  (await findStuckDeliveries(db, LIMITS, query('delivery'))).map(({ id, why }) => ({
    id,
    why,
  }))

test('a service at work has no stuck work, and says so', async () => {
  const { service } = await createStill()
  expect(await list(service)).toEqual({})
  await eventually(async () => {
    const { text } = await service.metrics.render()
    for (const kind of ['delivery', 'replay', 'subscription_behind', 'subscription_deletion', 'partition'])
      expect(text).toContain(`stuck_things{kind="${kind}",service="webhook"} 0`)
  })
})

test('a delivery that is due at a free endpoint and not sent is stuck after ten minutes', async () => {
  const still = await createStill()
  const { db, service, subscription_id } = still
  await service.stop()
  await queue(still, { id: 'whd_1', minutes: 12 })
  await queue(still, { id: 'whd_2', minutes: 11 })
  await queue(still, { id: 'whd_3', minutes: 9 })
  const why = `due and not sent, with 1 others of subscription ${subscription_id}`
  expect(await deliveries(still)).toEqual([{ id: 'whd_1', why }])

  const setEndpoint = (not_before: Date | null) => db.updateTable('endpoint').set({ not_before }).execute()
  await setEndpoint(new Date(Date.now() - 60_000)) // a pause that has just ended
  expect(await deliveries(still)).toEqual([])
  await setEndpoint(null)
  await queue(still, { id: 'whd_4', minutes: 12, claimed: -1 }) // one that is being sent
  expect(await deliveries(still)).toEqual([])
  await db.deleteFrom('delivery_queue').where('delivery_id', '=', 'whd_4').execute()
  await db.updateTable('subscription').set({ status: 'paused' }).execute()
  expect(await deliveries(still)).toEqual([])
  await queue(still, { id: 'whd_5', minutes: 11, lane: lanes.test })
  expect(await deliveries(still)).toMatchObject([{ id: 'whd_5' }])
})

test('a claim is stuck ten minutes after its lease; a running service releases it', async () => {
  const still = await createStill()
  await still.service.stop()
  await queue(still, { id: 'whd_1', minutes: 60, claimed: 11 })
  await queue(still, { id: 'whd_2', minutes: 60, claimed: 9 })
  const why = `claimed, and its lease has ended; subscription ${still.subscription_id}`
  expect(await deliveries(still)).toEqual([{ id: 'whd_1', why }])
  await still.start()
  await eventually(async () => expect(await deliveries(still)).toEqual([]))
})

test('a replay that could continue is stuck ten minutes after its last batch', async () => {
  const { db, start, service, caller, subscription_id } = await createStill()
  const setStatus = (status: 'paused' | 'active') => db.updateTable('subscription').set({ status }).execute()
  await subscriptionCalls(service).update(caller, subscription_id, { status: 'paused' })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const { data } = await replayCalls(service).create(caller, subscription_id, { since })
  await service.stop()
  await sql`update replay set updated_at = now() - interval '11 minutes'`.execute(db)
  const find = async (maxWaiting = 1) => await findStuckReplays(db, { maxWaiting }, query('replay'))
  expect(await find()).toEqual([])
  await setStatus('active')
  expect(await find()).toMatchObject([{ id: data.replay_id, environmentId: caller.environmentId, total: 1 }])
  expect(await find(0)).toEqual([])
  await start()
  await eventually(async () => expect(await find()).toEqual([]))
})

test('a subscription that is behind and could continue is stuck after ten minutes; a running service ends it', async () => {
  const still = await createStill()
  const { db, start, service, environmentId, subscription_id } = still
  await service.publish(aShipmentEvent(still.caller))
  await service.stop()
  await db.deleteFrom('delivery_queue').execute()
  await transact(db, (trx) => putBehind(trx, environmentId, { subscriptionIds: [subscription_id], position: 0 }))
  const setAge = (minutes: number) =>
    sql`update behind_subscription set updated_at = now() - ${minutes} * interval '1 minute'`.execute(db)
  const find = (share = 10) => findStuckBehind(db, { share }, query('subscription_behind'))
  await setAge(9)
  expect(await find()).toEqual([])
  await setAge(11)
  expect(await find()).toMatchObject([{ id: subscription_id, environmentId, total: 1 }])
  await queue(still, { id: 'whd_1', minutes: 1 })
  expect(await find(1)).toEqual([])
  expect(await find()).toHaveLength(1)
  await db.updateTable('subscription').set({ status: 'paused' }).execute()
  expect(await find()).toEqual([])
  await db.updateTable('subscription').set({ status: 'active' }).execute()
  await db.deleteFrom('delivery_queue').execute()
  await start()
  await eventually(async () => expect(await find()).toEqual([]))
})

test('a deletion is stuck ten minutes after its last batch; a running service ends it', async () => {
  const { db, start, service, caller, environmentId, subscription_id } = await createStill()
  const recent = await subscribe(service, caller, NOWHERE)
  await service.stop()
  const add = (id: string, minutes: number) =>
    sql`
      insert into subscription_deletion (environment_id, subscription_id, updated_at)
      values (${environmentId}, ${id}, now() - ${minutes} * interval '1 minute')`.execute(db)
  await add(subscription_id, 11)
  await add(recent.subscription_id, 9)
  const find = () => findStuckDeletions(db, query('subscription_deletion'))
  expect(await find()).toMatchObject([{ id: subscription_id, environmentId, total: 1 }])
  await start()
  await eventually(async () => expect(await find()).toEqual([]))
})

test('a partition that does not exist is stuck, as is one that was not dropped', async () => {
  const { database, db, service } = await createStill()
  await service.stop() // it would make the partition again
  const keptDays = { event: 60, delivery: 30, attempt: 30 }
  const find = async (at: string) =>
    (await findStuckPartitions(db, keptDays, query('partition'), new Date(at))).map(({ id, why }) => `${id} ${why}`)
  const now = new Date()
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))
  const name = next.toISOString().slice(0, 7).replace('-', '_')
  await asOwner(database, (owner) => sql`drop table ${sql.table(`event_${name}`)}`.execute(owner))
  const missing = [`event_${name} does not exist: its events go to the default partition`]
  expect(await find(now.toISOString())).toEqual(missing)

  await sql`select create_partition('delivery', '2020-01-01')`.execute(db)
  const dropped = async (at: string) => (await find(at)).filter((line) => line.includes('2020'))
  expect(await dropped('2020-02-20T00:00:00Z')).not.toContainEqual(expect.stringContaining('not dropped'))
  expect(await dropped('2020-03-02T12:00:00Z')).not.toContainEqual(expect.stringContaining('not dropped'))
  const justExpired = { afterSeconds: 1, limit: 100 }
  const soon = await findStuckPartitions(db, keptDays, justExpired, new Date('2020-03-02T01:00:00Z'))
  expect(soon.map(({ id }) => id)).not.toContain('delivery_2020_01')
  expect(await dropped('2020-03-04T00:00:00Z')).toContain(
    'delivery_2020_01 is not dropped, although all of its rows are older than the retention',
  )
})
