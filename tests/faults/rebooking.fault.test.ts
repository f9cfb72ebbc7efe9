/**
 * Kills the booking service (kill -9) while one courier of a merchant is replaced by the next: no shipment ever has a live job at both,
 * and each ends with one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DoorDashServer, startDoorDash } from '@waybill/carriers/testing/doordash-drive/server'
import { credentialsFor as doordashCredentials } from '@waybill/carriers/testing/doordash-drive/test-carrier'
import { startUberDirect, type UberDirectServer } from '@waybill/carriers/testing/uber-direct/server'
import { registerAccount, credentialsFor as uberCredentials } from '@waybill/carriers/testing/uber-direct/test-carrier'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { databaseUrl } from './audit.ts'
import { recordFault } from './fault-table.ts'
import { type Definite, persistentMerchant } from './merchant.ts'
import { killService } from './processes.ts'
import { type Holds, holdsIn } from './steps/step-holds.ts'
import { nothingAccepted } from './workload.ts'

const inNewYork = { town: null, city: 'New York', province: 'NY', country: 'US', phone: '+14155550100' }
const across = {
  pickup_address: anAddress({ ...inNewYork, post_code: '10038', latitude: 40.7063, longitude: -74.007 }),
  dropoff_address: anAddress({ ...inNewYork, post_code: '10023', latitude: 40.7727, longitude: -73.9839 }),
}
const PATIENT = { timeoutMs: 60_000 }

let directory: string
let holds: Holds
let system: RunningSystem
let db: pg.Pool
let call: Definite
let uber: UberDirectServer
let doordash: DoorDashServer
/** The account at Uber, who arrives first and is asked first. */
let atUber: string
const accepted = nothingAccepted()
/** After each purchase: the shipments, by the merchant's numbers, that had more than one live job. */
const doubled: string[] = []
let points = 0
let killedAt = 0

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'waybill-rebooking-'))
  holds = holdsIn(directory)
  uber = await startUberDirect()
  doordash = await startDoorDash()
  const { book } = uber.store
  uber.store.book = (...given) => counted(book(...given))
  const { accept } = doordash.store
  doordash.store.accept = (...given) => counted(accept(...given))
  system = await startSystem({ mode: 'stack', env: { SIMULATOR_STEP_MS: '0', ...holds.env } })
  db = new pg.Pool({ connectionString: databaseUrl(system), max: 4 })
  call = persistentMerchant(system.sandbox, accepted)
  atUber = await connect('uber_direct', uber.url, uberCredentials)
  registerAccount(uber, atUber)
  const atDoorDash = await connect('doordash_drive', doordash.url, doordashCredentials)
  const { developer_id, key_id, signing_secret, webhook_authorization } = doordashCredentials(atDoorDash)
  doordash.addAccount({
    carrierAccountId: atDoorDash,
    developerId: developer_id,
    keyId: key_id,
    signingSecret: signing_secret,
    authorization: webhook_authorization,
  })
})

afterAll(async () => {
  await db?.end()
  await system?.remove()
  uber?.stop()
  await doordash?.stop()
  if (directory) rmSync(directory, { recursive: true })
})

/** The id of a new account with the credentials that the server makes for it. */
async function connect(
  carrier_code: string,
  endpoint: string,
  credentialsFor: (id: string) => object,
): Promise<string> {
  const document = { carrier_code, name: 'Shop', endpoint, credentials: credentialsFor('cac_before') }
  const created = await call('POST', '/api/v1/carrier-accounts', document)
  expect(created).toMatchObject({ status: 201 })
  const { carrier_account_id: id } = created.body.data
  const changed = await call('PATCH', `/api/v1/carrier-accounts/${id}`, { credentials: credentialsFor(id) })
  expect(changed).toMatchObject({ status: 200 })
  return id
}

/** The jobs that are under way at both couriers, with the merchant's number of the shipment. */
function liveJobs(): { carrierJobId: string; order: string }[] {
  const ofUber = uber.store.deliveries
    .filter(({ status }) => status !== 'canceled')
    .map(({ id, request }) => ({ carrierJobId: id, order: request.manifest_reference ?? '' }))
  const ofDoorDash = [...doordash.store.deliveries.values()]
    .filter(({ status }) => status !== 'quote' && status !== 'cancelled')
    .map(({ externalDeliveryId, request }) => ({
      carrierJobId: externalDeliveryId,
      order: request.pickup_reference_tag ?? '',
    }))
  return [...ofUber, ...ofDoorDash]
}

function counted<Job>(bought: Job): Job {
  const orders = liveJobs().map(({ order }) => order)
  doubled.push(...orders.filter((order, index) => orders.indexOf(order) !== index))
  return bought
}

