/** Webhook throughput and latency, with an endpoint that hangs, and with a large backlog. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@waybill/testing/eventually'
import { quantiles, type ResultRow } from '../result-row.ts'
import { type Costed, costed } from './cost.ts'
import { type ReceiverProcess, startReceiverProcess } from './receiver-process.ts'
import {
  aMerchant,
  aShipmentEvent,
  type Merchant,
  startWebhookProcess,
  type WebhookProcess,
} from './webhook-process.ts'

const PATIENCE_MS = 180_000
const TICK_MS = 20

/**
 * All scenarios of the webhook service alone, each with a new service and receiver, after a bare loop of posts to the
 * same receiver for comparison.
 */
export async function webhookService(seconds: number): Promise<Costed[]> {
  const bare = await bareLoop()
  const rows: Costed[] = []
  for (const scenario of [drain, fanOut, singles, besideHanging]) {
    const receiver = await startReceiverProcess()
    const service = await startWebhookProcess()
    try {
      rows.push(...(await scenario({ service, receiver, seconds })))
    } finally {
      await service.remove()
      await receiver.stop()
    }
  }
  const compared = rows.map((row) =>
    row['per second'] > 0
      ? { ...row, 'of bare': Math.round((100 * row['per second']) / bare['per second']) / 100 }
      : row,
  )
  return [bare, ...compared]
}

/** Posts with undici only, with as many concurrent requests as a dispatcher uses. */
async function bareLoop(): Promise<ResultRow> {
  const [POSTS, AT_ONCE] = [30_000, 500]
  const receiver = await startReceiverProcess()
  try {
    const program = join(import.meta.dirname, 'bare-sender.ts')
    const sender = spawn(process.execPath, [program, receiver.url, String(POSTS), String(AT_ONCE)], {
      stdio: 'inherit',
    })
    await once(sender, 'exit')
    const arrivals = await receiver.arrivals()
    const elapsedMs = (arrivals.at(-1)?.[1] ?? 0) - (arrivals[0]?.[1] ?? 0)
    return quantiles('bare posts, nothing stored', [], POSTS / (elapsedMs / 1_000))
  } finally {
    await receiver.stop()
  }
}

interface Bench {
  service: WebhookProcess
  receiver: ReceiverProcess
  seconds: number
}

/** Events for 50 subscriptions of one environment: time from the first published event to the last webhook. */
async function fanOut({ service, receiver }: Bench): Promise<Costed[]> {
  const [SUBSCRIPTIONS, EVENTS] = [50, 800]
  const merchant = aMerchant()
  for (let index = 0; index < SUBSCRIPTIONS; index++) await service.subscribe(merchant, `${receiver.url}/${index}`)
  return [await rush('fan-out, 50 each', { service, receiver, merchants: [merchant] }, EVENTS, SUBSCRIPTIONS)]
}

/** Events for one subscription each, spread over 50 environments: one delivery per event. */
async function singles({ service, receiver }: Bench): Promise<Costed[]> {
  const [MERCHANTS, EVENTS] = [50, 10_000]
  const merchants = await subscribeMerchants(service, receiver, MERCHANTS)
  return [await rush('one delivery an event', { service, receiver, merchants }, EVENTS, 1)]
}

async function rush(
  scenario: string,
  { service, receiver, merchants }: Omit<Bench, 'seconds'> & { merchants: Merchant[] },
  eventCount: number,
  deliveriesEach: number,
): Promise<Costed> {
  await warmUp({ service, receiver, merchants })
  const before = await receiver.count()
  const deliveries = eventCount * deliveriesEach
  return await costed(listProcesses(service, receiver), async () => {
    const begunAtMs = Date.now()
    for (let done = 0; done < eventCount; done += 200) {
      await service.publish(
        Array.from({ length: Math.min(200, eventCount - done) }, (_, index) =>
          aShipmentEvent(merchants[(done + index) % merchants.length] as Merchant),
        ),
      )
    }
    await receiver.received(before + deliveries, PATIENCE_MS)
    const arrivals = await receiver.arrivals()
    const elapsedSeconds = ((arrivals.at(-1)?.[1] ?? 0) - begunAtMs) / 1_000
    return { row: quantiles(`deliveries from the broker, ${scenario}`, [], deliveries / elapsedSeconds), deliveries }
  })
}

const listProcesses = (service: WebhookProcess, receiver: ReceiverProcess) => ({
  servicePid: service.pid(),
  receiverPid: receiver.pid,
  database: service.databaseName,
})

/** 200 events per second to 100 endpoints, then the same with one more endpoint that never answers: event to webhook. */
async function besideHanging({ service, receiver, seconds }: Bench): Promise<Costed[]> {
  const merchants = await subscribeMerchants(service, receiver, 99)
  const hanging = aMerchant()
  await service.subscribe(hanging, `${receiver.url}/hanging`)
  await warmUp({ service, receiver, merchants })
  const measured = (scenario: string, to: readonly Merchant[]) =>
    costed(listProcesses(service, receiver), async () => {
      const durationsMs = await steady({ service, receiver, seconds }, to)
      return { row: quantiles(scenario, durationsMs), deliveries: durationsMs.length }
    })
  return [
    await measured('event to webhook at 200/s', merchants),
    await measured('… with 1 of 100 endpoints hanging', [...merchants, hanging]),
  ]
}

