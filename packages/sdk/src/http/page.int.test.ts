/** Lists, from a server with three pages. */
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Waybill } from '../client.ts'

let server: HttpReceiver
let waybill: Waybill
beforeEach(async () => {
  server = await startHttpReceiver()
  waybill = new Waybill({ apiKey: 'wb_test_1', baseUrl: server.url, maxRetries: 0 })
})
afterEach(() => server.stop())

const aPage = (numbers: number[], has_more: boolean, next_cursor: string | null) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ success: true, data: numbers, meta: { has_more, next_cursor, limit: 2 } }),
})
const threePages = () => server.answerNext(aPage([1, 2], true, 'b'), aPage([3, 4], true, 'c'), aPage([5], false, 'd'))
const queries = () => server.requests.map(({ path }) => path.split('?')[1])

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

test('an iteration yields every item once, and keeps the query on every page', async () => {
  threePages()
  expect(await collect(waybill.shipments.list({ status: ['ready'], limit: 2 }))).toEqual([1, 2, 3, 4, 5])
  expect(queries()).toEqual(['status=ready&limit=2', 'status=ready&limit=2&cursor=b', 'status=ready&limit=2&cursor=c'])
})

test('the last page may have a cursor, to go on later', async () => {
  server.answerNext(aPage([7], false, 'later'))
  const pages = await collect(waybill.events.list({ order: 'asc', cursor: 'now' }).pages())
  expect(pages).toEqual([{ data: [7], hasMore: false, nextCursor: 'later' }])
  expect(queries()).toEqual(['order=asc&cursor=now'])
})

test('awaiting a list gives its first page, and nothing is fetched before or beyond', async () => {
  threePages()
  const list = waybill.shipments.list()
  expect(server.requests).toHaveLength(0)
  expect(await list).toEqual({ data: [1, 2], hasMore: true, nextCursor: 'b' })
  expect(server.requests).toHaveLength(1)
  expect(await list.toArray({ limit: 3 })).toEqual([1, 2, 3])
  expect(server.requests).toHaveLength(2)
})

test('leaving the loop fetches no further page, and 0 items need none', async () => {
  threePages()
  for await (const _ of waybill.shipments.list()) break
  expect(await waybill.shipments.list().toArray({ limit: 0 })).toEqual([])
  expect(server.requests).toHaveLength(1)
})

test('a failed page ends the iteration with its error, after the items before it', async () => {
  server.answerNext(aPage([1, 2], true, 'b'), { status: 503 })
  const found: unknown[] = []
  const iteration = async () => {
    for await (const item of waybill.shipments.list()) found.push(item)
  }
  await expect(iteration()).rejects.toMatchObject({ status: 503, code: 'invalid_response' })
  expect(found).toEqual([1, 2])
})

test('a list that repeats its cursor does not loop for ever', async () => {
  server.answerAlways(aPage([1], true, 'a'))
  await expect(collect(waybill.shipments.list())).rejects.toThrow('the one of the page before')
  expect(server.requests).toHaveLength(2)
})