/** A shipment that one of the two couriers may take. Its dispatch is held at the step. */
async function shipNow(step: string): Promise<string> {
  const merchant_order_ref = `REBOOK-${accepted.shipments.size + 1}`
  const { collection_date: _, ...document } = aShipmentDocument({ ...across, merchant_order_ref })
  const dispatch = { service_codes: ['uber_direct_courier', 'doordash_drive_courier'], max_attempts: 20 }
  const { status, body } = await call('POST', '/api/v1/shipments/on-demand', { ...document, dispatch })
  if (status !== 201) throw new Error(`the shipment got status ${status}: ${JSON.stringify(body)}`)
  const { shipment_id: id } = body.data
  accepted.shipments.set(merchant_order_ref, id)
  holds.at(id, step)
  return id
}

const untilRow = (query: string, values: unknown[]) =>
  eventually(async () => {
    const { rows } = await db.query(query, values)
    if (rows.length === 0) throw new Error(`no row: ${query}`)
    return rows[0]
  }, PATIENT)

const around = (step: string) => [step, `${step}:called`, `${step}:committed`]
const uberOnce = (mode: 'refuse' | 'malformed') =>
  uber.order({ carrierAccountId: atUber, operation: 'book', mode, times: 1 })

async function killWhileHeld(): Promise<void> {
  await killService(system.pid(), 'booking')
  killedAt = performance.now()
  holds.clear()
}

async function reached(shipmentId: string, step: string): Promise<void> {
  await holds.reached(shipmentId, step)
  points += 1
}

/** Every shipment has its booking, whose job is the only live one. */
async function findUnsettled(): Promise<string[]> {
  const { rows } = await db.query(
    `select s.shipment_id, s.merchant_order_ref, b.status, b.carrier_job_id,
       exists (select 1 from booking.operation o where o.shipment_id = s.shipment_id and o.state = 'open') as is_open
     from shipment.shipment s
     left join booking.booking b on b.environment_id = s.environment_id and b.booking_id = s.booking_id
     where s.shipment_id = any($1)`,
    [[...accepted.shipments.values()]],
  )
  const jobs = liveJobs()
  return rows.flatMap(({ shipment_id, merchant_order_ref, status, carrier_job_id, is_open }) => {
    const own = jobs.filter(({ order }) => order === merchant_order_ref).map(({ carrierJobId }) => carrierJobId)
    const isSettled = !is_open && own.length === 1 && own[0] === carrier_job_id
    return isSettled ? [] : [`${shipment_id}: booking ${status} of job ${carrier_job_id}, live jobs ${own.join(', ')}`]
  })
}

test('killed while it is not known whether the first courier has the job', async () => {
  holds.closeGate()
  for (const step of around('dispatch.recover')) {
    uberOnce('malformed')
    await reached(await shipNow(step), step)
  }
  await killWhileHeld()
})

test('killed between the refusal of the first courier and the purchase of the next', async () => {
  holds.closeGate()
  for (const step of [...around('dispatch.draft'), ...around('dispatch.call')]) {
    uberOnce('refuse')
    // Only the second courier makes drafts.
    const shipmentId = await shipNow('dispatch.draft')
    await holds.reached(shipmentId, 'dispatch.draft')
    holds.at(shipmentId, step)
    await reached(shipmentId, step)
  }
  await killWhileHeld()
})

test('killed while a courier is sought in the place of one who has given up', async () => {
  for (const step of [
    'dispatch.reclaim',
    ...around('dispatch.quote'),
    'dispatch.attempt',
    ...around('dispatch.call'),
  ]) {
    const shipmentId = await shipNow('none')
    const booked = `select b.carrier_job_id from booking.booking b where shipment_id = $1 and status = 'assigned' and settled`
    const { carrier_job_id } = await untilRow(booked, [shipmentId])
    holds.at(shipmentId, step)
    uber.store.move(uber.store.getDelivery(carrier_job_id), 'canceled')
    await db.query(
      'update booking.booking set track_due_at = now() where shipment_id = $1 and track_due_at is not null',
      [shipmentId],
    )
    await reached(shipmentId, step)
  }
  await killWhileHeld()
})

test('no shipment ever had two live jobs, and each has one in the end', async () => {
  const stuck = await eventually(
    async () => {
      const unsettled = await findUnsettled()
      if (unsettled.length > 0) throw new Error(unsettled.join('\n'))
      return unsettled
    },
    { timeoutMs: 180_000, intervalMs: 1_000 },
  ).catch(findUnsettled)
  const worstRecoveryMs = Math.max(accepted.longestWaitMs, performance.now() - killedAt)
  const fault = `kill -9 while one courier replaces another, ${points} points`
  const { operations, wrong } = accepted
  recordFault({ fault, operations, lost: wrong.length, doubled: doubled.length, stuck: stuck.length, worstRecoveryMs })
  expect({ doubled, stuck, wrong }).toEqual({ doubled: [], stuck: [], wrong: [] })
})
