/** Codes that recipients of returns show instead of a label. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

let system: BookingSystem
let running: RunningBooking
const asked: (string | undefined)[] = []
beforeAll(async () => {
  system = await startBookingSystem()
  const carriers = new Map(
    [...system.withShortTimeouts()].map(([code, adapter]) => [
      code,
      {
        ...adapter,
        label: async (...[request, call]: Parameters<typeof adapter.label>) => {
          asked.push(request.document)
          return await adapter.label(request, call)
        },
      },
    ]),
  )
  running = await system.start({ carriers })
}, 180_000)
afterAll(async () => {
  await running?.stop()
  await system?.stop()
})

async function booked(carrierCode: string) {
  const merchant = aMerchant(system, running)
  const { shipmentId, optionId } = await merchant.offer(carrierCode)
  const { booking_id: bookingId, label_url: url } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { merchant, url: url ?? '', code: (query = {}) => merchant.label(bookingId, { document: 'qr', ...query }) }
}

test('the code of a booking is an image that is fetched once, and that the link of its label opens too', async () => {
  const { merchant, url, code } = await booked('eco_parcel')
  const { content_type, content } = await code()
  expect(content_type).toBe('image/png')
  expect(content.subarray(1, 4).toString()).toBe('PNG')
  expect((await merchant.openLabel(url, 'qr')).content.equals(content)).toBe(true)
  expect(asked.filter((document) => document === 'qr')).toHaveLength(1)
  await expect(code({ format: 'pdf', parcel: 1 })).rejects.toMatchObject({
    code: 'invalid_parameter',
    details: [{ field: 'format' }, { field: 'parcel' }],
  })
  await expect(
    (await booked('eco_parcel')).merchant.label(url.split('/')[6] ?? '', { document: 'qr' }),
  ).rejects.toMatchObject({
    code: 'label_not_found',
  })
})

test('a carrier without codes has none, and says so', async () => {
  const { code } = await booked('city_van')
  await expect(code()).rejects.toMatchObject({
    code: 'label_not_found',
    message: expect.stringContaining('City Van makes none'),
  })
})
