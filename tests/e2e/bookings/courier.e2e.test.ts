/** Dispatch, and cancellation and changes of booked shipments. */
import { aDropoffAddress, anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { call, get, getData, patch, post } from '../api.ts'
import { advance, aReference, bookShipment, createShipment, untilStatus, untilTimeline } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

const createOnDemand = async (overrides: Record<string, unknown> = {}) =>
  getData(
    await post('/api/v1/shipments/on-demand', aShipmentDocument({ merchant_order_ref: aReference(), ...overrides })),
    201,
  )

const untilBooked = (shipmentId: string) =>
  eventually(
    async () => {
      const { booking_id } = getData(await get(`/api/v1/shipments/${shipmentId}`), 200)
      if (booking_id === null) throw new Error(`shipment ${shipmentId} is not booked yet`)
      const booking = getData(await get(`/api/v1/bookings/${booking_id}`), 200)
      if (booking.status === 'pending') throw new Error(`no courier has accepted booking ${booking_id} yet`)
      return booking
    },
    { timeoutMs: 60_000, intervalMs: 100 },
  )

test('an on-demand shipment gets a courier and is delivered', async () => {
  const shipment = await createOnDemand()
  const booking = await untilBooked(shipment.shipment_id)
  expect(booking).toMatchObject({
    status: expect.stringMatching(/assigned|en_route/),
    driver: { name: expect.any(String) },
  })
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'delivered')
  const timeline = getData(await get(`/api/v1/shipments/${shipment.shipment_id}/events`), 200)
  const times = timeline.map((entry: { occurred_at: string }) => entry.occurred_at)
  expect(times).toEqual([...times].sort())
  expect(timeline.at(-1).status).toBe('delivered')
})

test('steps reported together are each shown with the status that follows from them', async () => {
  const { shipment } = await bookShipment()
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  const timeline: { tracking_status: string | null; status: string }[] = getData(
    await get(`/api/v1/shipments/${shipment.shipment_id}/events`),
    200,
  )
  const steps = timeline.flatMap(({ tracking_status, status }) => (tracking_status ? [[tracking_status, status]] : []))
  expect(Object.fromEntries(steps)).toMatchObject({
    arrived_at_pickup: 'ready',
    picked_up: 'in_transit',
    en_route_to_dropoff: 'in_transit',
    arrived_at_dropoff: 'out_for_delivery',
    delivered: 'delivered',
  })
})

test('the ETA follows the courier: on the booking, in the timeline and on the tracking page', async () => {
  const { shipment, booking } = await bookShipment()
  const path = `/api/v1/bookings/${booking.booking_id}`
  expect(booking.eta).toMatchObject({ from: expect.any(String), to: expect.any(String) })
  await eventually(async () =>
    expect(await (await fetch(booking.tracking_url)).text()).toMatch(/Getting ready.*Expected/s),
  )
  getData(await advance(shipment.shipment_id, { status: 'en_route_to_dropoff' }), 200)
  const { eta } = await untilStatus(path, 'en_route_to_dropoff')
  expect(eta).toMatchObject({ source: 'carrier' })
  expect(Date.parse(eta.from)).toBeGreaterThanOrEqual(Date.parse(eta.updated_at))
  await eventually(async () => {
    const timeline = getData(await get(`/api/v1/shipments/${shipment.shipment_id}/events`), 200)
    const last = timeline.findLast(({ type }: { type: string }) => type === 'tracking')
    expect(last).toMatchObject({ tracking_status: 'en_route_to_dropoff', eta: { from: eta.from, to: eta.to } })
  })
  const page = await fetch(booking.tracking_url)
  // The second day is named when the window ends after midnight.
  const expected =
    /Expected \w{3} \d+ \w{3,4}, \d{2}:\d{2} ?– ?(\w{3} \d+ \w{3,4}, )?\d{2}:\d{2}<.*Times are London time\./s
  expect(await page.text()).toMatch(expected)
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  expect((await untilStatus(path, 'delivered')).eta).toBeNull()
})

test('cancelling a booked shipment cancels the carrier’s job first', async () => {
  const { shipment, booking } = await bookShipment()
  const cancelled = getData(
    await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, {
      reason_code: 'out_of_stock',
      reason_note: 'sold',
    }),
    200,
  )
  expect(cancelled).toMatchObject({ status: 'cancelled', cancellation_reason_code: 'out_of_stock' })
  expect(await untilStatus(`/api/v1/bookings/${booking.booking_id}`, 'cancelled')).toMatchObject({
    cancelled_at: expect.any(String),
    cancellation_reason_code: 'out_of_stock',
    cancel_reason: 'sold',
  })
})

test('after pickup the carrier refuses the cancellation, and the booking stays active', async () => {
  const { shipment, booking } = await bookShipment()
  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'in_transit')
  const reply = await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, { reason_code: 'too_late' })
  expect(reply.status).toBe(409)
  expect(reply.body.error).toMatchObject({
    code: 'cancellation_refused',
    carrier: { carrier_code: booking.carrier_code },
  })
  const present = getData(await get(`/api/v1/shipments/${shipment.shipment_id}`), 200)
  expect(present).toMatchObject({ status: 'in_transit', cancellation_requested_at: null })
})

