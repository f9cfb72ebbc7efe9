import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ownAsInVersion01 } from '../testing/service-database.ts'
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

/** A schema of version 0.1, with a partitioned table, an identity, a sequence, a foreign key and a function. */
async function aSchemaOfVersion01(namespace: string) {
  const options = { adminUrl: testPostgresUrl(), namespace, services, password }
  const { depot } = await provision(options)
  await ownAsInVersion01(options)
  await asService(depot?.url ?? '', (role) =>
    role.query(`
      create table shelf (id bigint generated always as identity primary key);
      create table stock (shelf_id bigint references shelf on delete cascade, at date, number bigint)
        partition by range (at);
      create table stock_2026 partition of stock for values from ('2026-01-01') to ('2027-01-01');
      create table stock_default partition of stock default;
      create sequence numbers;
      create function one() returns integer language sql as 'select 1';
      insert into shelf default values`),
  )
  return { options, url: depot?.url ?? '', ownerUrl: depot?.ownerUrl ?? '' }
}

test('takes a schema over that the service owns, as in version 0.1, while the service works', async () => {
  const { options, url, ownerUrl } = await aSchemaOfVersion01(aNamespace())
  let done = false
  let worked = 0
  const work = asService(url, async (service) => {
    for (; !done || worked === 0; worked++) {
      await service.query('begin')
      await service.query(`insert into stock select id, '2026-06-01', nextval('numbers') + one() from shelf`)
      await service.query('insert into shelf default values')
      await service.query('delete from shelf where id > 1')
      await service.query('commit')
    }
  })
  await Promise.all([provision(options), provision(options)])
  done = true
  await work

  await asService(url, async (service) => {
    const { rows } = await service.query('select count(*)::int as stored from stock')
    expect(rows).toEqual([{ stored: worked }])
    for (const statement of [
      'create table mine ()',
      'drop table stock_default',
      'truncate shelf',
      'drop function one()',
    ])
      await expect(service.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
  })
  await asService(ownerUrl, async (owner) => {
    await owner.query(`create table stock_2027 partition of stock for values from ('2027-01-01') to ('2028-01-01')`)
    const { rows } = await owner.query(`
      select relname from pg_class where relnamespace = 'depot'::regnamespace and relowner <> current_user::regrole`)
    expect(rows).toEqual([])
  })
})

test('a take-over waits for a lock, gives up without harm, and goes on when it is run again', async () => {
  const { options, url, ownerUrl } = await aSchemaOfVersion01(aNamespace())
  await asService(url, async (reader) => {
    await reader.query('begin')
    await reader.query('select from stock_default') // as pg_dump reads it
    await expect(provision(options)).rejects.toMatchObject({ code: '55P03' })
    await asService(url, (service) => service.query(`insert into stock values (1, '2026-01-01', 1), (1, null, 1)`))
    await reader.query('commit')
  })
  await provision(options)
  await asService(url, (service) => service.query(`insert into stock values (1, '2026-01-01', 1), (1, null, 1)`))
  await asService(ownerUrl, (owner) => owner.query('drop table stock_default'))
}, 180_000)

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
