/** Changes that merchants make after they have booked: the carrier, the parcels, the date. */
import { aDropoffAddress, aParcelDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { call, get, getData, patch, post } from '../api.ts'
import { advance, bookShipment, createShipment, quoteShipment, untilStatus } from '../journeys.ts'

const REASON = { reason_code: 'changed_carrier', reason_note: 'Found a cheaper one' }

test('a booking is cancelled, and its shipment is booked with another carrier', async () => {
  const { shipment, booking } = await bookShipment({}, 1)
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const cancelled = await post(`/api/v1/bookings/${booking.booking_id}/cancel`, REASON)
  expect(getData(cancelled, 200)).toMatchObject({
    booking_id: booking.booking_id,
    status: 'cancelled',
    cancel_reason: REASON.reason_note,
    label_url: null,
    shipment: { status: 'ready', booking_id: null },
  })
  expect(getData(await get(path), 200)).toMatchObject({ status: 'ready', booking_id: null })

  const { options } = await quoteShipment(shipment.shipment_id)
  const other = options.find(({ carrier_code }: { carrier_code: string }) => carrier_code !== booking.carrier_code)
  const next = getData(await post(`${path}/book`, { quote_option_id: other.quote_option_id }), 201)
  expect(next).toMatchObject({ status: 'assigned', carrier_code: other.carrier_code })

  const timeline = getData(await get(`${path}/events`), 200)
  expect(timeline).toContainEqual(
    expect.objectContaining({
      description: 'Booking cancelled: Found a cheaper one',
      reason: 'booking_cancelled',
      booking_id: booking.booking_id,
    }),
  )
  await eventually(async () => {
    const events = getData(await get(`/api/v1/events?subject_id=${booking.booking_id}`), 200)
    expect(events.map(({ type }: { type: string }) => type)).toContain('booking.cancelled')
  })
  const again = await post(`/api/v1/bookings/${booking.booking_id}/cancel`, REASON)
  expect([again.status, again.body.error.code]).toEqual([409, 'booking_not_cancellable'])
})

test('the tracking page names no carrier after the booking is cancelled, nor once the shipment is', async () => {
  const { shipment, booking } = await bookShipment()
  const page = async () => (await fetch(booking.tracking_url)).text()
  await eventually(async () => expect(await page()).toContain('Carried by'))
  getData(await post(`/api/v1/bookings/${booking.booking_id}/cancel`, REASON), 200)
  expect(await page()).not.toContain('Carried by')
  getData(await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, REASON), 200)
  expect(await page()).toMatch(/<h1>Cancelled<(?!.*Carried by)/s)
})

test('the label of a cancelled booking is not served, with a token or by its signed URL', async () => {
  const { booking } = await bookShipment()
  const { pathname, search } = new URL(booking.label_url)
  expect((await get(pathname + search, { token: null })).status).toBe(200)
  getData(await post(`/api/v1/bookings/${booking.booking_id}/cancel`, REASON), 200)
  for (const reply of [await get(pathname), await get(pathname + search, { token: null })]) {
    expect([reply.status, reply.body.error.code]).toEqual([409, 'label_not_available'])
  }
})

test('after pickup neither the booking nor its shipment is cancelled, and the answer says why', async () => {
  const { shipment, booking } = await bookShipment()
  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  for (const path of [`/api/v1/bookings/${booking.booking_id}`, `/api/v1/shipments/${shipment.shipment_id}`]) {
    const { status, body } = await post(`${path}/cancel`, REASON)
    expect([status, body.error.code]).toEqual([409, 'cancellation_refused'])
    expect(body.error.message).toContain(`ooking ${booking.booking_id} is `)
    expect(body.error.message).toContain(' is picked_up. ')
    expect(body.error.message).toContain(`To stop it, contact carrier ${booking.carrier_code} about job`)
  }
})

test('another collection time on the same date is a change of the shipment, and supersedes its quote', async () => {
  const shipment = await createShipment({ collection_date: '2098-12-02T15:00:00Z' })
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const { quote_id } = await quoteShipment(shipment.shipment_id)
  const headers = { 'if-match': (await get(path)).headers.get('etag') ?? '' }
  const collection = { collection_date: '2098-12-02T11:00:00Z' }
  const changed = getData(await patch(path, collection, { headers }), 200)
  expect(changed.updated_at > shipment.updated_at).toBe(true)
  expect((await patch(path, { collection_date: '2098-12-02T12:00:00Z' }, { headers })).status).toBe(412)
  expect(getData(await get(`${path}/events`), 200)).toContainEqual(
    expect.objectContaining({ description: 'Changed: collection_date' }),
  )
  await untilStatus(`/api/v1/quotes/${quote_id}`, 'superseded', 30_000)
  const readTypes = async (id: string) =>
    getData(await get(`/api/v1/events?subject_id=${id}`), 200).map(({ type }: { type: string }) => type)
  await eventually(async () => {
    expect(await readTypes(shipment.shipment_id)).toContain('shipment.updated')
    expect(await readTypes(quote_id)).toContain('quote.superseded')
  })
})

