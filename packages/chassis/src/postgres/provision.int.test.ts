import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { deprovision, provision } from './provision.ts'

const services = ['depot', 'ledger']
const password = (role: string) => `pass'w"örd/${role}`
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

test('lets a service read and write rows that its owner has room for, and change nothing else', async () => {
  const databases = await provision({ adminUrl: testPostgresUrl(), namespace: aNamespace(), services, password })
  await asService(databases.ledger?.ownerUrl ?? '', (owner) => owner.query('create table ledger.entry (id text)'))
  await asService(databases.depot?.ownerUrl ?? '', async (owner) => {
    await owner.query('create table stock (id bigint generated always as identity, number bigint)') // by the search path
    await owner.query('create sequence numbers')
    await owner.query(`create function one() returns integer language sql as 'select 1'`)
    const owned = await owner.query(`select schemaname, tableowner = current_user as own from pg_tables
      where tablename = 'stock'`)
    expect(owned.rows).toEqual([{ schemaname: 'depot', own: true }])
    await expect(owner.query('select * from ledger.entry')).rejects.toThrow('permission denied for schema ledger')
    await expect(owner.query('create schema mine')).rejects.toThrow('permission denied')
  })

  await asService(databases.depot?.url ?? '', async (depot) => {
    await depot.query(`insert into stock (number) select nextval('numbers') + one()`)
    await depot.query('update stock set number = 2')
    expect((await depot.query('delete from stock returning id::int, number::int')).rows).toEqual([{ id: 1, number: 2 }])

    for (const statement of [
      'create table mine (id text)',
      'create table public.mine (id text)',
      'create temporary table mine (id text)',
      'create schema mine',
      `create function mine() returns integer language sql as 'select 1'`,
      'create index on stock (id)',
      'create trigger mine before insert on stock for each row execute function one()',
      'alter table stock add column mine text',
      'alter sequence numbers restart',
      'alter schema depot rename to mine',
      'truncate stock',
      'drop table stock',
      'drop function one()',
      'drop schema depot cascade',
      'select * from ledger.entry',
    ]) {
      await expect(depot.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
    }
    for (const role of ['depot_owner', 'ledger', 'ledger_owner'])
      await expect(depot.query(`set role ${made[0]}_${role}`)).rejects.toThrow('permission denied to set role')
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
  await asService(first?.depot?.ownerUrl ?? '', (owner) => owner.query('create table stock (id text)'))

  const again = await provision(options)
  expect(again).toEqual(first)
  await asService(again.depot?.url ?? '', (depot) => depot.query('select from stock'))
})

test('puts the passwords that were set into the URLs', async () => {
  const { depot } = await provision({ adminUrl: testPostgresUrl(), namespace: aNamespace(), services, password })
  expect(decodeURIComponent(new URL(depot?.url ?? '').password)).toBe(password('depot'))
  expect(decodeURIComponent(new URL(depot?.ownerUrl ?? '').password)).toBe(password('depot_owner'))
})

test.each(['Drop', 'a-b', 'a"b', '1a', '', 'a'.repeat(41)])('rejects the namespace "%s"', async (namespace) => {
  await expect(provision({ adminUrl: testPostgresUrl(), namespace, services, password })).rejects.toThrow(
    'is not a valid name',
  )
})
