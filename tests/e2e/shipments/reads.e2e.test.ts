/** Read operations, and changes with If-Match. */
import { expect, test } from 'vitest'
import { get, getData, patch, post } from '../api.ts'
import { advance, bookShipment, createShipment, quoteShipment } from '../journeys.ts'

const getIds = (list: Record<string, string>[], name: string) => list.map((one) => one[name])

test("a shipment's quotes and booking are found by its id and in the lists", async () => {
  const { shipment, quote, booking } = await bookShipment()
  const { shipment_id } = shipment
  const quotes = getData(await get(`/api/v1/shipments/${shipment_id}/quotes`), 200)
  expect(getIds(quotes, 'quote_id')).toEqual([quote.quote_id])
  expect(getData(await get(`/api/v1/quotes?shipment_id=${shipment_id}&status=accepted`), 200)).toHaveLength(1)
  expect(getData(await get(`/api/v1/quotes?shipment_id=${shipment_id}&status=pending`), 200)).toEqual([])

  const found = getData(await get(`/api/v1/shipments/${shipment_id}/booking`), 200)
  expect(found).toMatchObject({ booking_id: booking.booking_id, tracking_url: shipment.tracking_url })
  const bookings = getData(await get(`/api/v1/bookings?shipment_id=${shipment_id}&status=assigned`), 200)
  expect(getIds(bookings, 'booking_id')).toEqual([booking.booking_id])

  const unbooked = await createShipment()
  const none = await get(`/api/v1/shipments/${unbooked.shipment_id}/booking`)
  expect([none.status, none.body.error.code]).toEqual([404, 'booking_not_found'])
})

test('lists are paginated by cursor or by Link header', async () => {
  const { shipment_id } = await createShipment()
  const made = [await quoteShipment(shipment_id), await quoteShipment(shipment_id), await quoteShipment(shipment_id)]
  const first = await get(`/api/v1/shipments/${shipment_id}/quotes?limit=2`)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await get(new URL(next).pathname + new URL(next).search)
  expect(getIds([...getData(first, 200), ...getData(second, 200)], 'quote_id')).toEqual(
    made.map(({ quote_id }) => quote_id).reverse(),
  )
  expect(second.body.meta).toEqual({ has_more: false, next_cursor: null, limit: 2 })
  for (const path of ['/api/v1/bookings?cursor=x', '/api/v1/quotes?cursor=x']) {
    const reply = await get(path)
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_cursor'])
  }
  for (const path of ['/api/v1/bookings?status=sent', '/api/v1/quotes?status=bought', '/api/v1/quotes?limit=0']) {
    const reply = await get(path)
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_parameter'])
  }
})

test('a page has 25 entries unless limit says otherwise, and at most 100', async () => {
  const { shipment_id } = await createShipment()
  for (const path of [`/api/v1/shipments/${shipment_id}/events`, '/api/v1/events', '/api/v1/shipments']) {
    expect((await get(path)).body.meta.limit).toBe(25)
    expect((await get(`${path}?limit=100`)).body.meta.limit).toBe(100)
    expect(getData(await get(`${path}?limit=1`), 200)).toHaveLength(1)
    expect((await get(`${path}?limit=101`)).body.error).toMatchObject({ code: 'invalid_parameter' })
  }
})

test('the carriers that made offers are listed with the services offered', async () => {
  const { options } = await quoteShipment((await createShipment()).shipment_id)
  const carriers = getData(await get('/api/v1/carriers'), 200)
  for (const { carrier_code, service_code } of options) {
    const carrier = carriers.find((one: { carrier_code: string }) => one.carrier_code === carrier_code)
    expect(getIds(carrier.services, 'service_code')).toContain(service_code)
  }
})

test('the courier’s position is available after the first report', async () => {
  const { shipment, booking } = await bookShipment()
  const path = `/api/v1/bookings/${booking.booking_id}/driver_location`
  expect(getData(await get(path), 200)).toMatchObject({ booking_id: booking.booking_id })
  getData(await advance(shipment.shipment_id, { status: 'arrived_at_dropoff' }), 200)
  const { latitude, longitude } = shipment.dropoff_address
  expect(getData(await get(path), 200)).toMatchObject({
    driver_id: booking.current_driver_id,
    location: { latitude, longitude },
  })
})

