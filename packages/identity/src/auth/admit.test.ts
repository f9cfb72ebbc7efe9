import { createFreeCalls } from '@waybill/edge/limits/free-calls'
import type { RateLimiter } from '@waybill/edge/limits/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { payForItems, settleMerchants } from './admit.ts'

const KIB = 1024

/** The tokens that a batch pays for its items, and those that are charged once it is answered. */
async function toCosts({ items, bytes, isChunked = false, status = 200 }: Batch) {
  let taken = 0
  let charged = 0
  const limiter = {
    async takeForItems(_credential: object, _reply: object, count: number) {
      taken += count
    },
    async charge(_credential: object, count: number) {
      charged += count
    },
  } as unknown as RateLimiter
  const request = {
    credential: {},
    headers: isChunked ? {} : { 'content-length': String(bytes) },
    body: Buffer.alloc(bytes),
  } as unknown as FastifyRequest
  await payForItems(limiter)(request, {} as FastifyReply, items)
  settleMerchants(limiter, createFreeCalls(limiter))({ kind: 'token', scope: 'shipments:write' }, request, status)
  return { taken, charged }
}

interface Batch {
  items: number
  bytes: number
  isChunked?: boolean
  status?: number
}

test.each<[what: string, batch: Batch, taken: number, charged: number]>([
  // Admission has taken 15 tokens for the bytes of the first two, and one for each body in chunks.
  ['10 items of 240 KiB', { items: 10, bytes: 240 * KIB }, 0, 0],
  ['20 items of 240 KiB', { items: 20, bytes: 240 * KIB }, 5, 0],
  ['10 items of 240 KiB in chunks', { items: 10, bytes: 240 * KIB, isChunked: true }, 9, 5],
  ['20 items of 240 KiB in chunks', { items: 20, bytes: 240 * KIB, isChunked: true }, 19, 0],
  ['one item in chunks', { items: 1, bytes: KIB, isChunked: true }, 0, 0],
  ['20 items of 240 KiB in chunks, refused', { items: 20, bytes: 240 * KIB, isChunked: true, status: 422 }, 19, 15],
])('%s are paid once, by number or by size', async (_what, batch, taken, charged) => {
  expect(await toCosts(batch)).toEqual({ taken, charged })
})
