import type { AppError } from '@waybill/contracts/app-error'
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, readFile } from '../testing/merchant-calls.ts'

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

test('books an option: 201, assigned, with job, driver and label', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, quoteId, optionId } = await merchant.offer()
  const answer = await merchant.book(shipmentId, optionId)
  expect(answer.status).toBe(201)
  const shown = getData<PublicBooking>(answer)
  expect(shown).toMatchObject({
    status: 'assigned',
    shipment_id: shipmentId,
    carrier_code: 'city_van',
    cancelled_at: null,
    pod: null,
    quote_option: (await merchant.readQuote(quoteId)).selected_option,
    shipment: { shipment_id: shipmentId, status: 'ready', booking_id: shown.booking_id },
  })
  expect(shown.carrier_job_id).not.toBeNull()
  expect(shown.current_driver_id).toBe(shown.driver?.driver_id)
  expect(shown.label_url).toContain('https://api.example.com/api/v1/bookings/')
  expect(await merchant.booking(shown.booking_id)).toEqual(shown)
  expect(await merchant.readQuote(quoteId)).toMatchObject({ status: 'accepted' })
  expect(await merchant.events(shown.booking_id)).toEqual([
    'booking.created',
    'booking.updated',
    'booking.driver_assigned',
  ])
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
})

test('answers a second booking of an option with its booking; refuses another option while that is active', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer('eco_parcel')
  const { options } = await merchant.quote(shipmentId)
  const first = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const again = await merchant.book(shipmentId, optionId)
  expect(again.status).toBe(200)
  expect(getData(again)).toEqual(first)
  await expect(merchant.book(shipmentId, String(options[0]?.quote_option_id))).rejects.toMatchObject({
    code: 'shipment_already_booked',
    meta: { booking_id: first.booking_id },
  })
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
})

test('refuses unknown ids and those of other shipments or merchants, in the order of the checks', async () => {
  const merchant = aMerchant(system, booking)
  const stranger = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const other = await merchant.ship()
  const code = (answer: Promise<unknown>) => answer.catch((error: AppError) => error.code)
  expect(await code(merchant.book(newId('shp'), optionId))).toBe('shipment_not_found')
  expect(await code(merchant.book('nonsense', optionId))).toBe('shipment_not_found')
  expect(await code(merchant.book(shipmentId, newId('qop')))).toBe('quote_option_not_found')
  expect(await code(merchant.book(other.shipment_id, optionId))).toBe('quote_mismatch')
  expect(await code(stranger.book(shipmentId, optionId))).toBe('shipment_not_found')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  expect(await code(stranger.booking(booking_id))).toBe('booking_not_found')
  await merchant.cancel(other.shipment_id)
  expect(await code(merchant.book(other.shipment_id, optionId))).toBe('quote_mismatch')
})

test('refuses an offer for an earlier route and leaves the shipment free', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.update(shipmentId, { dropoff_address: { address_line_1: '9 River Road' } })
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'quote_superseded' })
  const { options } = await merchant.quote(shipmentId)
  expect((await merchant.book(shipmentId, String(options[0]?.quote_option_id))).status).toBe(201)
})

test('refuses an option that has expired, though another option of its quote can be booked', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, quoteId, optionId } = await merchant.offer()
  const { options } = await merchant.readQuote(quoteId)
  const other = options.find(({ quote_option_id }) => quote_option_id !== optionId)
  await system.expireOption(optionId)
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({
    code: 'quote_option_expired',
    kind: { status: 409 },
    message: expect.stringContaining(`Book another option of quote ${quoteId}`),
  })
  expect((await merchant.book(shipmentId, String(other?.quote_option_id))).status).toBe(201)
})

test('one key makes one booking with identical answers; refuses the key with another body', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const first = await merchant.book(shipmentId, optionId, { key: 'once' })
  const again = await merchant.book(shipmentId, optionId, { key: 'once' })
  expect(again).toMatchObject({ status: 201, replayed: true, etag: first.etag })
  expect(again.body.equals(first.body)).toBe(true)
  await expect(merchant.book(shipmentId, newId('qop'), { key: 'once' })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
})

test('twenty concurrent bookings of a shipment make one job', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { options } = await merchant.quote(shipmentId)
  const optionIds = [optionId, ...options.map(({ quote_option_id }) => quote_option_id)]
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => merchant.book(shipmentId, String(optionIds[index % optionIds.length]))),
  )
  const made = results.filter((result) => result.status === 'fulfilled' && result.value.status === 201)
  expect(made).toHaveLength(1)
  const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.code)
  expect(refusals.filter((code) => code !== 'shipment_busy' && code !== 'shipment_already_booked')).toEqual([])
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
})

test("answers a carrier's refusal with a 422 that names it, and leaves the shipment free", async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, quoteId, optionId } = await merchant.offer()
  await merchant.fault('book', 'refuse')
  const error = await merchant.book(shipmentId, optionId, { key: 'again' }).catch((thrown: AppError) => thrown)
  expect(error).toMatchObject({
    code: 'carrier_refused',
    kind: { status: 422, retryable: false },
    carrier: { carrier_code: 'city_van', code: 'refused', http_status: 422 },
  })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  expect(await merchant.readQuote(quoteId)).toMatchObject({ status: 'pending' })
  // The refusal is the answer to this key; another key asks the carrier again.
  const again = await merchant.book(shipmentId, optionId, { key: 'again' })
  expect(again).toMatchObject({ status: 422, replayed: true })
  expect(JSON.parse(again.body.toString()).error).toMatchObject({ code: 'carrier_refused', retryable: false })
  expect((await merchant.book(shipmentId, optionId, { key: 'another' })).status).toBe(201)
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
})

test('serves a label to its environment and to a signed URL until that expires', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id, label_url } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const query = new URL(String(label_url)).searchParams
  const anonymous = { environment_id: '', merchant_id: '' }
  const signed = {
    context: anonymous,
    booking_id,
    format: 'pdf',
    environment_id: String(query.get('environment')),
    expires_unix_seconds: Number(query.get('expires')),
    signature: String(query.get('signature')),
  }
  const label = await readFile(booking.client.GetLabel(signed))
  expect(label.content_type).toBe('application/pdf')
  expect(label.content.subarray(0, 5).toString()).toBe('%PDF-')
  const context = { environment_id: merchant.environmentId }
  const byToken = await readFile(booking.client.GetLabel({ context, booking_id, format: 'pdf' }))
  expect(byToken.content).toEqual(label.content)

  const refused = [
    { ...signed, expires_unix_seconds: signed.expires_unix_seconds + 1 },
    { ...signed, signature: '0'.repeat(64) },
    { ...signed, environment_id: newId('env') },
    { ...signed, signature: '' },
    { context: { environment_id: newId('env') }, booking_id, format: 'pdf' },
    { context, booking_id: newId('bkg'), format: 'pdf' },
  ]
  for (const request of refused) {
    await expect(booking.client.GetLabel(request)).rejects.toMatchObject({ code: 'label_not_found' })
  }
})

test('metrics show operations that do not end and slow carriers', async () => {
  const text = await (await fetch(`http://127.0.0.1:${booking.opsPort}/metrics`)).text()
  expect(text).toContain('booking_attempts_unknown{service="booking"} 0')
  expect(text).toContain('# TYPE booking_operation_oldest_seconds gauge')
  expect(text).toMatch(/carrier_call_duration_seconds_count\{.*operation="book".*\} \d/)
})
