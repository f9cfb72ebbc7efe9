/** Labels in every form, for callers with a token or a valid signed URL. */
import { randomBytes } from 'node:crypto'
import type { CarrierAdapter } from '@waybill/carriers/carrier-adapter'
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

async function booked(running = booking) {
  const merchant = aMerchant(system, running)
  const { shipmentId, optionId } = await merchant.offer()
  const shown = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { merchant, shipmentId, bookingId: shown.booking_id, labelUrl: new URL(shown.label_url ?? '') }
}

const storedForms = async (bookingId: string) => {
  const rows = await system.db.selectFrom('label').select('format').where('booking_id', '=', bookingId).execute()
  return rows.map(({ format }) => format).sort()
}

test('serves and stores a label in each form that the carrier prints', async () => {
  const { merchant, bookingId } = await booked()
  const start = async (query: object) => {
    const { content_type, content } = await merchant.label(bookingId, query)
    return [content_type, content.subarray(0, 4).toString('latin1')]
  }
  expect(await start({})).toEqual(['application/pdf', '%PDF'])
  expect(await start({ size: 'a4' })).toEqual(['application/pdf', '%PDF'])
  expect(await start({ format: 'zpl' })).toEqual(['application/zpl', '^XA^'])
  expect(await start({ format: 'png' })).toEqual(['image/png', '\x89PNG'])
  expect(await storedForms(bookingId)).toEqual(['pdf', 'pdf:a4:all', 'png:4x6:1', 'zpl:4x6:all'])
})

test('refuses a form that the carrier does not print, naming those it does', async () => {
  const { merchant, bookingId } = await booked()
  await expect(merchant.label(bookingId, { format: 'zpl', size: 'a4' })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('pdf in size 4x6, pdf in size a4, zpl in size 4x6, png in size 4x6'),
  })
})

test("names the parcel that has no label, with the carrier's answer", async () => {
  const { merchant, bookingId } = await booked()
  await expect(merchant.label(bookingId, { parcel: 9 })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: `The carrier has no label of booking ${bookingId} for parcel 9.`,
    details: [{ field: 'parcel', pointer: '/parcel', code: 'not_offered', location: 'query' }],
    carrier: { carrier_code: 'city_van', code: 'parcel_unknown', http_status: 422 },
  })
})

test('a changed address drops labels with the old one', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  await merchant.label(bookingId, { format: 'zpl' })
  const before = await merchant.label(bookingId, {})
  await merchant.update(shipmentId, { dropoff_address: { address_line_1: '9 Other Street' } })
  await expect
    .poll(async () => (await merchant.label(bookingId, {})).content.equals(before.content), { timeout: 15_000 })
    .toBe(false)
  expect(await storedForms(bookingId)).toEqual(['pdf'])
})

test('refuses another environment and an unknown booking, and reports a carrier that is down', async () => {
  const { merchant, bookingId } = await booked()
  const stranger = aMerchant(system, booking)
  await expect(stranger.label(bookingId, {})).rejects.toMatchObject({ code: 'label_not_found' })
  await expect(merchant.label(newId('bkg'), {})).rejects.toMatchObject({ code: 'label_not_found' })
  await merchant.fault('label', '500', 3)
  await expect(merchant.label(bookingId, { format: 'png' })).rejects.toMatchObject({
    code: 'carrier_unavailable',
    carrier: { carrier_code: 'city_van', http_status: 500 },
  })
  expect((await merchant.label(bookingId, { format: 'png' })).content_type).toBe('image/png')
})

test('does not store an unreadable label: the next caller gets a readable one', async () => {
  const { merchant, bookingId } = await booked()
  await merchant.fault('label', 'malformed')
  await expect(merchant.label(bookingId, { format: 'png' })).rejects.toMatchObject({
    code: 'carrier_error',
    carrier: { carrier_code: 'city_van', code: 'malformed_answer' },
  })
  expect(await storedForms(bookingId)).toEqual(['pdf'])
  const { content } = await merchant.label(bookingId, { format: 'png' })
  expect(content.subarray(0, 4).toString('latin1')).toBe('\x89PNG')
})

test('fetches a label again that an earlier version stored unchecked', async () => {
  const { merchant, bookingId } = await booked()
  const junk = Buffer.from('{"id": "job_')
  await system.db.updateTable('label').set({ content: junk }).where('booking_id', '=', bookingId).execute()
  const { content } = await merchant.label(bookingId, {})
  expect(content.subarray(0, 5).toString('latin1')).toBe('%PDF-')
})

test('reads a large label in parts, as fast as its reader takes them', async () => {
  const { merchant, bookingId } = await booked()
  const store = (content: Buffer) =>
    system.db.updateTable('label').set({ content }).where('booking_id', '=', bookingId).execute()
  const large = Buffer.concat([Buffer.from('%PDF-'), randomBytes(5_000_000)])
  await store(large)
  const { content } = await merchant.label(bookingId, {})
  expect(content.equals(large)).toBe(true)

  // The reader stalls after the first piece, and the label is replaced: what follows is not of the same label.
  const { bytes } = await merchant.openLabelFile(bookingId)
  const pieces = bytes[Symbol.asyncIterator]()
  await pieces.next()
  await store(Buffer.concat([Buffer.from('%PDF-'), randomBytes(5_000_000)]))
  const rest = async () => {
    while (!(await pieces.next()).done) {}
  }
  await expect(rest()).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('changed'),
  })
})

