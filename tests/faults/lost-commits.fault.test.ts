/** The database commits and the answer is lost: at each step of each operation, and at each other commit of each service. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { readWholeDocument } from '../support/whole-document.ts'
import { auditAfter, subscribe } from './audit.ts'
import { type CommitDrops, getConsumers, startCommitDrops } from './commits/commit-drops.ts'
import { travel } from './commits/journeys.ts'
import { readEnd } from './steps/ends.ts'
import { type End, rounds } from './steps/scenarios.ts'
import { openStage, type Stage } from './steps/stage.ts'
import { type Holds, holdsIn } from './steps/step-holds.ts'
import { nothingAccepted, runWorkload } from './workload.ts'

const SHARE = 0.04
const WORKERS = 6
const OPERATIONS = 250
const SEED = 20_261_125
const LONGEST_ANSWER_MS = 90_000

const SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator']
/** Tables and routes that no dropped commit has to cover. */
const WITHOUT_COMMIT = [
  /\.(chassis_)?migration$/, // counted as `migrations`
  /^(gateway|simulator)\.(outbox|outbox_lane|inbox|inbox_cursor|inbox_parked|erasure)$/, // they publish and consume nothing
  /^simulator\.idempotency_record$/, // it has no commands of merchants
  /^(shipment|quoting|webhook)\.inbox_cursor$/, // their consumers take events in any order
  /^booking\.attempt_resolution$/, // needs a carrier that never answers: see operator.fault.test.ts
  /^webhook\.missed_period$/, // written with the drop of a month, and when a backlog is given up: each sets the same row again
  /^simulator\.(fault|failed_booking)$/, // the stand-in for carriers, whose lost answers are in the steps of operations
  /^POST \/oauth\/token$/, // issues a signed token and writes nothing
  /^\w+ \/api\/v1\/(session|sessions)(\/|$)/, // have no idempotency records: people repeat by hand. Their tables count
  /^POST .*\/oidc-providers\/\{id\}\/check$/, // asks the provider and writes nothing
  /^POST \/api\/v1\/addresses\/(check|locate)$/, // ask the carrier or the geocoder and write nothing
  /^POST .*\/callbacks\//, // has no idempotency record: a call-back is stored as a tracking fact
]

let directory: string
let holds: Holds
let drops: CommitDrops
let system: RunningSystem
let receiver: HttpReceiver
let stage: Stage

beforeAll(async () => {
  receiver = await startHttpReceiver()
  directory = mkdtempSync(join(tmpdir(), 'waybill-commits-'))
  holds = holdsIn(directory)
  drops = await startCommitDrops()
  drops.firstOfEachKind() // of the migrations too
  const env = {
    SIMULATOR_STEP_MS: '0',
    WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s',
    DATABASE_URL: drops.databaseUrl,
    ...holds.env,
  }
  system = await startSystem({ mode: 'stack', env })
  await subscribe(system, receiver.url)
  stage = openStage(system, holds)
})

afterAll(async () => {
  await stage?.close()
  await system?.remove()
  await receiver?.stop()
  await drops?.stop()
  if (directory) rmSync(directory, { recursive: true })
})

test('the first answer of each kind of commit is lost, and some later ones', async () => {
  const accepted = nothingAccepted()
  const journeys = await startHttpReceiver()
  drops.firstOfEachKind()
  await travel({ sandbox: system.sandbox, accepted, db: stage.db, receiver: journeys, auditUrl: receiver.url })
  // The last journey's last event is still on its way.
  await eventually(() => expect([...drops.causes]).toContain('webhook booking.erased'))
  drops.none()
  await journeys.stop()
  const fault = `answers lost of the first commit of each of ${drops.kinds.size} kinds, ${drops.dropped} in all`
  const { findings } = await auditAfter(
    fault,
    { system, sandbox: system.sandbox, accepted, webhooks: receiver.requests },
    { timeoutMs: 180_000 },
  )
  expect(findings).toEqual([])
})

