import { createTestDatabases, type TestDatabases } from '@waybill/chassis/testing/service-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../program.ts'

let databases: TestDatabases
beforeEach(async () => {
  databases = await createTestDatabases(['gateway', 'simulator'])
})
afterEach(() => databases.drop())

async function migrate(args: string[], env: Record<string, string>) {
  let out = ''
  let err = ''
  const exitCode = await run(['admin', 'migrate', ...args], {
    env: { PATH: process.env.PATH, ...env },
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { exitCode, out, err }
}

test('--check lists what is pending, exits with 4 and changes nothing', { timeout: 120_000 }, async () => {
  const asServices = {
    GATEWAY_DATABASE_URL: databases.of('gateway').url,
    SIMULATOR_DATABASE_URL: databases.of('simulator').url,
  }
  const env = {
    ...asServices,
    GATEWAY_MIGRATION_DATABASE_URL: databases.of('gateway').ownerUrl,
    SIMULATOR_MIGRATION_DATABASE_URL: databases.of('simulator').ownerUrl,
  }
  const both = ['--service', 'gateway', 'simulator']
  const pending = await migrate(['--check', ...both], asServices)
  expect(pending).toMatchObject({ exitCode: 4, err: expect.stringContaining('waybill admin migrate') })
  expect(pending.out.split('\n')).toEqual(
    expect.arrayContaining(['gateway 0001-merchants-and-keys', 'simulator 0001-jobs']),
  )
  expect(await migrate(['--check', ...both], env)).toEqual(pending)

  expect(await migrate(['--service', 'gateway'], { DATABASE_URL: databases.of('gateway').ownerUrl })).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('0001-merchants-and-keys'),
  })
  const { exitCode, out } = await migrate(['--check', ...both], env)
  expect(exitCode).toBe(4)
  expect(out).not.toContain('gateway')

  expect((await migrate(both, env)).exitCode).toBe(0)
  expect(await migrate(['--check', ...both], env)).toMatchObject({ exitCode: 0, out: 'No migrations are pending.\n' })
})

test('the role of the service, which does not own the schema, cannot migrate', async () => {
  expect(await migrate(['--service', 'gateway'], { DATABASE_URL: databases.of('gateway').url })).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('does not own schema gateway: migrate as its owner'),
  })
})

test('a database that does not answer is distinguished from one with pending migrations', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect(await migrate(['--check', '--service', 'gateway'], env)).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('gateway: the database does not answer'),
  })
})

test('a service that is not here and a URL for several are wrong usage', async () => {
  expect(await migrate(['--service', 'nonsense'], {})).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('Not here: nonsense. Here: booking, gateway'),
  })
  expect(await migrate([], { DATABASE_URL: databases.of('gateway').url })).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('BOOKING_DATABASE_URL'),
  })
})
