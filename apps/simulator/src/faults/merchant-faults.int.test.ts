/** Faults that merchants plan: used up, expired, and removed. */
import { openDatabase } from '@waybill/chassis/postgres/database'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SimulatorDatabase } from '../db.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'
import {
  clearFaults,
  listMerchantFaults,
  planFault,
  planMerchantFault,
  removeMerchantFault,
  takeFault,
} from './repository.ts'

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

const plan = (faultId: string, carrierAccountId: string, { times = 1, expiresInSeconds = 60, of = db } = {}) =>
  planMerchantFault(
    of,
    {
      faultId,
      carrierAccountId,
      carrierCode: 'city_van',
      operation: 'book',
      mode: 'refuse',
      times,
      delayMs: 0,
      expiresInSeconds,
    },
    [carrierAccountId],
  )
const take = (carrierAccountId: string) =>
  takeFault(db, { carrierCode: 'city_van', carrierAccountId, operation: 'book' })
const stored = async (account: string) =>
  (await db.selectFrom('fault').select('public_id').where('carrier_account_id', '=', account).execute()).map(
    ({ public_id }) => public_id,
  )

test('what is used up or has expired affects no call, is not listed, and is deleted a day later when another is planned', async () => {
  const account = 'cac_used'
  await plan('flt_used', account)
  await plan('flt_expired', account, { times: 5 })
  await plan('flt_open', account, { times: 2 })
  expect(await take(account)).toMatchObject({ mode: 'refuse' })
  await sql`update fault set expires_at = now() where public_id = 'flt_expired'`.execute(db)
  const listed = await listMerchantFaults(db, [account])
  expect(listed.map(({ faultId, timesLeft }) => [faultId, timesLeft])).toEqual([['flt_open', 2]])
  expect(await take(account)).toMatchObject({ mode: 'refuse' })
  expect((await listMerchantFaults(db, [account]))[0]).toMatchObject({ faultId: 'flt_open', times: 2, timesLeft: 1 })
  await plan('flt_second', account)
  expect(await stored(account)).toHaveLength(4)
  await sql`update fault set created_at = created_at - interval '1 day'`.execute(db)
  await plan('flt_next', account)
  expect(await stored(account)).toEqual(['flt_open', 'flt_second', 'flt_next'])
})

test('planning with the same id again plans nothing more', async () => {
  const account = 'cac_same'
  const first = await plan('flt_same', account, { times: 3 })
  await take(account)
  expect(await plan('flt_same', account, { times: 3 })).toEqual({ ...first, timesLeft: 2 })
  expect(await stored(account)).toEqual(['flt_same'])
  // The answer of the first try was lost, and what it planned is used by the time of the repeat.
  await plan('flt_lost', account)
  for (const left of [2, 1, 0]) {
    expect(await take(account)).toBeDefined()
    expect((await plan('flt_lost', account))?.timesLeft).toBe(left === 0 ? 0 : 1)
  }
  expect(await take(account)).toBeUndefined()
})

test('a tester clears the faults of testers; a merchant removes those of the own accounts', async () => {
  const account = 'cac_removed'
  await plan('flt_removed', account)
  await planFault(db, {
    carrierCode: null,
    carrierAccountId: account,
    operation: 'book',
    mode: 'slow',
    delayMs: 1,
    times: 1,
  })
  await clearFaults(db)
  expect(await stored(account)).toEqual(['flt_removed'])
  expect(await removeMerchantFault(db, 'flt_removed', ['cac_other'])).toBe(false)
  for (const _ of ['first', 'repeat']) expect(await removeMerchantFault(db, 'flt_removed', [account])).toBe(true)
  expect(await listMerchantFaults(db, [account])).toEqual([])
  expect(await take(account)).toBeUndefined()
  expect(await stored(account)).toEqual(['flt_removed'])
})

test('plans at the same time do not pass the limit of an environment', async () => {
  const account = 'cac_limit'
  const many = openDatabase<SimulatorDatabase>({
    ...simulator.database,
    applicationName: 'simulator test',
    poolSize: 10,
  })
  const planned = await Promise.all(
    Array.from({ length: 30 }, (_, number) => plan(`flt_limit_${number}`, account, { of: many })),
  )
  await many.destroy()
  expect(planned.filter((one) => one !== null)).toHaveLength(20)
  expect(await listMerchantFaults(db, [account])).toHaveLength(20)
})
