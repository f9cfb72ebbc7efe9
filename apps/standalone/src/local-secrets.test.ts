import { expect, test } from 'vitest'
import { DATABASE_SERVICES, localSecrets } from './local-secrets.ts'
import { isRunning, knownProcess } from './processes.ts'

const directory = (seed: string) => ({
  path: '/data',
  file: (name: string) => `/data/${name}`,
  write: () => {},
  release: () => {},
  loadOrCreateKeys: <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, Buffer.from(`${seed} ${name}`).toString('base64url')])) as Record<
      Name,
      string
    >,
})

test('secrets are equal at every start of a directory, and different for another one', () => {
  const [first, again, other] = [directory('a'), directory('a'), directory('b')].map(localSecrets)
  expect(again?.adminToken).toBe(first?.adminToken)
  expect(other?.adminToken).not.toBe(first?.adminToken)
  expect(other?.databasePassword('booking')).not.toBe(first?.databasePassword('booking'))
})

test('no two secrets are equal, and each service has another database password', () => {
  const { databasePassword, ...secrets } = localSecrets(directory('a'))
  const values = [...Object.values(secrets), ...DATABASE_SERVICES.map(databasePassword)]
  expect(new Set(values).size).toBe(values.length)
})

test('the encryption key has an id and is base64 of the key', () => {
  const [id, key] = localSecrets(directory('a')).encryptionKeys.split(':')
  expect([id, Buffer.from(key ?? '', 'base64').toString()]).toEqual(['first', 'a encryption_key'])
})

test('a process is known by its pid and its start', () => {
  const own = knownProcess(process.pid)
  expect(isRunning(own)).toBe(true)
  expect(isRunning({ ...own, started: `${own.started} later` })).toBe(false)
  expect(isRunning(knownProcess(2 ** 22 + 1))).toBe(false)
})
