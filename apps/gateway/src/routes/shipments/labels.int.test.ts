/** Labels and photos over HTTP: complete or visibly broken, with back-pressure. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/running-gateway.ts'

const MiB = 1024 * 1024
const BOOKING = `/api/v1/bookings/${newId('bkg')}`
const PHOTO = `${BOOKING}/proof/photo-1`

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
afterEach(() => gateway.services.reset())

/** Sets the booking service's response. */
const photoIs = (bytes: () => Readable, length?: number) =>
  gateway.services.answer('BookingService.GetProofMedia', () => ({ contentType: 'image/png', length, bytes: bytes() }))

async function open(path: string): Promise<IncomingMessage> {
  const request = get(gateway.url + path, { headers: { authorization: `Bearer ${gateway.token}` }, agent: false })
  const [response] = await once(request, 'response')
  return response
}

/** Chunks of 64 KiB, counted when they are read, followed by a failure. */
function pieces(count: number, failure?: Error) {
  const piece = randomBytes(64 * 1024)
  const given = { count: 0, bytes: Readable.from([]) }
  given.bytes = Readable.from(
    (function* () {
      for (; given.count < count; given.count++) yield piece
      if (failure) throw failure
    })(),
    { highWaterMark: 1 },
  )
  return given
}

test('papers for customs are asked for beside the label', async () => {
  const label = { contentType: 'application/pdf', length: 5, bytes: Readable.from([Buffer.from('%PDF-')]) }
  gateway.services.answer('BookingService.GetLabel', () => label)
  const response = await open(`${BOOKING}/label?document=customs&parcel=2`)
  expect([response.statusCode, (await buffer(response)).toString()]).toEqual([200, '%PDF-'])
  const { request } = gateway.services.calls.find(({ method }) => method === 'BookingService.GetLabel') ?? {}
  expect(request).toMatchObject({ document: 'customs', parcel: 2 })
})

test.each([['of a known length', true] as const, ['of an unknown length', false] as const])(
  'a photo of 20 MiB %s arrives whole',
  async (_, isKnown) => {
    const content = randomBytes(20 * MiB)
    photoIs(() => Readable.from([content]), isKnown ? content.length : undefined)
    const response = await open(PHOTO)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="photo-1"',
      ...(isKnown ? { 'content-length': String(content.length) } : { 'transfer-encoding': 'chunked' }),
    })
    expect((await buffer(response)).equals(content)).toBe(true)
  },
)

test('HEAD returns the headers of a file without its bytes', async () => {
  const file = pieces(1_024)
  photoIs(() => file.bytes, 64 * MiB)
  const reply = await gateway.call('HEAD', PHOTO)
  expect([reply.status, reply.text, reply.headers.get('content-length')]).toEqual([200, '', String(64 * MiB)])
  expect(reply.headers.get('content-type')).toBe('image/png')
  await eventually(() => expect(file.bytes.destroyed).toBe(true))
  expect(file.count).toBeLessThan(1_024)
})

test('a caller that disconnects ends the file stream in the booking service', async () => {
  const file = pieces(1_024)
  photoIs(() => file.bytes, 64 * MiB)
  const response = await open(PHOTO)
  await once(response, 'readable')
  response.destroy()
  await eventually(() => expect(file.bytes.destroyed).toBe(true))
  expect(file.count).toBeLessThan(1_024)
})

test.each([['of a known length', 20 * MiB] as const, ['of an unknown length', undefined] as const])(
  'a file %s that fails midway is a broken connection, not a short answer',
  async (_, length) => {
    photoIs(() => pieces(100, new Error('the disk is gone')).bytes, length)
    const response = await open(PHOTO)
    expect(response.statusCode).toBe(200)
    await expect(buffer(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  },
)

test.each([
  ['application/pdf', '.pdf'],
  ['application/zpl', '.zpl'],
  ['image/png', '.png'],
])(
  'a label of type %s gets a file name ending in %s without a format in the request',
  async (contentType, extension) => {
    gateway.services.answer('BookingService.GetLabel', () => ({
      contentType,
      length: 4,
      bytes: Readable.from([Buffer.from('****')]),
    }))
    const reply = await gateway.call('GET', `${BOOKING}/label`)
    expect(reply.headers.get('content-disposition')).toMatch(new RegExp(`^inline; filename="bkg_\\w+\\${extension}"$`))
  },
)

/** Answers with the formats that the carrier has; without a format, with its first. */
const carrierHas = (...offered: string[]) =>
  gateway.services.answer('BookingService.GetLabel', ({ request }) => {
    const format = String(request.format || offered[0])
    if (offered.includes(format)) {
      const contentType = { pdf: 'application/pdf', zpl: 'application/zpl', png: 'image/png' }[format] ?? ''
      return { contentType, length: 1, bytes: Readable.from([Buffer.from('*')]) }
    }
    const detail = {
      field: 'format',
      pointer: '/format',
      code: 'not_offered',
      message: 'no',
      location: 'query',
    } as const
    throw new AppError('invalid_parameter', 'There is none.', { details: [detail] })
  })

test.each([
  ['application/zpl', 'application/zpl'],
  ['image/*', 'image/png'],
  ['image/png;q=0.5, application/zpl', 'application/zpl'],
  ['application/zpl, */*;q=0.1', 'application/zpl'],
  ['*/*', 'application/pdf'],
  ['text/html,image/avif,image/webp,image/png,*/*;q=0.8', 'application/pdf'],
])('Accept: %s gets a label of type %s', async (accept, contentType) => {
  carrierHas('pdf', 'zpl', 'png')
  const reply = await gateway.call('GET', `${BOOKING}/label`, { headers: { accept } })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, contentType])
})

