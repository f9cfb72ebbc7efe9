/** Migrations only go forward, are all listed, and are safe while the previous version runs. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationHazards } from './migration-hazards.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const migrations = globSync('{apps,packages}/*/migrations/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .sort()

test('the rules see the migrations', () => expect(migrations.length).toBeGreaterThan(10))

test.each(migrations)('%s has a number and a name, goes forward only and imports no code of ours', (path) => {
  expect(basename(path)).toMatch(/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.ts$/)
  const text = read(path)
  expect([...text.matchAll(/^export .*?function (\w+)/gm)].map(([, name]) => name)).toEqual(['up'])
  expect([...text.matchAll(/^(?:import|export) [^\n]*from '([^']+)'/gm)].map(([, from]) => from)).toEqual(['kysely'])
})

test("each migration is in its service's list under its file name", () => {
  for (const folder of new Set(migrations.map((path) => dirname(path)))) {
    const list = folder === 'packages/chassis/migrations' ? 'src/postgres/migrate.ts' : 'src/migrations.ts'
    const listed = [...read(join(dirname(folder), list)).matchAll(/^ {2}'(\d{4}-[\w-]+)':/gm)].map(([, name]) => name)
    const there = migrations.filter((path) => dirname(path) === folder).map((path) => basename(path, '.ts'))
    expect(listed.sort(), folder).toEqual(there)
  }
})

test('no two migrations of a service share a number', () => {
  // Identity's tables are in the gateway's schema.
  const findSchema = (path: string) => dirname(path).replace('packages/identity', 'apps/gateway')
  for (const schema of new Set(migrations.map(findSchema))) {
    const paths = migrations
      .filter((path) => findSchema(path) === schema)
      .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
    const numbers = paths.map((path) => Number(basename(path).slice(0, 4)))
    expect(numbers, schema).toEqual([...new Set(numbers)])
  }
})

test.each(migrations)(
  '%s is safe while the previous version runs, or says why (`// safe: …` above the statement)',
  (path) => expect(migrationHazards(read(path))).toEqual([]),
)

const inMigration = (sql: string, comment = '') => `${comment}\n  await sql\`${sql}\`.execute(db)`

test.each([
  'drop table parcel',
  'alter table parcel drop column weight',
  'alter table parcel rename column weight to mass',
  'alter table parcel alter column weight type bigint',
  'alter table parcel alter column weight set not null',
  'alter table parcel add column weight integer not null',
  'alter table parcel add constraint heavy check (weight > 0)',
  'alter table parcel add foreign key (box) references box',
  'alter table parcel drop constraint heavy',
  'alter table parcel add constraint one_weight unique (weight)',
  'alter table parcel add column number text unique',
  'truncate parcel',
])('"%s" is found, and left alone when it says why', (sql) => {
  expect(migrationHazards(inMigration(sql))).toHaveLength(1)
  expect(migrationHazards(inMigration(sql, '  // safe: nobody has read it since 0007'))).toEqual([])
})

test.each([
  'alter table parcel add column weight integer',
  "alter table parcel add column state text not null default 'new'",
  'alter table parcel drop constraint heavy, add constraint heavy check (weight > 1) not valid',
  'alter table parcel validate constraint heavy',
  'drop index parcel_weight',
  'alter table parcel add constraint one_weight unique using index parcel_weight',
  'create table parcel (weight integer not null)',
])('"%s" is not', (sql) => expect(migrationHazards(inMigration(sql))).toEqual([]))

test('a table created by the same migration may be changed and indexed freely', () => {
  const own = inMigration('create table box (id text)') + inMigration('create index box_id on box (id)')
  expect(migrationHazards(own)).toEqual([])
})

const build = 'create index parcel_weight on parcel (weight)'
const buildConcurrently = 'create index concurrently parcel_weight on parcel (weight)'
const dropUnfinished = 'drop index concurrently if exists parcel_weight'
const inBatches = 'export const inBatches = true\n'

test('an index of an existing table is built concurrently, outside of a transaction and repeatably', () => {
  expect(migrationHazards(inBatches + inMigration(dropUnfinished) + inMigration(buildConcurrently))).toEqual([])
  expect(migrationHazards(inMigration(dropUnfinished) + inMigration(buildConcurrently))).toHaveLength(1)
  expect(migrationHazards(inBatches + inMigration(buildConcurrently))).toHaveLength(1)
  expect(migrationHazards(inBatches + inMigration(dropUnfinished) + inMigration(build))).toHaveLength(1)
})

test.each([
  ['', 1],
  ['  // safe: a partial index, about a second per million rows', 1],
  ['  // safe: as above', 1],
  ['  // safe: the table is partitioned, so the index cannot be built concurrently', 0],
  ['  // safe: the table is small (replays are requested manually)', 0],
])('an index that is built under a lock says why it must be: "%s"', (comment, hazards) => {
  expect(migrationHazards(inMigration(build, comment))).toHaveLength(hazards)
})
