/**
 * Under load, every replica is replaced by one of the next version, while migrations add columns and indexes to the hot tables and the next version
 * writes a status, event types and a step of an operation that this version does not know.
 */
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import pg from 'pg'
import { fetch } from 'undici'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '../support/running-system.ts'
import { auditAfter, databaseUrl, subscribe } from './audit.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { persistentMerchant } from './merchant.ts'
import { makeNextVersion, NEW_COLUMN, NEW_EVENT_TYPE, NEW_STATUS, type NextVersion } from './next-version.ts'
import { makeOwnProcesses, type OwnProcess, type OwnProcesses } from './own-processes.ts'
import { type Accepted, nothingAccepted, runWorkload } from './workload.ts'

/** In the order in which an upgrade replaces them. */
const SERVICES = ['shipment', 'quoting', 'webhook', 'booking', 'gateway']
const WORKERS = 2
const COURIERS = 1
const SEED = 20_261_123
/** Answers between two replacements. */
const OPERATIONS_BETWEEN = 15
/** Answers while both versions run side by side. */
const OPERATIONS_TOGETHER = 80
/** Five processes start at once, beside ten that work: about 100 s on two cores, more on a busy machine. */
const LONGEST_MS = 600_000
/** Lines of the log that ask for an operator. */
const OPERATOR_CASES = ['operation.unreadable', 'carrier.contradicted', 'bus.message_unreadable', 'service.crashed']

let next: NextVersion
let own: OwnProcesses
let balancer: Balancer
let receiver: HttpReceiver
let sandbox: Sandbox

