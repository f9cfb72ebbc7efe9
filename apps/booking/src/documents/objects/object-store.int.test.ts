/** Both stores behave alike. The bucket is a local server that checks signatures as S3 does. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ObjectStore } from './object-store.ts'
import { openObjectStore } from './open-object-store.ts'

const SECRET = 'a secret access key'
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** Verifies AWS Signature Version 4 of a request without a query. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', signed = '', signature] =
    /Credential=key-id\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? []
  const [day = '', region = ''] = scope.split('/')
  const names = signed.split(';')
  const canonical = [
    ...[method, url, ''],
    ...names.map((name) => `${name}:${headers[name]}`),
    ...['', signed, String(headers['x-amz-content-sha256'])],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), region))
  return hmac(key, text).toString('hex') === signature
}

const objects = new Map<string, Buffer>()
const bucket = createServer(async (request, response) => {
  const { method, url = '' } = request
  const body = await buffer(request)
  const answer = (status: number, bytes?: Buffer) =>
    response.writeHead(status, bytes && { 'content-length': bytes.length }).end(bytes)
  if (!isSigned(request)) return answer(403)
  if (!url.startsWith('/proofs/')) return answer(404)
  if (method === 'PUT') objects.set(url, body)
  if (method === 'DELETE') objects.delete(url)
  const found = objects.get(url)
  if (method === 'GET') return found ? answer(200, found) : answer(404)
  return answer(method === 'DELETE' ? 204 : 200)
})

let directory: string
const stores: Record<string, ObjectStore> = {}
const s3 = (overrides: object = {}) => ({
  s3: {
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    bucket: 'proofs',
    region: 'eu-central-1',
    credentials: { accessKeyId: 'key-id', secretAccessKey: SECRET },
    ...overrides,
  },
})
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waybill-objects-'))
  bucket.listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  stores.disk = openObjectStore({ directory })
  stores.bucket = openObjectStore(s3())
})
afterAll(async () => {
  bucket.close()
  await rm(directory, { recursive: true })
})
const getStore = (name: string) => stores[name] as ObjectStore

/** The whole object. Its length must be as announced. */
async function read(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const found = await store.open(key)
  const bytes = found && (await buffer(found.bytes))
  expect(found?.length).toBe(bytes?.length)
  return bytes
}

describe.each(['disk', 'bucket'])('%s', (name) => {
  test('returns what was put, and replaces it under the same key', async () => {
    const store = getStore(name)
    await store.put('env_1/bkg_1/photo-1', Buffer.from([0, 255, 1]), 'image/png')
    expect(await read(store, 'env_1/bkg_1/photo-1')).toEqual(Buffer.from([0, 255, 1]))
    await store.put('env_1/bkg_1/photo-1', Buffer.from('other'), 'image/png')
    expect(await read(store, 'env_1/bkg_1/photo-1')).toEqual(Buffer.from('other'))
  })

  test('returns undefined for a missing or removed object', async () => {
    const store = getStore(name)
    expect(await read(store, 'env_1/none')).toBeUndefined()
    await store.put('env_1/gone', Buffer.from('x'), 'image/png')
    await store.remove('env_1/gone')
    await store.remove('env_1/gone')
    expect(await read(store, 'env_1/gone')).toBeUndefined()
  })

  test('streams a large object, which the reader may close early', async () => {
    const store = getStore(name)
    const large = randomBytes(20 * 1024 * 1024)
    await store.put('env_1/large', large, 'image/png')
    expect((await read(store, 'env_1/large'))?.equals(large)).toBe(true)
    const found = await store.open('env_1/large')
    for await (const piece of found?.bytes ?? []) {
      expect(piece.length).toBeLessThan(1024 * 1024)
      break
    }
    expect(found?.bytes.destroyed).toBe(true)
  })

  test.each(['../secret', '/etc/passwd', 'a/../../b', '', 'a//b', 'a b', 'a/..'])(
    'the key %j is refused',
    async (key) => {
      await expect(getStore(name).open(key)).rejects.toThrow('key')
    },
  )
})

test('the disk store leaves no temporary files', async () => {
  await getStore('disk').put('env_2/one', Buffer.from('x'), 'image/png')
  expect(await readdir(join(directory, 'env_2'))).toEqual(['one'])
})

test('a wrong secret and a missing bucket are errors, not a missing object', async () => {
  const forged = openObjectStore(s3({ credentials: { accessKeyId: 'key-id', secretAccessKey: 'wrong' } }))
  await expect(forged.open('env_1/x')).rejects.toThrow('403')
  const nowhere = openObjectStore(s3({ bucket: 'other' }))
  await expect(nowhere.put('env_1/x', Buffer.from('x'), 'image/png')).rejects.toThrow('no bucket other')
})
