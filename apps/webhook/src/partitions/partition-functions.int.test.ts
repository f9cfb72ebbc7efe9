/** The database functions behind the upkeep of partitions, called as the service's role. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedService } from '../testing/shared-service.ts'

const { db } = await startSharedService()

const create = (parent: string | null, month: string | null) =>
  sql<{ made: boolean }>`select create_partition(${parent}, ${month}::timestamptz) as made`.execute(db)
const drop = (parent: string | null, before: string | null) =>
  sql`select drop_partitions(${parent}, ${before}::timestamptz)`.execute(db)

test.each(['subscription', 'pg_class', 'event; drop table event', null])('refuse the table %s', async (parent) => {
  await expect(create(parent, '2026-01-01')).rejects.toThrow('is not a partitioned table')
  await expect(drop(parent, '2026-01-01')).rejects.toThrow('is not a partitioned table')
})

test.each(['2019-12-31', '9999-01-01', 'infinity', '-infinity', null])('create no partition of %s', async (month) => {
  await expect(create('event', month)).rejects.toThrow('is not a month of 2020 or later, within ten years')
})

test.each(['9999-01-01', 'infinity', null])('drop no partitions before %s', async (before) => {
  await expect(drop('event', before)).rejects.toThrow('is not a time in the past')
})

test("a session's settings change neither the month nor the tables", async () => {
  const bounds = await db.connection().execute(async (session) => {
    await sql`select set_config('timezone', 'America/New_York', false), set_config('datestyle', 'SQL, DMY', false),
      set_config('search_path', 'pg_catalog', false)`.execute(session)
    try {
      const { rows } = await sql<{ made: boolean }>`
        select webhook.create_partition('event', '2033-04-01T01:00:00Z') as made`.execute(session)
      expect(rows).toEqual([{ made: true }])
    } finally {
      await sql`reset all`.execute(session)
    }
    const { rows } = await sql<{ bounds: string }>`
      select set_config('timezone', 'UTC', false), pg_get_expr(relpartbound, oid) as bounds
      from pg_class where relname = 'event_2033_04'`.execute(session)
    await sql`reset all`.execute(session)
    return rows[0]?.bounds
  })
  expect(bounds).toBe("FOR VALUES FROM ('2033-04-01 00:00:00+00') TO ('2033-05-01 00:00:00+00')")
})