test('parcels that are heavier than booked are charged', async () => {
  const { shipment, booking } = await bookShipment()
  const [{ parcel_id }] = shipment.parcels
  const parcels = [{ ...aParcelDocument({ weight_kg: 9.5 }), parcel_id }]
  const changed = getData(await patch(`/api/v1/shipments/${shipment.shipment_id}`, { parcels }), 200)
  expect(changed.parcels).toMatchObject([{ parcel_id, weight_kg: '9.500' }])
  const { charges } = getData(await get(`/api/v1/bookings/${booking.booking_id}`), 200)
  expect(charges).toMatchObject([{ type: 'weight_adjustment', currency: booking.quote_option.currency }])
  expect(Number(charges[0].amount)).toBeGreaterThan(0)
})

const OXFORD = { address_line_1: '4 Broad Street', city: 'Oxford', post_code: 'OX1 3AZ' }
const total = (amounts: string[]): string => amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2)

test('a whole response that is sent back with another street moves the booked delivery and nothing else', async () => {
  const { shipment, booking } = await bookShipment({ dropoff_instructions: 'Ring twice' })
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const document = getData(await get(path), 200)
  expect(document.booking_id).toBe(booking.booking_id)
  const changed = getData(
    await patch(path, { ...document, dropoff_address: { ...document.dropoff_address, ...OXFORD } }),
    200,
  )
  const { dropoff_address, updated_at, ...rest } = document
  expect(changed).toMatchObject(rest)
  expect(changed.parcels).toEqual(document.parcels)
  expect(changed.dropoff_address).toMatchObject({
    ...OXFORD,
    name: dropoff_address.name,
    latitude: null,
    longitude: null,
  })
  expect(changed.updated_at > updated_at).toBe(true)

  const now = getData(await get(`/api/v1/bookings/${booking.booking_id}`), 200)
  const { status, quote_option, carrier_job_id, booked_at } = booking
  expect(now).toMatchObject({ status, quote_option, carrier_job_id, booked_at, shipment: changed })
  expect(now.charges).toMatchObject([{ type: 'route_adjustment', currency: quote_option.currency }])
  const other = await createShipment({
    dropoff_address: aDropoffAddress({ ...OXFORD, latitude: null, longitude: null }),
  })
  const { options } = await quoteShipment(other.shipment_id)
  const fresh = options.find(({ service_code }: { service_code: string }) => service_code === quote_option.service_code)
  const [{ amount, tax_amount }] = now.charges
  expect(total([quote_option.total_amount, amount, tax_amount])).toBe(fresh.total_amount)
})

test('a response from before the booking can be sent back, but other read-only values are refused and ask no carrier', async () => {
  const { shipment, booking } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  expect(shipment.booking_id).toBeNull()
  const dropoff_address = { ...shipment.dropoff_address, ...OXFORD }
  const { updated_at: _, ...undated } = shipment
  for (const [document, field] of [
    [{ ...shipment, dropoff_address, shipment_id: 'shp_other' }, 'shipment_id'],
    [{ ...undated, dropoff_address }, 'booking_id'],
  ] as const) {
    const { status, body } = await patch(path, document)
    expect([status, body.error.details]).toEqual([422, [expect.objectContaining({ field, code: 'read_only' })]])
  }
  const bookingPath = `/api/v1/bookings/${booking.booking_id}`
  expect(getData(await get(bookingPath), 200).charges).toEqual([])
  const changed = getData(await patch(path, { ...shipment, dropoff_address }), 200)
  expect(changed).toMatchObject({ booking_id: booking.booking_id, status: 'ready', dropoff_address: OXFORD })
  expect(changed.parcels).toEqual(shipment.parcels)
  expect(getData(await get(bookingPath), 200).charges).toHaveLength(1)
})

test('a booking of another option says how to cancel the first', async () => {
  const { shipment, quote, booking } = await bookShipment()
  const option = { quote_option_id: quote.options[1].quote_option_id }
  const { status, body } = await call('POST', `/api/v1/shipments/${shipment.shipment_id}/book`, { body: option })
  expect([status, body.error.code]).toEqual([409, 'shipment_already_booked'])
  expect(body.error.message).toContain(`POST /api/v1/bookings/${booking.booking_id}/cancel`)
})

test('a quote whose booking was cancelled cannot be used again, whichever option is booked', async () => {
  const { shipment, quote, booking } = await bookShipment()
  getData(await post(`/api/v1/bookings/${booking.booking_id}/cancel`, REASON), 200)
  expect(getData(await get(`/api/v1/quotes/${quote.quote_id}`), 200).status).toBe('accepted')
  for (const { quote_option_id } of quote.options.slice(0, 2)) {
    const { status, body } = await post(`/api/v1/shipments/${shipment.shipment_id}/book`, { quote_option_id })
    expect([status, body.error.code]).toEqual([409, 'quote_already_used'])
    expect(body.error.message).toBe(
      `One option of quote ${quote.quote_id} was booked, and that booking has ended. Request a new quote.`,
    )
  }
})
