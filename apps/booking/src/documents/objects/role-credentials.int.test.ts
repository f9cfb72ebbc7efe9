/** The token service and the bucket are one local server, which gives keys in answer to a token and asks for the newest ones. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ObjectStore } from './object-store.ts'
import { openObjectStore } from './open-object-store.ts'

let server: HttpReceiver
let directory: string
let tokenFile: string
let store: ObjectStore

const asXml = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('')
const keys = (name: string, lastsMs = 3_600_000) => {
  const Expiration = new Date(Date.now() + lastsMs).toISOString()
  return asXml({
    AccessKeyId: name,
    SecretAccessKey: `secret of ${name}`,
    SessionToken: `session of ${name}`,
    Expiration,
  })
}
const exchanges = () => server.requests.filter(({ path }) => path === '/sts')
/** The access key and the session of every request to the bucket. */
const usedKeys = () =>
  server.requests
    .filter(({ path }) => path !== '/sts')
    .map(({ headers }) => [
      /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1],
      headers['x-amz-security-token'],
    ])

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waybill-role-'))
  tokenFile = join(directory, 'token')
  await writeFile(tokenFile, 'first token\n')
  server = await startHttpReceiver()
  const role = { arn: 'arn:aws:iam::123456789012:role/proofs', tokenFile, endpoint: `${server.url}/sts` }
  store = openObjectStore({
    s3: { endpoint: server.url, bucket: 'proofs', region: 'eu-central-1', credentials: { role } },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.stop()
  await rm(directory, { recursive: true })
})

test('one exchange of the token gives the keys of many requests', async () => {
  server.answerNext({ body: keys('A') })
  await Promise.all([store.remove('env_1/a'), store.remove('env_1/b')])
  await store.remove('env_1/c')
  expect(exchanges().map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString())))).toEqual([
    {
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: 'arn:aws:iam::123456789012:role/proofs',
      RoleSessionName: 'waybill',
      WebIdentityToken: 'first token',
    },
  ])
  expect(usedKeys()).toEqual(Array(3).fill(['A', 'session of A']))
})

test('keys that end within five minutes are used while they are exchanged, with the token as it is then', async () => {
  server.answerNext({ body: keys('A', 60_000) }, { status: 204 })
  await store.remove('env_1/a')
  await writeFile(tokenFile, 'second token')
  let answerExchange = () => {}
  const after = new Promise<void>((resolve) => {
    answerExchange = resolve
  })
  server.answerAlways(({ path }) => (path === '/sts' ? { body: keys('B'), after } : { status: 204 }))
  await store.remove('env_1/b')
  answerExchange()
  await eventually(async () => {
    await store.remove('env_1/c')
    expect(usedKeys().at(-1)).toEqual(['B', 'session of B'])
  })
  expect(exchanges().map(({ body }) => new URLSearchParams(body.toString()).get('WebIdentityToken'))).toEqual([
    'first token',
    'second token',
  ])
  expect(usedKeys().slice(0, 2)).toEqual(Array(2).fill(['A', 'session of A']))
})

test('keys that are about to end wait for new ones, and are used while the token service fails, asked thrice', async () => {
  server.answerNext({ body: keys('A', 20_000) }, { status: 204 })
  await store.remove('env_1/a')
  server.answerNext({ status: 503 }, { status: 503 }, { status: 503 })
  await store.remove('env_1/b')
  expect(exchanges()).toHaveLength(4)
  server.answerNext({ body: keys('B') })
  await store.remove('env_1/c')
  expect(usedKeys()).toEqual([
    ['A', 'session of A'],
    ['A', 'session of A'],
    ['B', 'session of B'],
  ])
})

test('an exchange that fails after the keys in use have ended is an error of the next request alone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server.answerNext({ body: keys('A', 60_000) }, { status: 204 })
  await store.remove('env_1/a')
  const answered = Promise.withResolvers<void>()
  const refused = { status: 403, body: asXml({ Code: 'ExpiredTokenException' }) }
  server.answerAlways(({ path }) => (path === '/sts' ? { ...refused, after: answered.promise } : { status: 204 }))
  await store.remove('env_1/b')
  vi.setSystemTime(Date.now() + 120_000)
  answered.resolve()
  await expect(store.remove('env_1/c')).rejects.toThrow('ExpiredTokenException')
})

test('a refused token is an error with the reason, asked once', async () => {
  server.answerNext({
    status: 403,
    body: asXml({ Code: 'AccessDenied', Message: 'Not authorized to assume the role' }),
  })
  await expect(store.remove('env_1/a')).rejects.toThrow('403 AccessDenied Not authorized to assume the role')
  expect(server.requests).toHaveLength(1)
})

test('an answer without keys is an error', async () => {
  server.answerNext({ body: asXml({ AccessKeyId: 'A', Expiration: new Date().toISOString() }) })
  await expect(store.remove('env_1/a')).rejects.toThrow('has no keys')
})