test('a call without an Idempotency-Key is answered, and has one effect', async () => {
  const post = async (path: string, body: object) => {
    const { base_url, access_token } = system.sandbox
    const response = await fetch(new URL(path, base_url), {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: an answer has any shape until it is checked
    const answer = (await response.json()) as { data: any }
    expect(drops.awaited).toEqual([])
    return { status: response.status, data: answer.data }
  }
  const count = async (table: string, column: string, value: string) =>
    (await stage.db.query(`select count(*)::int as n from ${table} where ${column} = $1`, [value])).rows[0].n

  const reference = 'WITHOUT-KEY'
  drops.next(reference, 'insert shipment')
  const created = await post('/api/v1/shipments', aShipmentDocument({ merchant_order_ref: reference }))
  expect(created.status).toBe(201)
  expect(await count('shipment.shipment', 'merchant_order_ref', reference)).toBe(1)

  const shipmentId: string = created.data.shipment_id
  drops.next(shipmentId, 'insert quote')
  const quoted = await post('/api/v1/quotes', { shipment_id: shipmentId })
  expect(quoted.status).toBe(201)
  expect(await count('quoting.quote', 'shipment_id', shipmentId)).toBe(1)

  const [option] = quoted.data.options
  drops.next(shipmentId, 'insert operation')
  const booked = await post(`/api/v1/shipments/${shipmentId}/book`, { quote_option_id: option.quote_option_id })
  expect(booked.status).toBe(201)
  expect(await count('booking.booking', 'shipment_id', shipmentId)).toBe(1)

  drops.next(shipmentId, 'insert operation')
  const cancelled = await post(`/api/v1/shipments/${shipmentId}/cancel`, { reason_code: 'fault_test' })
  expect(cancelled.status).toBe(200)

  const url = `${receiver.url}/without-key`
  drops.next(url, 'insert subscription')
  const subscribed = await post('/api/v1/webhooks/subscriptions', { url, events: ['quote.*'] })
  expect(subscribed.status).toBe(201)
  expect(await count('webhook.subscription', 'url', url)).toBe(1)
})

const ends = new Map<string, { step: string; end: End }>()
/** Before the step and after each of its remote calls: the next commit is the step's. */
const roundsOfCommits = rounds.map(({ points, ...round }) => ({
  ...round,
  points: points.filter(({ step }) => !step.endsWith(':committed')),
}))

test.each(roundsOfCommits)('the answer is lost of the commits at each step of $name', async ({ points, begin }) => {
  holds.closeGate()
  try {
    const staged = await Promise.all(
      points.map(async ({ bring, step, end }, n) => {
        const shipmentId = await bring(stage, step, n)
        ends.set(shipmentId, { step, end })
        return { shipmentId, step }
      }),
    )
    if (begin) drops.next('shipment.expiry_requested', 'insert inbox')
    await begin?.(stage)
    for (const { shipmentId, step } of staged) {
      await holds.reached(shipmentId, step)
      const { op_id } = await stage.row<{ op_id: string }>(
        `select op_id from booking.operation where shipment_id = $1 and kind = $2 and state = 'open'`,
        [shipmentId, step.replace(/\..*/, '')],
      )
      drops.next(op_id, 'update operation')
    }
  } finally {
    // The holds of a failed round would block the next ones.
    holds.clear()
  }
  await eventually(() => expect(drops.awaited).toEqual([]), { timeoutMs: 180_000 })
})

test('each operation ends as if no answer had been lost', async () => {
  // A merchant whose operation is stuck is never answered: the audit below counts it.
  await Promise.race([stage.answers(), passed(LONGEST_ANSWER_MS, undefined, { ref: false })])
  const fault = `answers lost of commits at each step of each operation, ${ends.size} points`
  const work = { system, sandbox: system.sandbox, accepted: stage.accepted, webhooks: receiver.requests }
  const { findings } = await auditAfter(fault, work, { timeoutMs: 180_000 })
  expect(findings).toEqual([])
  const wanted = Object.fromEntries([...ends].map(([shipmentId, { step, end }]) => [shipmentId, `${step} → ${end}`]))
  await eventually(async () => {
    const found = await Promise.all(
      [...ends].map(async ([id, { step }]) => [id, `${step} → ${await readEnd(stage.db, id)}`]),
    )
    expect(Object.fromEntries(found)).toEqual(wanted)
  })
})

test('each table is written, each event consumed and each route called by a commit whose answer was lost', async () => {
  const written = new Set(
    [...drops.kinds.values()]
      .filter(({ dropped }) => dropped > 0)
      .flatMap(({ service, writes }) =>
        writes.map((write) => write.replace(/^(insert|update|delete) /, `${service}.`)),
      ),
  )
  const { rows } = await stage.db.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname = any ($1)`,
    [SERVICES],
  )
  const isExcused = (name: string) => WITHOUT_COMMIT.some((pattern) => pattern.test(name))
  expect(rows.map(({ name }) => name).filter((name) => !written.has(name) && !isExcused(name))).toEqual([])

  const consumers = SERVICES.flatMap((service) => getConsumers(service).map((event) => `${service} ${event}`))
  expect(consumers.filter((consumer) => !drops.causes.has(consumer))).toEqual([])

  const { paths } = await readWholeDocument(system.sandbox.base_url)
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['post', 'patch', 'delete'].includes(method))
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{id}')}`),
  )
  expect(routes.length).toBeGreaterThan(15)
  const called = new Set([...drops.causes].map((cause) => cause.replace(/^\w+ /, '')))
  expect(routes.filter((route) => !called.has(route) && !isExcused(route))).toEqual([])
})

test('a share of all answers is lost under load', async () => {
  const accepted = nothingAccepted()
  const before = drops.dropped
  drops.share(SHARE, SEED)
  await runWorkload(accepted, {
    sandbox: system.sandbox,
    workers: WORKERS,
    seed: SEED,
    until: () => accepted.operations >= OPERATIONS,
  })
  drops.none()
  const fault = `answers lost of ${SHARE * 100} % of all commits, ${drops.dropped - before} in all`
  const { findings } = await auditAfter(
    fault,
    { system, sandbox: system.sandbox, accepted, webhooks: receiver.requests },
    { timeoutMs: 180_000 },
  )
  expect(findings).toEqual([])
})
