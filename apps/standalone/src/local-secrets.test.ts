import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDirectory } from './data-directory.ts'
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

test('an encryption key has an id and is base64 of the key', () => {
  const { webhookEncryptionKeys, carrierEncryptionKeys } = localSecrets(directory('a'))
  const read = (text: string) =>
    text.split(':').map((part, i) => (i === 0 ? part : Buffer.from(part, 'base64').toString()))
  expect(read(webhookEncryptionKeys)).toEqual(['first', 'a encryption_key'])
  expect(read(carrierEncryptionKeys)).toEqual(['first', 'a carrier_encryption_key'])
})

test('a process is known by its pid and its start', () => {
  const own = knownProcess(process.pid)
  expect(isRunning(own)).toBe(true)
  expect(isRunning({ ...own, started: `${own.started} later` })).toBe(false)
  expect(isRunning(knownProcess(2 ** 22 + 1))).toBe(false)
})

function temporaryDirectory() {
  const opened = openDataDirectory(mkdtempSync(join(tmpdir(), 'waybill-secrets-')))
  onTestFinished(() => {
    opened.release()
    rmSync(opened.path, { recursive: true })
  })
  return opened
}

test('the webhook service opens at the next start what it sealed at this one', () => {
  const opened = temporaryDirectory()
  const sealed = createSecretBox(localSecrets(opened).webhookEncryptionKeys).seal('whsec_1', 'env_1')
  opened.release()
  const again = openDataDirectory(opened.path)
  onTestFinished(() => again.release())
  expect(createSecretBox(localSecrets(again).webhookEncryptionKeys).open(sealed, 'env_1')).toBe('whsec_1')
})

test('a key that a newer version needs is added without changing the others', () => {
  const opened = temporaryDirectory()
  localSecrets(opened)
  const file = opened.file('keys.json')
  const { label_signing_key: _, ...older } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...older, of_a_later_version: 'kept' }))
  localSecrets(opened)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...older,
    of_a_later_version: 'kept',
    label_signing_key: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('a complete key file is not written again', () => {
  const opened = temporaryDirectory()
  localSecrets(opened)
  const { ino } = statSync(opened.file('keys.json'))
  localSecrets(opened)
  expect(statSync(opened.file('keys.json')).ino).toBe(ino)
})
