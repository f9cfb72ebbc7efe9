import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, aRunningService, type RunningTestService } from './a-running-service.ts'

let service: RunningTestService
beforeAll(async () => {
  service = await aRunningService()
})
afterAll(() => service.stop())

test('the service is alive, ready and measured', async () => {
  const get = (path: string) => fetch(`http://127.0.0.1:${service.opsPort}${path}`)
  expect((await get('/livez')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(200)
  expect(await (await get('/metrics')).text()).toContain('outbox')
})

test('every unique and foreign key of its tables starts with the environment', async () => {
  const { rows } = await sql<{ key: string; first: string }>`
    select index.indexrelid::regclass::text as key, attname as first
    from pg_index as index
    join pg_class as tables on tables.oid = index.indrelid
    join pg_attribute on attrelid = index.indrelid and attnum = index.indkey[0]
    where index.indisunique and tables.relnamespace = current_schema()::regnamespace
      and tables.relname in ('shipment', 'parcel', 'claim', 'timeline', 'followed_booking', 'quote_registration')
    union all
    select conname, attname
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(service.db)
  expect(rows.length).toBe(10)
  expect(rows.filter(({ first }) => first !== 'environment_id')).toEqual([])
})

test('a service that stops answers the calls under way', async () => {
  const stopping = await aRunningService()
  const merchant = aMerchant(stopping)
  const calls = Promise.all(Array.from({ length: 10 }, () => merchant.created()))
  await merchant.created()
  const [shipments] = await Promise.all([calls, stopping.stop()])
  expect(shipments).toHaveLength(10)
})
