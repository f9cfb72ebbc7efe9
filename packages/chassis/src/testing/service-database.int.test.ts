import { testPostgresUrl } from '@waybill/testing/services'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Migration } from '../postgres/migrate.ts'
import { createTestDatabase } from './service-database.ts'

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const note: Migration = {
  async up(db) {
    await sql`create table note (text text)`.execute(db)
  },
}

test('migrates a database for the role of its service, and removes everything on drop', async () => {
  const database = await createTestDatabase({ service: 'shipment', migrations: { '0001-note': note } })
  await query(database.url, `insert into ${database.schema}.note values ('hello')`)
  expect(await query(database.adminUrl, `select text from ${database.schema}.note`)).toEqual([{ text: 'hello' }])

  await database.drop()
  await expect(query(database.url, 'select 1')).rejects.toThrow()
})

test('drops the database when its migration fails', async () => {
  let url = ''
  const made = createTestDatabase({
    service: 'shipment',
    migrations: {
      '0001-wrong': {
        async up(db) {
          const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
          const at = new URL(testPostgresUrl())
          at.pathname = `/${rows[0]?.name}`
          url = at.href
          throw new Error('no such column')
        },
      },
    },
  })
  await expect(made).rejects.toMatchObject({ cause: { message: 'no such column' } })
  await expect(query(url, 'select 1')).rejects.toThrow()
})

test('plans prepared statements generically from their first call', async () => {
  const database = await createTestDatabase({ service: 'shipment' })
  expect(await query(database.url, 'show plan_cache_mode')).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
  await database.drop()
})