beforeAll(async () => {
  next = makeNextVersion()
  receiver = await startHttpReceiver()
  own = await makeOwnProcesses({
    env: { SIMULATOR_STEP_MS: '0', WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s', DATABASE_POOL_SIZE: '3' },
  })
  await own.replicate(SERVICES)
  for (const gateway of getReplicas('gateway')) gateway.env.DRAIN_DELAY_MS = '2000'
  balancer = await startBalancer(getReplicas('gateway'))
  for (const booking of getReplicas('booking')) booking.env.CALLBACK_BASE_URL = balancer.url
  for (const one of own.processes) one.start()
  await Promise.all(own.processes.map((one) => one.ready()))
  sandbox = await own.sandbox(balancer.url)
  await eventually(() => subscribe({ sandbox }, receiver.url))
})
afterAll(async () => {
  await balancer?.stop()
  await own?.remove()
  await receiver?.stop()
  next?.remove()
})

const getReplicas = (service: string): OwnProcess[] => own.processes.filter(({ name }) => name === service)

/** Follows shipments from door to door, and reads everything about them at every step. */
async function followCouriers(accepted: Accepted, courier: number, until: () => boolean): Promise<void> {
  const merchant = persistentMerchant(sandbox, accepted)
  const write = async (path: string, body: unknown) => {
    const { status, body: answer } = await merchant('POST', path, body)
    if (status >= 300) accepted.wrong.push(`POST ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer.data
  }
  for (let n = 0; !until(); n++) {
    const reference = `COURIER-${courier}-${n}`
    const created = await write('/api/v1/shipments', aShipmentDocument({ merchant_order_ref: reference }))
    const id: string = created.shipment_id
    accepted.shipments.set(reference, id)
    const { quote_id, options } = await write('/api/v1/quotes', { shipment_id: id })
    accepted.quotes.add(quote_id)
    const { quote_option_id } = options[0]
    const { booking_id } = await write(`/api/v1/shipments/${id}/book`, { quote_option_id })
    accepted.bookings.set(id, booking_id)
    for (const status of ['picked_up', 'en_route_to_dropoff', 'arrived_at_dropoff', 'delivered']) {
      await write(`/api/v1/simulator/shipments/${id}/advance`, { status })
      for (const path of [`shipments/${id}`, `shipments/${id}/events`, `bookings/${booking_id}`, `quotes/${quote_id}`])
        await read(accepted, `/api/v1/${path}`)
      await read(accepted, new URL(created.tracking_url).pathname)
    }
    await read(accepted, '/api/v1/bookings?limit=50')
    await read(accepted, '/api/v1/shipments?limit=50')
    await read(accepted, '/api/v1/events?limit=50')
  }
}

async function read(accepted: Accepted, path: string): Promise<void> {
  const { base_url, access_token } = sandbox
  try {
    const response = await fetch(new URL(path, base_url), { headers: { authorization: `Bearer ${access_token}` } })
    const body = await response.text()
    if (response.status !== 200) accepted.failed.push(`GET ${path}: ${response.status} ${body}`)
    else accepted.operations += 1
  } catch (error) {
    accepted.failed.push(`GET ${path}: ${error}`)
  }
}

/** Looks for parked events until `until`. A booking may move before it is settled, which resolves itself. */
async function watchParked(database: pg.Client, until: () => boolean) {
  const seen = { newer: 0, errors: new Set<string>() }
  while (!until()) {
    for (const service of ['shipment', 'quoting', 'booking', 'webhook']) {
      const { rows } = await database.query(`select event_id, consumer, reason, error from ${service}.inbox_parked`)
      seen.newer += rows.filter(({ reason }) => reason === 'newer').length
      const failed = rows.filter(({ reason, error }) => reason === 'error' && !/before it is settled/.test(error))
      for (const { consumer, error } of failed) seen.errors.add(`${service} ${consumer}: ${error}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return seen
}

test('the next version takes over under load: no request fails and no operator is needed', {
  timeout: LONGEST_MS,
}, async () => {
  const accepted = nothingAccepted()
  const printed: string[] = []
  let done = false
  const until = () => done
  const database = new pg.Client({ connectionString: databaseUrl(own) })
  await database.connect()
  onTestFinished(async () => {
    done = true
    await database.end()
  })
  const parked = watchParked(database, until)
  const load = Promise.all([
    runWorkload(accepted, { sandbox, workers: WORKERS, seed: SEED, until }),
    ...Array.from({ length: COURIERS }, (_, courier) => followCouriers(accepted, courier, until)),
  ])
  const goOn = async (answers: number) => {
    const before = accepted.operations
    await eventually(() => expect(accepted.operations).toBeGreaterThanOrEqual(before + answers), { timeoutMs: 180_000 })
  }
  const upgrade = async (replica: OwnProcess) => {
    const { code } = await replica.stop()
    printed.push(replica.output())
    expect(code, `${replica.name}: ${replica.output().slice(-2_000)}`).toBe(0)
    replica.root = next.root
    replica.start()
    await replica.ready()
  }
  await goOn(OPERATIONS_BETWEEN)
  // The first replica of each service migrates its schema at its start, while the second works on it.
  await Promise.all(SERVICES.flatMap((service) => getReplicas(service).slice(0, 1)).map(upgrade))
  await goOn(OPERATIONS_TOGETHER)
  for (const replica of SERVICES.flatMap((service) => getReplicas(service).slice(1))) {
    await upgrade(replica)
    await goOn(OPERATIONS_BETWEEN)
  }
  done = true
  await load
  const { newer, errors } = await parked

  const work = { system: own, sandbox, accepted, webhooks: receiver.requests }
  const fault = 'upgrade to a version with migrations and new values'
  const { findings } = await auditAfter(fault, work, { timeoutMs: 180_000 })
  console.log({ sightingsOfNewerEvents: newer })
  for (const replica of own.processes) printed.push(replica.output())
  const lines = printed.join('\n').split('\n')
  expect(accepted.failed).toEqual([])
  expect(findings).toEqual([])
  expect([...errors]).toEqual([])
  expect(lines.filter((line) => OPERATOR_CASES.some((name) => line.includes(name)))).toEqual([])
  await expectNewValues(database)
  await expectNoSchemaOfItsService(database)
})

/** Only the owners own anything. */
async function expectNoSchemaOfItsService(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ owner: string }>(
    `
    select distinct relowner::regrole::text as owner from pg_class
    where relnamespace::regnamespace::text = any ($1)`,
    [SERVICES],
  )
  expect(rows.map(({ owner }) => owner).toSorted()).toEqual(
    SERVICES.map((service) => `${own.namespace}_${service}_owner`).toSorted(),
  )
}

/** The next version wrote its values, each event was handled once, and webhooks reported the new type. */
async function expectNewValues(database: pg.Client): Promise<void> {
  const told = receiver.requests.map(({ body }) => JSON.parse(body.toString()))
  const events = told.filter(({ type }) => type === NEW_EVENT_TYPE)
  const shipments = new Set<string>(events.map(({ data }) => data.object.shipment_id))
  expect(shipments.size).toBeGreaterThan(0)
  const { rows } = await database.query(
    `select shipment_id from shipment.shipment where ${NEW_COLUMN} = '${NEW_STATUS}'`,
  )
  expect(new Set(rows.map(({ shipment_id }) => shipment_id))).toEqual(shipments)
}
