import pg from 'pg'
import { expect, test } from 'vitest'
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

test('migrates a database under the role of its service, and removes everything on drop', async () => {
  const database = await createTestDatabase({
    service: 'shipment',
    async migrate({ url, schema }) {
      await query(url, `create table ${schema}.note (text text)`)
    },
  })
  await query(database.url, `insert into ${database.schema}.note values ('hello')`)
  expect(await query(database.adminUrl, `select text from ${database.schema}.note`)).toEqual([{ text: 'hello' }])

  await database.drop()
  await expect(query(database.url, 'select 1')).rejects.toThrow()
})

test('drops the database when its migration fails', async () => {
  let url = ''
  const made = createTestDatabase({
    service: 'shipment',
    migrate: (at) => {
      url = at.url
      return Promise.reject(new Error('no such column'))
    },
  })
  await expect(made).rejects.toThrow('no such column')
  await expect(query(url, 'select 1')).rejects.toThrow()
})

test('plans prepared statements generically from their first call', async () => {
  const database = await createTestDatabase({ service: 'shipment' })
  expect(await query(database.url, 'show plan_cache_mode')).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
  await database.drop()
})