/** Durations from event to webhook in ms, for all answered requests. */
async function steady({ service, receiver, seconds }: Bench, merchants: readonly Merchant[]): Promise<number[]> {
  const PER_TICK = 4
  const publishedAtMs = new Map<string, number>()
  const pending: Promise<void>[] = []
  let sent = 0
  for (const endsAt = performance.now() + seconds * 1_000; performance.now() < endsAt; await sleep(TICK_MS)) {
    const events = Array.from({ length: PER_TICK }, () =>
      aShipmentEvent(merchants[sent++ % merchants.length] as Merchant),
    )
    for (const { subjectId } of events) publishedAtMs.set(subjectId, Date.now())
    pending.push(service.publish(events))
  }
  await Promise.all(pending)
  await sleep(2_000) // let requests in progress arrive, except those that hang
  const arrivals = (await receiver.arrivals()).filter(([subjectId]) => publishedAtMs.has(subjectId))
  return arrivals.map(([subjectId, atMs]) => atMs - (publishedAtMs.get(subjectId) ?? atMs))
}

/** 100,000 deliveries to 100 endpoints are due when the service starts: throughput and cost of claims. */
async function drain({ service, receiver }: Bench): Promise<Costed[]> {
  const [DUE, FIFTHS] = [100_000, 5]
  await subscribeMerchants(service, receiver, 100)
  await service.stop()
  await fill(service, DUE)
  await service.start()
  await receiver.received(1, PATIENCE_MS)
  const claimRows: ResultRow[] = []
  let claimed = { count: 0, seconds: 0 }
  const drained = await costed(listProcesses(service, receiver), async () => {
    const before = await receiver.arrivals()
    for (let fifth = 1; fifth <= FIFTHS; fifth++) {
      await receiver.received((DUE / FIFTHS) * fifth, PATIENCE_MS)
      const claims = await service.claims()
      const meanMs = ((claims.seconds - claimed.seconds) / (claims.count - claimed.count)) * 1_000
      claimRows.push({ ...quantiles(`… mean ms of a claim, fifth ${fifth}`, [meanMs]), 'p99 ms': 0 })
      claimed = claims
    }
    const arrivals = await receiver.arrivals()
    const deliveries = arrivals.length - before.length
    const elapsedMs = (arrivals.at(-1)?.[1] ?? 0) - (before.at(-1)?.[1] ?? 0)
    return { row: quantiles('deliveries, 100,000 due', [], deliveries / (elapsedMs / 1_000)), deliveries }
  })
  await eventually(async () => {
    const { rows } = await service.db.query(`select count(*)::int as stored from delivery where status = 'succeeded'`)
    if (rows[0].stored !== DUE) throw new Error(`${rows[0].stored} of ${DUE} deliveries are stored as succeeded`)
  })
  return [drained, ...claimRows]
}

/** Inserts deliveries as ingestion does, in bulk: one event per environment with many deliveries. */
async function fill({ db }: WebhookProcess, count: number): Promise<void> {
  await db.query(`
    insert into event (environment_id, event_id, event_at, position, type, subject_type, subject_id, sequence, payload)
    select environment_id, 'evt_' || environment_id || '_' || n, date_trunc('ms', now()), n, 'shipment.created', 'shipment', 'shp_' || n, n,
      '{"subject":{"type":"shipment","id":"shp_' || n || '"},"data":"' || repeat('x', 800) || '"}'
    from subscription cross join generate_series(1, ${count} / 100) as n`)
  await db.query(`
    insert into delivery (environment_id, delivery_id, event_at, subscription_id, event_id, event_type, status)
    select environment_id, 'whd_' || event_id, event_at, subscription_id, event_id, type, 'pending'
    from event join subscription using (environment_id)`)
  await db.query(`
    insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger)
    select environment_id, delivery_id, subscription_id, event_id, event_at, 'event' from delivery order by event_id`)
  await db.query('analyze')
}

async function subscribeMerchants(
  service: WebhookProcess,
  receiver: ReceiverProcess,
  count: number,
): Promise<Merchant[]> {
  const merchants = Array.from({ length: count }, aMerchant)
  for (const [index, merchant] of merchants.entries()) await service.subscribe(merchant, `${receiver.url}/${index}`)
  return merchants
}

/** Warm-up: connections, compiled code, query plans. */
async function warmUp({ service, receiver, merchants }: Omit<Bench, 'seconds'> & { merchants: readonly Merchant[] }) {
  const before = await receiver.count()
  for (let round = 0; round < 5; round++) await service.publish(merchants.map(aShipmentEvent))
  await receiver.received(before + 5 * merchants.length, PATIENCE_MS)
  await sleep(1_000)
}
