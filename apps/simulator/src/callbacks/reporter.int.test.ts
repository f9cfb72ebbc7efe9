/** How callbacks reach a receiver that is slow, down, or refuses. */
import { randomUUID } from 'node:crypto'
import {
  callbackForgery,
  SIGNATURE_HEADER,
  simulatedAccountSecret,
} from '@waybill/carriers/adapters/simulated/signature'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVanJobBody } from '../testing/jobs.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'

let simulator: RunningTestSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
})
afterAll(() => simulator?.stop())

/** Books a job that reports to a path of the receiver. */
async function book(
  path: string,
): Promise<{ account: string; reference: string; advance: (status: string) => Promise<unknown> }> {
  const account = `cac_${randomUUID()}`
  const body = aVanJobBody({
    reference: `att_${randomUUID()}`,
    callback_url: `${simulator.receiver.url}${path}`,
  })
  const response = await fetch(`${simulator.url}/city_van/jobs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${simulatedAccountSecret(simulator.control.simulatorKey, account)}`,
      'x-carrier-account': account,
      'idempotency-key': body.reference,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  const advance = (status: string) => simulator.admin('POST', `/jobs/${body.reference}/advance`, { status })
  return { account, reference: body.reference, advance }
}

const received = (reference: string) =>
  simulator.receiver.requests.filter(({ body }) => JSON.parse(body.toString()).reference === reference)
const codes = (reference: string) => received(reference).map(({ body }) => JSON.parse(body.toString()).code)

test('a callback is signed with the secret of its account, over the body as sent', async () => {
  const { account, reference } = await book('/signed')
  await eventually(() => expect(codes(reference)).toEqual(['ACCEPTED']))
  const [callback] = received(reference)
  if (!callback) throw new Error('no callback was received')
  const header = callback.headers[SIGNATURE_HEADER]
  const secret = simulatedAccountSecret(simulator.control.simulatorKey, account)
  expect(callbackForgery(secret, header, callback.body, new Date())).toBeNull()
  expect(callbackForgery(`${secret}x`, header, callback.body, new Date())).not.toBeNull()
})

test('later facts wait for one that was refused, and other jobs do not', async () => {
  let refusals = 0
  simulator.receiver.answerAlways(({ path }) => {
    if (path !== '/refusing' || refusals >= 2) return {}
    refusals++
    return { status: 401 }
  })
  const refused = await book('/refusing')
  const other = await book('/accepting')
  await refused.advance('picked_up')
  await eventually(() => expect(codes(other.reference)).toEqual(['ACCEPTED']))
  await eventually(() =>
    expect(codes(refused.reference)).toEqual([
      ...['ACCEPTED', 'ACCEPTED', 'ACCEPTED'],
      ...['TO_PICKUP', 'AT_PICKUP', 'COLLECTED'],
    ]),
  )
})

test('a connection that breaks is retried', async () => {
  let cuts = 0
  simulator.receiver.answerAlways(({ path }) => (path === '/cutting' && cuts++ === 0 ? { cut: true } : {}))
  const { reference } = await book('/cutting')
  await eventually(() => expect(codes(reference)).toEqual(['ACCEPTED', 'ACCEPTED']))
})

test('unreported facts survive a restart', async () => {
  let isDown = true
  simulator.receiver.answerAlways(({ path }) => (path === '/down' && isDown ? { status: 503 } : {}))
  const { reference } = await book('/down')
  await eventually(() => expect(codes(reference)).toHaveLength(1))
  await simulator.restart()
  isDown = false
  await eventually(() => expect(codes(reference).length).toBeGreaterThanOrEqual(2))
})
