import { randomUUID } from 'node:crypto'
import { simulatedAccountSecret } from '@waybill/carriers/adapters/simulated/signature'
import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { type Kysely, sql } from 'kysely'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SimulatorDatabase } from '../db.ts'
import { insertManifest, listManifests, pruneManifests } from '../manifests/repository.ts'
import { keepPickup, listPickups, prunePickups } from '../pickups/repository.ts'
import { aJobBody, aVanJobBody } from '../testing/jobs.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'
import { insertDraft } from './draft-repository.ts'
import { pruneJobs } from './repository.ts'

let simulator: RunningTestSimulator
let db: Kysely<SimulatorDatabase>
beforeAll(async () => {
  simulator = await startTestSimulator()
  db = openDatabase<SimulatorDatabase>({ ...simulator.database, applicationName: 'simulator test', poolSize: 1 })
})
afterAll(async () => {
  await db?.destroy()
  await simulator?.stop()
})

async function book(): Promise<string> {
  const [account, reference] = [`cac_${randomUUID()}`, `att_${randomUUID()}`]
  const { statusCode, body } = await request(`${simulator.url}/city_van/jobs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${simulatedAccountSecret(simulator.control.simulatorKey, account)}`,
      'x-carrier-account': account,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(aVanJobBody({ reference })),
  })
  await body.dump()
  expect(statusCode).toBe(201)
  return reference
}

test('deletes jobs that are over after 90 days, with their facts', async () => {
  const [over, open] = [await book(), await book()]
  await simulator.admin('POST', `/jobs/${over}/advance`, { status: 'delivered' })
  await simulator.admin('POST', `/jobs/${open}/advance`, { status: 'picked_up' })
  await sql`update job set created_at = created_at - interval '91 days'`.execute(db)
  const recent = await book()
  await simulator.admin('POST', `/jobs/${recent}/advance`, { status: 'delivered' })

  expect(await pruneJobs(db, 90)).toBe(1)
  const left = await db.selectFrom('job').select('reference').execute()
  expect(left.map(({ reference }) => reference).toSorted()).toEqual([open, recent].toSorted())
  const facts = await db.selectFrom('fact').select('job_id').distinct().execute()
  expect(facts).toHaveLength(2)
})

test('deletes drafts after a day, when the next one is stored', async () => {
  const store = (draftId: string, createdAt: Date) =>
    transact(db, (trx) =>
      insertDraft(trx, {
        draftId,
        createdAt,
        carrierCode: 'eco_parcel',
        carrierAccountId: 'cac_1',
        request: aJobBody({ service: 'parcel_economy' }),
      }),
    )
  await store('draft_old', new Date('2098-01-01T10:00:00Z'))
  await store('draft_recent', new Date('2098-01-02T09:00:00Z'))
  await store('draft_new', new Date('2098-01-02T11:00:00Z'))
  const left = await db.selectFrom('draft').select('draft_id').orderBy('draft_id').execute()
  expect(left.map(({ draft_id }) => draft_id)).toEqual(['draft_new', 'draft_recent'])
})

test('deletes pickups after 90 days', async () => {
  const keep = (key: string) =>
    keepPickup(db, { carrierCode: 'eco_parcel', carrierAccountId: 'cac_pickups' }, key, {
      jobs: [],
      fromAt: new Date('2098-01-01T10:00:00Z'),
      toAt: new Date('2098-01-01T14:00:00Z'),
    })
  const old = await keep('old')
  await sql`update pickup set created_at = created_at - interval '91 days' where pickup_id = ${old.pickupId}`.execute(
    db,
  )
  const recent = await keep('recent')
  expect(await prunePickups(db, 90)).toBe(1)
  expect(await listPickups(db, 'cac_pickups')).toEqual([recent])
})

test('deletes manifests after 90 days, with their jobs', async () => {
  const owner = { carrierCode: 'eco_parcel', carrierAccountId: 'cac_manifests' }
  const keep = (key: string) =>
    transact(db, (trx) => insertManifest(trx, owner, key, { jobs: [key], shipDate: '2098-01-01', readyInMs: 0 }))
  await keep('job_old')
  await sql`update manifest set created_at = created_at - interval '91 days' where idempotency_key = 'job_old'`.execute(
    db,
  )
  await keep('job_recent')
  expect(await pruneManifests(db, 90)).toBe(1)
  expect((await listManifests(db, 'cac_manifests')).map(({ jobs }) => jobs)).toEqual([['job_recent']])
  expect(await keep('job_old')).toEqual([])
})
