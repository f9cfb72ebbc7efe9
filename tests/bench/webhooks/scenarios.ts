/** What webhooks can do: how many a second, how soon, beside an endpoint that hangs, and with a mountain due. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Measured, quantiles } from '../measured.ts'
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

/** Every scenario that needs the webhook service alone, each with a service and a receiver of its own. */
export async function webhookService(seconds: number): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const scenario of [fanOut, singles, besideHanging, drain]) {
    const receiver = await startReceiverProcess()
    const service = await startWebhookProcess()
    try {
      rows.push(...(await scenario({ service, receiver, seconds })))
    } finally {
      await service.remove()
      await receiver.stop()
    }
  }
  return rows
}

interface Bench {
  service: WebhookProcess
  receiver: ReceiverProcess
  seconds: number
}

/** Events for 50 subscriptions of one environment: from the first event published to the last webhook received. */
async function fanOut({ service, receiver }: Bench): Promise<Measured[]> {
  const [SUBSCRIPTIONS, EVENTS] = [50, 800]
  const merchant = aMerchant()
  for (let index = 0; index < SUBSCRIPTIONS; index++) await service.subscribe(merchant, `${receiver.url}/${index}`)
  return [await rush('fan-out, 50 each', { service, receiver, merchants: [merchant] }, EVENTS, SUBSCRIPTIONS)]
}

/** Events for one subscription each, spread over 50 environments: every delivery pays for an ingestion of its own. */
async function singles({ service, receiver }: Bench): Promise<Measured[]> {
  const [MERCHANTS, EVENTS] = [50, 10_000]
  const merchants = await subscribeMerchants(service, receiver, MERCHANTS)
  return [await rush('one delivery an event', { service, receiver, merchants }, EVENTS, 1)]
}

async function rush(
  scenario: string,
  { service, receiver, merchants }: Omit<Bench, 'seconds'> & { merchants: Merchant[] },
  eventCount: number,
  deliveriesEach: number,
): Promise<Measured> {
  await warmUp({ service, receiver, merchants })
  const before = await receiver.count()
  const begunAtMs = Date.now()
  for (let done = 0; done < eventCount; done += 200) {
    await service.publish(
      Array.from({ length: Math.min(200, eventCount - done) }, (_, index) =>
        aShipmentEvent(merchants[(done + index) % merchants.length] as Merchant),
      ),
    )
  }
  await receiver.received(before + eventCount * deliveriesEach, PATIENCE_MS)
  const arrivals = await receiver.arrivals()
  const elapsedSeconds = ((arrivals.at(-1)?.[1] ?? 0) - begunAtMs) / 1_000
  return quantiles(`deliveries, ${scenario}`, [], (eventCount * deliveriesEach) / elapsedSeconds)
}

/** 200 events a second to 100 endpoints, then the same while one more of them never answers: from event to webhook. */
async function besideHanging({ service, receiver, seconds }: Bench): Promise<Measured[]> {
  const merchants = await subscribeMerchants(service, receiver, 99)
  const hanging = aMerchant()
  await service.subscribe(hanging, `${receiver.url}/hanging`)
  await warmUp({ service, receiver, merchants })
  const alone = await steady({ service, receiver, seconds }, merchants)
  const beside = await steady({ service, receiver, seconds }, [...merchants, hanging])
  return [quantiles('event to webhook, 200/s', alone, 200), quantiles('… with 1 of 100 endpoints hanging', beside, 200)]
}

/** Durations from event to webhook, in ms, of all that are answered. */
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
  await sleep(2_000) // what is under way arrives; what hangs does not
  const arrivals = (await receiver.arrivals()).filter(([subjectId]) => publishedAtMs.has(subjectId))
  return arrivals.map(([subjectId, atMs]) => atMs - (publishedAtMs.get(subjectId) ?? atMs))
}

/** 100,000 deliveries to 100 endpoints that are due when the service starts: how fast they go, and what claims cost. */
async function drain({ service, receiver }: Bench): Promise<Measured[]> {
  const [DUE, FIFTHS] = [100_000, 5]
  await subscribeMerchants(service, receiver, 100)
  await service.stop()
  await fill(service, DUE)
  const begunAtMs = Date.now()
  await service.start()
  const rows: Measured[] = []
  let before = { count: 0, seconds: 0 }
  for (let fifth = 1; fifth <= FIFTHS; fifth++) {
    await receiver.received((DUE / FIFTHS) * fifth, PATIENCE_MS)
    const claims = await service.claims()
    const meanMs = ((claims.seconds - before.seconds) / (claims.count - before.count)) * 1_000
    rows.push({ ...quantiles(`drain of 100,000: mean ms of a claim, fifth ${fifth}`, [meanMs]), 'p99 ms': 0 })
    before = claims
  }
  const arrivals = await receiver.arrivals()
  const first = arrivals[0]?.[1] ?? begunAtMs
  const elapsedSeconds = ((arrivals.at(-1)?.[1] ?? 0) - first) / 1_000
  return [quantiles('deliveries, 100,000 due', [], DUE / elapsedSeconds), ...rows]
}

/** Makes deliveries as ingestion does, all at once: one event an environment, many deliveries of it. */
async function fill({ db }: WebhookProcess, count: number): Promise<void> {
  await db.query(`
    insert into event (environment_id, event_id, event_at, position, type, subject_type, subject_id, sequence, payload)
    select environment_id, 'evt_' || environment_id || '_' || n, now(), n, 'shipment.created', 'shipment', 'shp_' || n, n,
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

/** Connections open, code compiled, statements planned. */
async function warmUp({ service, receiver, merchants }: Omit<Bench, 'seconds'> & { merchants: readonly Merchant[] }) {
  const before = await receiver.count()
  for (let round = 0; round < 5; round++) await service.publish(merchants.map(aShipmentEvent))
  await receiver.received(before + 5 * merchants.length, PATIENCE_MS)
  await sleep(1_000)
}
