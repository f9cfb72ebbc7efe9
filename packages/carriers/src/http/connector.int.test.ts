import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createHttpClient, type HttpRequest } from './client.ts'

let carrier: HttpReceiver
beforeEach(async () => {
  carrier = await startHttpReceiver()
})
afterEach(() => carrier.stop())

const aRequest = (url: string): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  idempotent: true,
  deadlineAt: new Date(Date.now() + 5_000),
  subject: {
    environmentId: 'env_1',
    carrierCode: 'acme',
    carrierAccountId: 'cac_1',
    operation: 'media',
    requestId: 'req_1',
    reference: null,
  },
})
const send = (url: string, trustedUrls: string[] | 'all') => createHttpClient({ trustedUrls })(aRequest(url))

test('the origin of a URL that the operator configured is reached on a private address, by name and by address', async () => {
  const byName = `http://localhost:${carrier.port}`
  expect(await send(`${carrier.url}/photo.png`, [`${carrier.url}/base`])).toMatchObject({ kind: 'answered' })
  expect(await send(`${byName}/photo.png`, [byName])).toMatchObject({ kind: 'answered' })
  expect(carrier.requests).toHaveLength(2)
})

test.for<[string, () => string]>([
  ['a private address over http', () => carrier.url],
  ['a private address over https', () => `https://127.0.0.1:${carrier.port}`],
  ['a name of a private address', () => `https://localhost:${carrier.port}`],
  ['the address in another notation', () => `https://2130706433:${carrier.port}`],
  ['an IPv6 address', () => `https://[::ffff:127.0.0.1]:${carrier.port}`],
  ['the metadata service of a cloud', () => 'http://169.254.169.254/latest/meta-data'],
  ['a public address without encryption', () => 'http://93.184.216.34/'],
])('%s that is not configured is not called', async ([, url]) => {
  expect(await send(url(), ['http://simulator:8090'])).toMatchObject({ kind: 'not_sent', code: 'address_not_allowed' })
  expect(carrier.requests).toHaveLength(0)
})

test('where every endpoint is trusted, private addresses are called, and metadata services are not', async () => {
  expect(await send(carrier.url, 'all')).toMatchObject({ kind: 'answered' })
  expect(await send(`http://localhost:${carrier.port}`, 'all')).toMatchObject({ kind: 'answered' })
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '0xa9fea9fe']) {
    const outcome = await send(`http://${host}/latest/meta-data`, 'all')
    expect(outcome).toMatchObject({ kind: 'not_sent', code: 'address_not_allowed' })
  }
})

test('another port or another scheme of a configured host is another origin', async () => {
  for (const other of ['http://127.0.0.1:9', `https://127.0.0.1:${carrier.port}`]) {
    expect(await send(carrier.url, [other])).toMatchObject({ kind: 'not_sent', code: 'address_not_allowed' })
  }
  expect(carrier.requests).toHaveLength(0)
})

test('connections are kept and used again', async () => {
  const sockets = new Set<unknown>()
  const server = createServer((incoming, response) => {
    sockets.add(incoming.socket)
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createHttpClient({ trustedUrls: [url] })
  for (let turn = 0; turn < 10; turn++) expect(await client(aRequest(url))).toMatchObject({ kind: 'answered' })
  // undici frees a connection a moment after its answer is read, so that more than one may be open.
  expect(sockets.size).toBeLessThan(5)
})
