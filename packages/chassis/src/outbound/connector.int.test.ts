import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { Agent, request } from 'undici'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { A, startNameServer } from '../testing/name-server.ts'
import { createAddressPolicy } from './address-policy.ts'
import { createVettedConnector } from './connector.ts'
import { createNameResolver, type ResolveName } from './name-resolver.ts'

let server: HttpReceiver
beforeEach(async () => {
  server = await startHttpReceiver()
})
afterEach(() => server.stop())

const toLoopback: ResolveName = async () => ['127.0.0.1']

/** The status of a request, or the name of the error. */
async function get(host: string, allowedCidrs: string[], resolve: ResolveName = toLoopback): Promise<number | string> {
  const connect = createVettedConnector({ policy: createAddressPolicy({ allowedCidrs }), resolve, timeoutMs: 5_000 })
  const dispatcher = new Agent({ connect, allowH2: false })
  onTestFinished(() => dispatcher.destroy())
  const answer = request(`http://${host}:${server.port}/`, { dispatcher })
  return answer.then(
    async ({ statusCode, body }) => {
      await body.dump()
      return statusCode
    },
    (error: Error) => error.name,
  )
}

test('a private address is dialled only if the operator allows its block', async () => {
  expect(await get('127.0.0.1', [])).toBe('BlockedAddress')
  expect(await get('shop.example', ['10.0.0.0/8'])).toBe('BlockedAddress')
  expect(server.requests).toHaveLength(0)
  expect(await get('127.0.0.1', ['127.0.0.0/8'])).toBe(200)
  expect(await get('shop.example', ['127.0.0.0/8'])).toBe(200)
})

test('a name is not dialled if one of its addresses is private', async () => {
  expect(await get('two.example', ['127.0.0.1/32'], async () => ['127.0.0.1', '127.0.0.2'])).toBe('BlockedAddress')
  expect(server.requests).toHaveLength(0)
})

test('a name whose server answers otherwise after the check is dialled at the checked address, and checked anew', async () => {
  const records = { [A]: [[127, 0, 0, 1]] }
  const resolve = createNameResolver({ servers: [await startNameServer(records)] })
  const rebinding: ResolveName = async (hostname) => {
    const addresses = await resolve(hostname)
    records[A] = [[127, 0, 0, 2]]
    return addresses
  }
  expect(await get('shop.example', ['127.0.0.1/32'], rebinding)).toBe(200)
  expect(await get('shop.example', ['127.0.0.1/32'], rebinding)).toBe('BlockedAddress')
  expect(server.requests).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  server.answerAlways({ status: 302, headers: { location: 'http://169.254.169.254/' } })
  expect(await get('shop.example', ['127.0.0.0/8'])).toBe(302)
  expect(server.requests).toHaveLength(1)
})