test('a carrier that made the label in another form refuses the form, and nothing is stored', async () => {
  const message = 'City Van sent this label as image/png, and not as zpl.'
  const failure = { carrierCode: 'city_van', code: 'form_unavailable', message, httpStatus: null }
  const refusal = { kind: 'no_such_label', failure: { ...failure, retryable: false, retryAfterMs: null } } as const
  const inPng = (adapter: CarrierAdapter): CarrierAdapter => ({
    ...adapter,
    label: async (request, call) => (request.format === 'zpl' ? refusal : await adapter.label(request, call)),
  })
  const carriers = new Map([...system.withShortTimeouts()].map(([code, adapter]) => [code, inPng(adapter)]))
  const running = await system.start({ carriers })
  onTestFinished(() => running.stop())
  const { merchant, bookingId } = await booked(running)
  await expect(merchant.label(bookingId, { format: 'zpl', parcel: 1 })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining(message),
    details: [{ field: 'format', code: 'not_offered', location: 'query' }],
  })
  expect(await storedForms(bookingId)).toEqual(['pdf'])
})

test('names a carrier that times out or refuses', async () => {
  const timeoutsMs = { quote: 5_000, book: 5_000, cancel: 5_000, update: 5_000, track: 1_000 }
  const hurried = await system.start({ carriers: system.withShortTimeouts({ timeoutsMs }) })
  onTestFinished(() => hurried.stop())
  const { merchant, bookingId } = await booked(hurried)
  await merchant.fault('label', 'timeout')
  await expect(merchant.label(bookingId, { format: 'png' })).rejects.toMatchObject({
    code: 'carrier_timeout',
    carrier: { carrier_code: 'city_van', code: 'timeout' },
  })
  await merchant.fault('label', 'refuse')
  await expect(merchant.label(bookingId, { format: 'png' })).rejects.toMatchObject({
    code: 'carrier_refused',
    retryAfterSeconds: null,
    carrier: { carrier_code: 'city_van', code: 'refused', http_status: 422 },
  })
  expect((await merchant.label(bookingId, { format: 'png' })).content_type).toBe('image/png')
})

test('a due label stays due while the carrier returns no readable one', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const own = sql`booking_id = ${bookingId}`
  const due = async () => {
    const { rows } = await sql<{ due: boolean; pause: number }>`
      select label_due as due, extract(epoch from track_due_at - now())::float8 as pause
      from booking where ${own}`.execute(system.db)
    return rows[0] ?? expect.fail('there is no such booking')
  }
  await merchant.fault('label', 'malformed')
  await merchant.update(shipmentId, { dropoff_address: { address_line_1: '9 Other Street' } })
  // The poll has ended: the next one is half a minute away, less than during a poll.
  await eventually(async () => {
    const { pause } = await due()
    expect(pause).toBeGreaterThan(0)
    expect(pause).toBeLessThan(45)
  })
  expect((await due()).due).toBe(true)
  expect(await storedForms(bookingId)).toEqual([])
  await sql`update booking set track_due_at = now() where ${own}`.execute(system.db)
  await eventually(async () => expect((await due()).due).toBe(false))
  expect((await merchant.label(bookingId, {})).content.subarray(0, 5).toString('latin1')).toBe('%PDF-')
})

test('the signed URL serves the usual form of a carrier that prints no PDF', async () => {
  const carriers = system.withShortTimeouts({ labels: [{ format: 'zpl', size: '4x6' }] })
  const printsZpl = await system.start({ carriers })
  onTestFinished(() => printsZpl.stop())
  const { merchant, bookingId, labelUrl } = await booked(printsZpl)
  // The simulated carrier returns a PDF with the booking, whatever its descriptor says.
  await system.db.deleteFrom('label').where('booking_id', '=', bookingId).execute()
  const { environment, expires, ...rest } = Object.fromEntries(labelUrl.searchParams)
  const query = { ...rest, environment_id: environment, expires_unix_seconds: Number(expires) }
  expect((await merchant.label(bookingId, query, { anonymous: true })).content_type).toBe('application/zpl')
})

test('the signed URL opens this label in any form until it expires; an altered one does not', async () => {
  const { merchant, bookingId, labelUrl } = await booked()
  const query = Object.fromEntries(labelUrl.searchParams)
  const signed = {
    environment_id: query.environment,
    expires_unix_seconds: Number(query.expires),
    signature: query.signature,
  }
  expect((await merchant.label(bookingId, signed, { anonymous: true })).content_type).toBe('application/pdf')
  const png = await merchant.label(bookingId, { ...signed, format: 'png' }, { anonymous: true })
  expect(png.content_type).toBe('image/png')
  const forgeries = [
    { ...signed, expires_unix_seconds: signed.expires_unix_seconds + 3_600 },
    { ...signed, environment_id: newId('env') },
    { ...signed, signature: 'a'.repeat(64) },
    {},
  ]
  for (const forged of forgeries) {
    await expect(merchant.label(bookingId, forged, { anonymous: true })).rejects.toMatchObject({
      code: 'label_not_found',
    })
  }
  const other = await booked()
  await expect(merchant.label(other.bookingId, signed, { anonymous: true })).rejects.toMatchObject({
    code: 'label_not_found',
  })
})
