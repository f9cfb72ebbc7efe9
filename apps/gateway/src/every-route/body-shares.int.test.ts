/** Bodies that are being received: how much of them a key may hold in memory. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createMemoryState } from '@waybill/chassis/state/memory'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

const PATIENT = { timeoutMs: 25_000 }
const sockets: Socket[] = []

/** Begins a request whose body never ends. Resolves when the gateway has seen it. */
async function stall(token: string, framing: string): Promise<void> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  sockets.push(socket)
  const head = `POST /api/v1/shipments HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\nexpect: 100-continue`
  socket.write(`${head}\r\n${framing}\r\n\r\n`)
  await once(socket, 'data')
}

test.each([
  ['of a length', 'content-length: 393216'],
  ['in chunks', 'transfer-encoding: chunked'],
])(
  'a key that stalls 42 of the largest bodies, sent %s, cannot begin another one, and others can',
  async (_, framing) => {
    const { token } = await gateway.createKey()
    for (let count = 0; count < 41; count++) await stall(token, framing)
    await eventually(async () => {
      // In every round: the round before may have taken the place of the last one.
      await stall(token, framing)
      const refused = await gateway.call('POST', '/api/v1/shipments', {
        raw: new Blob(['{}']).stream(),
        token,
      })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
      expect(refused.body.error.message).toContain('Bodies of 16 MiB are being received for this key')
    }, PATIENT)
    expect((await gateway.call('GET', '/api/v1/shipments', { token })).status).toBe(200)
    expect((await gateway.call('POST', '/api/v1/shipments', { raw: '{"parcels":1}' })).status).toBe(422)
    for (const socket of sockets.splice(0)) socket.destroy()
    await eventually(async () => {
      const raw = new Blob(['{"parcels":1}']).stream()
      expect((await gateway.call('POST', '/api/v1/shipments', { raw, token })).status).toBe(422)
    }, PATIENT)
  },
  180_000,
)

test('a body whose client hangs up while the request is being admitted is not counted for good', async () => {
  const state = createMemoryState()
  const waiting: (() => void)[] = []
  let isHeld = false
  const slow = await startTestGateway({
    sharedState: {
      ...state,
      async takeTokens(...args) {
        if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
        return state.takeTokens(...args)
      },
    },
  })
  onTestFinished(() => slow.stop())
  const { hostname, port } = new URL(slow.url)
  // A caller has 20 log lines for a status.
  const keys = [await slow.createKey(), await slow.createKey(), await slow.createKey()]
  for (const { token } of keys) await slow.call('GET', '/api/v1/shipments', { token })
  isHeld = true
  const aborted = keys.flatMap(({ token }) =>
    Array.from({ length: 18 }, () => {
      const head = `POST /api/v1/shipments HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}`
      return connect(Number(port), hostname).on('connect', function (this: Socket) {
        this.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: 393216\r\n\r\n`)
      })
    }),
  )
  await eventually(() => expect(waiting).toHaveLength(aborted.length), PATIENT)
  for (const socket of aborted) socket.destroy()
  const hungUp = () => slow.logged.filter((line) => JSON.parse(line).status === 499)
  await eventually(() => expect(hungUp()).toHaveLength(aborted.length), PATIENT)
  isHeld = false
  for (const resume of waiting) resume()
  const raw = new Blob(['{"parcels":1}']).stream()
  expect((await slow.call('POST', '/api/v1/shipments', { raw })).status).toBe(422)
})
