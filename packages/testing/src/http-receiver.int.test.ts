import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HttpReceiver, startHttpReceiver } from './http-receiver.ts'

let receiver: HttpReceiver
beforeEach(async () => {
  receiver = await startHttpReceiver()
})
afterEach(() => receiver.stop())

test('a request is recorded with its exact bytes', async () => {
  await fetch(`${receiver.url}/hook?a=1`, { method: 'POST', body: '{"a": 1}', headers: { 'webhook-id': 'evt_1' } })
  expect(receiver.requests[0]).toMatchObject({ method: 'POST', path: '/hook?a=1', body: Buffer.from('{"a": 1}') })
  expect(receiver.requests[0]?.headers['webhook-id']).toBe('evt_1')
})

test('scripted answers come first, then the default', async () => {
  receiver.answerAlways({ status: 204 })
  receiver.answerNext({ status: 503, headers: { 'retry-after': '7' } }, { cut: true })
  const first = await fetch(receiver.url)
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '7'])
  await expect(fetch(receiver.url)).rejects.toThrow()
  expect((await fetch(receiver.url)).status).toBe(204)
})

test('stopping cuts requests without an answer', async () => {
  receiver.answerNext({ hang: true })
  const hanging = fetch(receiver.url).catch((error: Error) => error.name)
  const other = await startHttpReceiver()
  await other.stop()
  await receiver.stop()
  expect(await hanging).toBe('TypeError')
  receiver = await startHttpReceiver()
})