test('of a carrier without the format that Accept names, the label is 406 or in the next format', async () => {
  carrierHas('pdf')
  const label = (accept: string, query = '') => gateway.call('GET', `${BOOKING}/label${query}`, { headers: { accept } })
  const refused = await label('application/zpl')
  expect([refused.status, refused.body.error.code]).toEqual([406, 'not_acceptable'])
  expect((await label('application/zpl, application/pdf;q=0.9')).headers.get('content-type')).toBe('application/pdf')
  expect((await label('application/zpl, */*;q=0.1')).headers.get('content-type')).toBe('application/pdf')
  expect((await label('*/*', '?format=zpl')).body.error.code).toBe('invalid_parameter')
})

test('a failure before the first bytes is a normal error response', async () => {
  gateway.services.answer('BookingService.GetLabel', () => {
    throw new AppError('label_not_found', 'There is none.')
  })
  const missing = await gateway.call('GET', `${BOOKING}/label`)
  expect([missing.status, missing.body.error.code]).toEqual([404, 'label_not_found'])
  photoIs(() => pieces(0, new Error('the disk is gone')).bytes, MiB)
  const broken = await gateway.call('GET', PHOTO)
  expect([broken.status, broken.body.error.code]).toEqual([500, 'internal_error'])
  expect(broken.headers.get('content-disposition')).toBeNull()
})

test('a slow reader applies back-pressure to the booking service', async () => {
  const files: ReturnType<typeof pieces>[] = []
  photoIs(() => {
    const file = pieces(1_024)
    files.push(file)
    return file.bytes
  }, 64 * MiB)
  const slow = await open(PHOTO)
  // Without back-pressure, this file would be read completely by the time another one is.
  expect((await buffer(await open(PHOTO))).length).toBe(64 * MiB)
  expect(files[1]?.count).toBe(1_024)
  expect(files[0]?.count).toBeLessThan(512)
  expect((await buffer(slow)).length).toBe(64 * MiB)
})

describe('a connection on which nothing moves', () => {
  let impatient: TestGateway
  beforeAll(async () => {
    impatient = await startTestGateway({ stalledMs: 2_000, streamHeartbeatMs: 50, streamPollMs: 50 })
  })
  afterAll(() => impatient.stop())

  test('is closed, and the file with it, if its client does not read', async () => {
    const file = pieces(1_024)
    impatient.services.answer('BookingService.GetProofMedia', () => ({
      contentType: 'image/png',
      length: 64 * MiB,
      bytes: file.bytes,
    }))
    const request = get(impatient.url + PHOTO, {
      headers: { authorization: `Bearer ${impatient.token}` },
      agent: false,
    })
    const [response] = await once(request, 'response')
    response.on('error', () => {})
    await eventually(() => expect(file.bytes.destroyed).toBe(true), { timeoutMs: 60_000 })
    expect(file.count).toBeLessThan(1_024)
    const closed = new Promise((resolve) => response.once('close', resolve))
    response.resume()
    await closed
    expect(response.complete).toBe(false)
  })

  test('is closed if its client does not send its body', async () => {
    const { hostname, port } = new URL(impatient.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/v1/shipments HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${impatient.token}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    )
    socket.on('error', () => {}).resume()
    await once(socket, 'close')
  })
})

test('a caller has at most 20 files in transit, and may open another one when one is read', async () => {
  const files: Readable[] = []
  photoIs(() => {
    const file = new Readable({ read() {} })
    file.push('begun')
    files.push(file)
    return file
  })
  const [first] = await Promise.all(Array.from({ length: 20 }, () => open(PHOTO)))
  expect((await open(PHOTO)).statusCode).toBe(429)
  for (const file of files) file.push(null)
  if (first) expect((await buffer(first)).toString()).toBe('begun')
  await eventually(async () => expect((await open(PHOTO)).statusCode).toBe(200))
  for (const file of files) file.push(null)
})
