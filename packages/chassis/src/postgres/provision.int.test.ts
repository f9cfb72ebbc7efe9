import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { deprovision, provision } from './provision.ts'

const services = ['depot', 'ledger']
const password = (service: string) => `pass'w"örd/${service}`
const made: string[] = []

function aNamespace(): string {
  const namespace = testNamespace()
  made.push(namespace)
  return namespace
}

afterEach(async () => {
  for (const namespace of made.splice(0)) await deprovision({ adminUrl: testPostgresUrl(), namespace, services })
})

async function asService<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('lets a service own its schema and denies it the schemas of others', async () => {
  const databases = await provision({ adminUrl: testPostgresUrl(), namespace: aNamespace(), services, password })
  await asService(databases.ledger?.url ?? '', (ledger) => ledger.query('create table ledger.entry (id text)'))

  await asService(databases.depot?.url ?? '', async (depot) => {
    await depot.query('create table stock (id text)') // into its own schema, by the search path
    const owned = await depot.query(`select schemaname from pg_tables where tablename = 'stock'`)
    expect(owned.rows).toEqual([{ schemaname: 'depot' }])

    await expect(depot.query('select * from ledger.entry')).rejects.toThrow('permission denied for schema ledger')
    await expect(depot.query('create table ledger.mine (id text)')).rejects.toThrow('permission denied')
    await expect(depot.query('create table public.mine (id text)')).rejects.toThrow('permission denied')
    await expect(depot.query('create schema mine')).rejects.toThrow('permission denied')
    await expect(depot.query('create temporary table mine (id text)')).rejects.toThrow('permission denied')
  })
})

test('denies connections to services of another namespace', async () => {
  const ours = aNamespace()
  await provision({ adminUrl: testPostgresUrl(), namespace: ours, services, password })
  const theirs = await provision({ adminUrl: testPostgresUrl(), namespace: aNamespace(), services, password })

  const url = new URL(theirs.depot?.url ?? '')
  url.pathname = `/${ours}`
  await expect(asService(url.href, async () => {})).rejects.toThrow('permission denied for database')
})

test('keeps existing data when provisioning runs again concurrently', async () => {
  const namespace = aNamespace()
  const options = { adminUrl: testPostgresUrl(), namespace, services, password }
  const [first] = await Promise.all([provision(options), provision(options), provision(options)])
  await asService(first?.depot?.url ?? '', (depot) => depot.query('create table stock (id text)'))

  const again = await provision(options)
  expect(again).toEqual(first)
  await asService(again.depot?.url ?? '', (depot) => depot.query('select from stock'))
})

test('puts the password that was set into the URL', async () => {
  const { depot } = await provision({ adminUrl: testPostgresUrl(), namespace: aNamespace(), services, password })
  expect(decodeURIComponent(new URL(depot?.url ?? '').password)).toBe(password('depot'))
})

test.each(['Drop', 'a-b', 'a"b', '1a', '', 'a'.repeat(41)])('rejects the namespace "%s"', async (namespace) => {
  await expect(provision({ adminUrl: testPostgresUrl(), namespace, services, password })).rejects.toThrow(
    'is not a valid name',
  )
})
