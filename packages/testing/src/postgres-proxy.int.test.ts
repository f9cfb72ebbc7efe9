import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Commit, startPostgresProxy } from './postgres-proxy.ts'
import { testPostgresUrl } from './services.ts'
import type { TcpProxy } from './tcp-proxy.ts'

let proxy: TcpProxy
let drops: (commit: Commit) => boolean
let commits: string[][]
let through: pg.Client
let direct: pg.Client
const table = `proxied_${Math.random().toString(36).slice(2)}`

beforeAll(async () => {
  const { hostname, port } = new URL(testPostgresUrl())
  proxy = await startPostgresProxy({
    targetHost: hostname,
    targetPort: Number(port || 5432),
    drops(commit) {
      commits.push(commit.writes.map((write) => write.replace(/proxied_.*/, 'note')))
      return drops(commit)
    },
  })
  direct = new pg.Client({ connectionString: testPostgresUrl() })
  await direct.connect()
  await direct.query(`create table ${table} (text text)`)
})
afterAll(async () => {
  await direct.query(`drop table ${table}`)
  await direct.end()
  await proxy.stop()
})
beforeEach(async () => {
  commits = []
  drops = () => false
  await direct.query(`truncate ${table}`)
  through = new pg.Client({ connectionString: proxy.through(testPostgresUrl()), application_name: 'writer' })
  through.on('error', () => {})
  await through.connect()
})
afterEach(() => through.end().catch(() => {}))

const insert = (text: string) =>
  through.query({ name: 'add', text: `insert into ${table} values ($1)`, values: [text] })
const stored = async () => (await direct.query(`select text from ${table} order by text`)).rows.map(({ text }) => text)

test('drops the answer of a commit that the server has executed', async () => {
  drops = () => true
  await through.query('begin')
  await insert('a')
  await insert('b')
  await expect(through.query('commit')).rejects.toThrow('Connection terminated')
  expect(await stored()).toEqual(['a', 'b'])
})

test('drops the answer of a statement that commits by itself', async () => {
  drops = ({ applicationName, values }) => applicationName === 'writer' && values().includes('b')
  await insert('a')
  await expect(insert('b')).rejects.toThrow('Connection terminated')
  expect(await stored()).toEqual(['a', 'b'])
})

test('tells commits that wrote something, and nothing else', async () => {
  await insert('a')
  await through.query(`update ${table} set text = 'x' where false`)
  await through.query(`select * from ${table} for update`)
  await expect(through.query('insert into nowhere values (1)')).rejects.toThrow('does not exist')
  await through.query('begin')
  await insert('b')
  await through.query('rollback')
  await through.query('begin')
  await expect(through.query('select 1 / 0')).rejects.toThrow('division by zero')
  await through.query('commit')
  await through.query('begin')
  await insert('c')
  await insert('d')
  await through.query(`delete from ${table} where text = 'd'`)
  await through.query('commit')
  expect(commits).toEqual([['insert note'], ['insert note', 'delete note']])
  expect(await stored()).toEqual(['a', 'c'])
})

test('passes on notifications and large results', async () => {
  const notified = new Promise<string | undefined>((resolve) => {
    through.on('notification', ({ payload }) => resolve(payload))
  })
  await through.query(`listen ${table}`)
  await direct.query(`notify ${table}, 'hello'`)
  expect(await notified).toBe('hello')
  const { rows } = await through.query(`select repeat('x', 1000) as text from generate_series(1, 5000)`)
  expect(rows).toHaveLength(5_000)
})
