/** Streaming of photos from a bucket: whole or an error, with backpressure. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

const MiB = 1024 * 1024

const objects = new Map<string, Buffer>()
/** The bucket's responses, oldest first, with the number of bytes sent. */
const reads: { response: ServerResponse; givenBytes: number }[] = []
/** Number of bytes after which the bucket breaks the connection. */
let breaksAfterBytes = Number.POSITIVE_INFINITY

const bucket = createServer(async (request, response) => {
  const { method, url = '' } = request
  if (method === 'PUT') objects.set(url, await buffer(request))
  const found = objects.get(url)
  if (method !== 'GET' || !found) return void response.writeHead(found ? 200 : 404).end()
  const read = { response, givenBytes: 0 }
  reads.push(read)
  response.writeHead(200, { 'content-length': found.length })
  const pieces = function* () {
    for (; read.givenBytes < found.length; read.givenBytes += 64 * 1024) {
      if (read.givenBytes >= breaksAfterBytes) throw new Error('the bucket breaks')
      yield found.subarray(read.givenBytes, read.givenBytes + 64 * 1024)
    }
  }
  await pipeline(Readable.from(pieces(), { highWaterMark: 1 }), response).catch(() => response.destroy())
})

let system: BookingSystem
let booking: RunningBooking
let merchant: ReturnType<typeof aMerchant>
let bookingId: string
let photoPath: string
beforeAll(async () => {
  bucket.listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  system = await startBookingSystem()
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  const credentials = { accessKeyId: 'key-id', secretAccessKey: 'a secret access key' }
  booking = await system.start({ objects: { s3: { endpoint, bucket: 'proofs', region: 'eu-central-1', credentials } } })
  merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  bookingId = getData<PublicBooking>(await merchant.book(shipmentId, optionId)).booking_id
  await merchant.advance(shipmentId, { status: 'delivered' })
  photoPath = await eventually(async () => {
    expect((await merchant.booking(bookingId)).pod?.photos).toHaveLength(1)
    return [...objects.keys()].find((path) => path.endsWith('photo-1')) ?? ''
  })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
  bucket.closeAllConnections()
  bucket.close()
})

/** Sets the photo's content and opens it as a caller. */
const getPhoto = (content: Buffer) => {
  objects.set(photoPath, content)
  return () => merchant.openFile(bookingId, 'photo-1')
}
const lastRead = () => reads.at(-1) as (typeof reads)[number]

test('a photo of 20 MiB arrives whole', async () => {
  const content = randomBytes(20 * MiB)
  const file = await getPhoto(content)()
  expect([file.contentType, file.length]).toEqual(['image/png', content.length])
  expect((await buffer(file.bytes)).equals(content)).toBe(true)
})

test('a reader that disconnects ends the read from the bucket', async () => {
  const file = await getPhoto(randomBytes(64 * MiB))()
  for await (const _ of file.bytes) break
  const { response } = lastRead()
  await eventually(() => expect([response.closed, response.writableFinished]).toEqual([true, false]))
})

test('a broken connection to the bucket fails for the reader', async () => {
  const open = getPhoto(randomBytes(20 * MiB))
  breaksAfterBytes = 10 * MiB
  try {
    await expect(buffer((await open()).bytes)).rejects.toMatchObject({ code: 'internal_error' })
  } finally {
    breaksAfterBytes = Number.POSITIVE_INFINITY
  }
})

test('a slow reader holds back the read from the bucket', async () => {
  const content = randomBytes(32 * MiB)
  const open = getPhoto(content)
  const waiting = await open()
  const held = lastRead()
  // By the time another reader has read it all, this one would have it too without backpressure.
  expect((await buffer((await open()).bytes)).length).toBe(content.length)
  expect(held.givenBytes).toBeLessThan(16 * MiB)
  expect((await buffer(waiting.bytes)).equals(content)).toBe(true)
})

test('a photo that is missing in the bucket is not found', async () => {
  objects.delete(photoPath)
  await expect(merchant.openFile(bookingId, 'photo-1')).rejects.toMatchObject({ code: 'proof_not_found' })
})