test('PATCH, cancel and book with an outdated If-Match get 412 and change nothing', async () => {
  const { shipment_id } = await createShipment()
  const path = `/api/v1/shipments/${shipment_id}`
  const seen = (await get(path)).headers.get('etag') ?? ''
  const { options } = await quoteShipment(shipment_id)
  getData(await patch(path, { metadata: { a: 'b' } }, { headers: { 'if-match': seen } }), 200)

  const headers = { 'if-match': seen }
  const attempts = [
    await patch(path, { metadata: { a: 'c' } }, { headers }),
    await post(`${path}/cancel`, { reason_code: 'x' }, { headers }),
    await post(`${path}/book`, { quote_option_id: options[0].quote_option_id }, { headers }),
  ]
  expect(attempts.map(({ status, body }) => [status, body.error.code])).toEqual(
    attempts.map(() => [412, 'version_conflict']),
  )
  const present = await get(path)
  expect(getData(present, 200)).toMatchObject({ status: 'ready', metadata: { a: 'b' }, booking_id: null })

  const fresh = { headers: { 'if-match': present.headers.get('etag') ?? '' } }
  const booked = await post(`${path}/book`, { quote_option_id: options[0].quote_option_id }, fresh)
  getData(booked, 201)
  const etag = (await get(path)).headers.get('etag') ?? ''
  getData(await post(`${path}/cancel`, { reason_code: 'x' }, { headers: { 'if-match': etag } }), 200)
})

test('what is written is read back byte for byte, with the same ETag, whatever the order of the keys', async () => {
  const metadata = { zebra: '1', b: '2', a: '3' }
  const address = { post_code: 'N1 9GU', city: 'London', country: 'GB', address_line_1: '7 River Road', name: 'Ada' }
  const parcels = [{ title: 'Box', weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }]
  const { shipment_id } = await createShipment({ metadata })
  const path = `/api/v1/shipments/${shipment_id}`
  const view = {
    resource: 'shipments',
    name: `Keys ${shipment_id}`,
    query: { status: 'ready', q: 'abc', metadata: { zone: '1', a: '2' } },
  }
  const card = { name: 'Keys', service_code: 'fleet_same_day', currency: 'GBP', pickup_country: 'GB', enabled: false }
  for (const [written, read] of [
    [await patch(path, { metadata: { y: '4', x: '5' } }), path],
    [
      await post('/api/v1/pickup-locations', {
        address: { ...address, name: shipment_id },
        hours: { tuesday: [{ to: '12:00', from: '09:00' }], monday: [{ from: '09:00', to: '12:00' }] },
      }),
      '/api/v1/pickup-locations/{pickup_location_id}',
    ],
    [await post('/api/v1/saved-views', view), '/api/v1/saved-views/{view_id}'],
    [
      await post('/api/v1/rate-cards', { ...card, zones: [{ amount: 5, post_code_prefix: 'N1', country: 'GB' }] }),
      '/api/v1/rate-cards/{rate_card_id}',
    ],
  ] as const) {
    const data = getData(written, read === path ? 200 : 201)
    const again = await get(read.replaceAll(/\{(\w+)\}/g, (_, name: string) => data[name]))
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(written.body))
    expect([read, again.headers.get('etag')]).toEqual([read, written.headers.get('etag')])
  }
  const addresses = { pickup_address: address, dropoff_address: address }
  const onDemand = { merchant_order_ref: `keys-${shipment_id}`, metadata, parcels, dispatch: { max_attempts: 2 } }
  const sent = getData(await post('/api/v1/shipments/on-demand', { ...onDemand, ...addresses }), 201)
  const read = getData(await get(`/api/v1/shipments/${sent.shipment_id}`), 200)
  for (const name of ['metadata', 'dispatch']) expect(JSON.stringify(read[name])).toBe(JSON.stringify(sent[name]))
})

test('a shipment can be sent back as it was read: in a change, and in a quote of it', async () => {
  const { shipment_id } = await createShipment()
  const path = `/api/v1/shipments/${shipment_id}`
  const shown = getData(await get(path), 200)
  expect(getData(await patch(path, shown), 200)).toEqual(shown)
  expect(getData(await post('/api/v1/quotes', shown), 201)).toMatchObject({ shipment_id })
  const changed = getData(await patch(path, { ...shown, dropoff_instructions: 'Ring thrice' }), 200)
  expect(changed).toMatchObject({ dropoff_instructions: 'Ring thrice', parcels: shown.parcels })
  const wrong = { ...changed, updated_at: undefined, status: 'cancelled', merchant_order_ref: 'OTHER' }
  const refused = await patch(path, wrong)
  expect(refused.status).toBe(422)
  expect(refused.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
    'merchant_order_ref',
    'status',
  ])
})

test('a shipment that was read before its delivery moved on can be sent back', async () => {
  const { shipment } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  const changed = getData(await patch(path, { ...shipment, metadata: { shelf: '4' } }), 200)
  expect(changed).toMatchObject({ status: 'in_transit', metadata: { ...shipment.metadata, shelf: '4' } })
})