test('a change of address is sent to the booked carrier', async () => {
  const { shipment } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const updated = getData(await patch(path, { dropoff_address: { address_line_1: '11 River Road' } }), 200)
  expect(updated.dropoff_address.address_line_1).toBe('11 River Road')
  getData(await advance(shipment.shipment_id, { status: 'arrived_at_dropoff' }), 200)
  await untilStatus(path, 'out_for_delivery')
  const refused = await patch(path, { dropoff_address: { address_line_1: '13 River Road' } })
  expect(refused.status).toBe(409)
  expect(refused.body.error.code).toBe('update_refused')
  expect(getData(await get(path), 200).dropoff_address.address_line_1).toBe('11 River Road')
})

test('an on-demand shipment that no courier takes is refused at once, and one that all decline fails and says why', async () => {
  const path = '/api/v1/shipments/on-demand'
  const heavy = await post(path, aShipmentDocument({ parcels: [aParcelDocument({ weight_kg: 1000 })] }))
  const everyCourier = ['swift_now', 'van_same_day', 'uber_direct_courier'].map((service_code) =>
    expect.objectContaining({ service_code }),
  )
  expect(heavy).toMatchObject({
    status: 422,
    body: { error: { code: 'dispatch_not_served', meta: { messages: expect.arrayContaining(everyCourier) } } },
  })
  const dispatch = { max_total_amount: '0.50', service_codes: ['swift_now'] }
  const shipment = await createOnDemand({ dispatch })
  expect(shipment.dispatch).toMatchObject({ ...dispatch, currency: 'GBP', max_attempts: 5 })
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'failed')
  await untilTimeline(shipment.shipment_id, [
    {
      type: 'carrier_declined',
      carrier_code: 'swift_courier',
      service_code: 'swift_now',
      reason: 'too_expensive',
      description: expect.stringContaining('max_total_amount is 0.50'),
    },
  ])
})

test('an on-demand shipment in a live environment without carriers fails, and event and timeline say why', async () => {
  const { access_token: token } = await createTenant('live')
  const read = async (path: string) => getData(await call('GET', path, { token }), 200)
  const created = await call('POST', '/api/v1/shipments/on-demand', { token, body: aShipmentDocument() })
  const { shipment_id } = getData(created, 201)
  const reason = 'no_carrier_on_demand'
  const [event] = await eventually(async () => {
    const found = await read(`/api/v1/events?type=shipment.failed&subject_id=${shipment_id}`)
    expect(found).toHaveLength(1)
    return found
  })
  expect(event.data.object).toMatchObject({ status: 'failed', failure_reason: reason })
  expect((await read(`/api/v1/shipments/${shipment_id}/events`)).at(-1)).toMatchObject({
    type: 'status_changed',
    status: 'failed',
    reason,
    description: expect.stringContaining('Add a carrier account'),
  })
})

test('an on-demand route that is too long and has no coordinates fails, and the timeline names the distance', async () => {
  const nowhere = { latitude: null, longitude: null }
  const { shipment_id } = await createOnDemand({
    pickup_address: anAddress(nowhere),
    dropoff_address: aDropoffAddress({ city: 'Edinburgh', town: null, post_code: 'EH1 1YZ', ...nowhere }),
  })
  const { failure_reason } = await untilStatus(`/api/v1/shipments/${shipment_id}`, 'failed')
  expect(failure_reason).toBe('no_courier_available')
  const tooFar = (service_code: string, limit: string) => ({
    type: 'carrier_declined',
    service_code,
    reason: 'too_far',
    description: expect.stringContaining(limit),
  })
  await untilTimeline(shipment_id, [
    tooFar('swift_now', 'Goes at most 30 km on demand; by road it is'),
    tooFar('van_same_day', 'Goes at most 100 km on demand; by road it is'),
  ])
})

test('cancelling an on-demand shipment during dispatch leaves no active carrier job', async () => {
  const shipment = await createOnDemand()
  const reply = await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, { reason_code: 'changed_mind' })
  expect([200, 504]).toContain(reply.status)
  const cancelled = await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'cancelled')
  expect(cancelled.booking_id).toBeNull()
  const path = `/api/v1/shipments/${shipment.shipment_id}/booking`
  if ((await get(path)).status !== 404) await untilStatus(path, 'cancelled')
})

test('an ended shipment can be neither changed nor booked', async () => {
  const shipment = await createShipment()
  const quote = getData(await post('/api/v1/quotes', { shipment_id: shipment.shipment_id }), 201)
  getData(await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, { reason_code: 'x' }), 200)
  const changed = await patch(`/api/v1/shipments/${shipment.shipment_id}`, { metadata: { a: 'b' } })
  expect([changed.status, changed.body.error.code]).toEqual([409, 'shipment_not_updatable'])
  const quoted = await post('/api/v1/quotes', { shipment_id: shipment.shipment_id })
  expect([quoted.status, quoted.body.error.code]).toEqual([409, 'shipment_not_bookable'])
  const booked = await post(`/api/v1/shipments/${shipment.shipment_id}/book`, {
    quote_option_id: quote.options[0].quote_option_id,
  })
  expect([booked.status, booked.body.error.code]).toEqual([409, 'shipment_not_bookable'])
})
