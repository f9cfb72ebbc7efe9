/** The nine operations of the interface: shapes, names and status values. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { call, get, getData, patch, post, sandbox, silentReceiverUrl } from '../api.ts'
import { aReference, bookShipment, createShipment, quoteShipment } from '../journeys.ts'

const decimal = /^\d+\.\d+$/
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const addressFields = ['address_line_1', 'city', 'country', 'latitude', 'location_id', 'longitude', 'name', 'post_code']

const aShipmentAnswer = (merchantOrderRef: string) => ({
  shipment_id: expect.stringMatching(/^shp_/),
  merchant_id: sandbox.merchant_id,
  environment_id: sandbox.environment_id,
  merchant_order_ref: merchantOrderRef,
  collection_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  ready_at: expect.stringMatching(timestamp),
  created_at: expect.stringMatching(timestamp),
  pickup_instructions: 'Ring the bell',
  dropoff_instructions: 'Leave at the desk',
})

const anOptionAnswer = {
  quote_option_id: expect.stringMatching(/^qop_/),
  carrier_code: expect.any(String),
  service_code: expect.any(String),
  currency: 'GBP',
  amount: expect.stringMatching(decimal),
  tax_amount: expect.stringMatching(decimal),
  total_amount: expect.stringMatching(decimal),
  eta_from: expect.stringMatching(timestamp),
  eta_to: expect.stringMatching(timestamp),
  rules: { max_weight_kg: expect.any(Number) },
}

test('1. create on-demand: in transit at once, with mode and priority added to the metadata', async () => {
  const merchant_order_ref = aReference()
  const { collection_date: _, ...document } = aShipmentDocument({ merchant_order_ref, metadata: { source: 'till' } })
  const reply = await post('/api/v1/shipments/on-demand', document)
  expect(reply.body.success).toBe(true)
  expect(getData(reply, 201)).toMatchObject({
    ...aShipmentAnswer(merchant_order_ref),
    status: 'in_transit',
    metadata: { source: 'till', mode: 'on_demand', priority: 'high' },
  })
})

test('2. create: ready, addresses in response form, measures as decimal strings', async () => {
  const merchant_order_ref = aReference()
  const reply = await post('/api/v1/shipments', aShipmentDocument({ merchant_order_ref }))
  const shipment = getData(reply, 201)
  expect(shipment).toMatchObject({
    ...aShipmentAnswer(merchant_order_ref),
    status: 'ready',
    metadata: { source: 'webshop' },
  })
  expect(Object.keys(shipment.pickup_address).sort()).toEqual(addressFields)
  expect(shipment.pickup_address).toMatchObject({ latitude: 51.5392, longitude: -0.1426, country: 'GB' })
  expect(shipment.parcels).toEqual([
    {
      parcel_id: expect.stringMatching(/^pcl_/),
      title: 'Box of bread',
      weight_kg: '1.250',
      length_cm: '30.00',
      width_cm: '20.00',
      height_cm: '15.50',
      weight: { value: '1.250', unit: 'kg' },
      dimensions: { length: '30.00', width: '20.00', height: '15.50', unit: 'cm' },
      declared_value: '0.00',
      declared_value_currency: 'GBP',
      contents_description: 'Box of bread',
      items: [],
    },
  ])
  expect(reply.headers.get('etag')).toBeTruthy()
  expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
  expect(getData(await get(`/api/v1/shipments/${shipment.shipment_id}`), 200)).toEqual(shipment)
})

test('2. the same address has the same location_id within an environment', async () => {
  const [first, second] = [await createShipment(), await createShipment()]
  expect(first.pickup_address.location_id).toBe(second.pickup_address.location_id)
  expect(first.pickup_address.location_id).not.toBe(first.dropoff_address.location_id)
})

test('3. quote: pending, options cheapest first, total = amount + tax, nothing selected', async () => {
  const merchant_order_ref = aReference()
  const quote = getData(await post('/api/v1/quotes', aShipmentDocument({ merchant_order_ref })), 201)
  expect(quote).toMatchObject({
    quote_id: expect.stringMatching(/^qte_/),
    merchant_order_ref,
    merchant_id: sandbox.merchant_id,
    environment_id: sandbox.environment_id,
    shipment_id: expect.stringMatching(/^shp_/),
    status: 'pending',
    requested_at: expect.stringMatching(timestamp),
    expires_at: expect.stringMatching(timestamp),
    selected_option: null,
  })
  const carriers = new Set(quote.options.map((option: { carrier_code: string }) => option.carrier_code))
  expect([...carriers].sort()).toEqual(['city_van', 'eco_parcel', 'swift_courier'])
  for (const option of quote.options) {
    expect(option).toMatchObject(anOptionAnswer)
    expect(Math.round((Number(option.amount) + Number(option.tax_amount)) * 100)).toBe(
      Math.round(Number(option.total_amount) * 100),
    )
    expect(option.eta_from < option.eta_to).toBe(true)
  }
  const totals = quote.options.map((option: { total_amount: string }) => Number(option.total_amount))
  expect(totals).toEqual([...totals].sort((a, b) => a - b))
  expect(getData(await get(`/api/v1/quotes/${quote.quote_id}`), 200)).toEqual(quote)
})

test('3. a quote of the same document finds its shipment, and one for another day registers another', async () => {
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  const first = getData(await post('/api/v1/quotes', document), 201)
  expect(first.shipment_created).toBe(true)
  const second = getData(await post('/api/v1/quotes', document), 201)
  expect(second).toMatchObject({ shipment_id: first.shipment_id, shipment_created: false })
  expect(getData(await get(`/api/v1/shipments/${first.shipment_id}`), 200).status).toBe('ready')
  const collection_date = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const later = getData(await post('/api/v1/quotes', { ...document, collection_date }), 201)
  expect(later.shipment_created).toBe(true)
  expect(later.shipment_id).not.toBe(first.shipment_id)
})

test('4. update: a partial address, instructions and metadata are merged', async () => {
  const shipment = await createShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const updated = getData(
    await patch(path, {
      dropoff_address: { address_line_1: '9 River Road', city: 'London', country: 'GB' },
      dropoff_instructions: 'Back door',
      metadata: { floor: '3', source: null },
    }),
    200,
  )
  expect(updated).toMatchObject({
    shipment_id: shipment.shipment_id,
    status: 'ready',
    dropoff_instructions: 'Back door',
    metadata: { floor: '3' },
    dropoff_address: {
      address_line_1: '9 River Road',
      name: 'Grace Miller',
      latitude: null,
      longitude: null,
      post_code: 'N1 9GU',
    },
  })
  expect(updated.metadata).not.toHaveProperty('source')
  expect(updated.pickup_address).toEqual(shipment.pickup_address)
  expect(getData(await get(path), 200)).toEqual(updated)
})

test('5. cancel: the reason is echoed, a second cancel says so', async () => {
  const shipment = await createShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}/cancel`
  expect(getData(await post(path, { reason_code: 'customer_request', reason_note: 'changed my mind' }), 200)).toEqual({
    shipment_id: shipment.shipment_id,
    status: 'cancelled',
    cancellation_reason_code: 'customer_request',
    cancellation_reason_note: 'changed my mind',
  })
  const again = await post(path, { reason_code: 'customer_request' })
  expect(again.status).toBe(409)
  expect(again.body.error).toMatchObject({ code: 'shipment_not_cancellable', meta: { current_status: 'cancelled' } })
})

test('6. book: assigned, with job, label and driver; the embedded shipment stays ready', async () => {
  const { shipment, quote, option, booking } = await bookShipment()
  expect(booking).toMatchObject({
    booking_id: expect.stringMatching(/^bkg_/),
    merchant_id: sandbox.merchant_id,
    environment_id: sandbox.environment_id,
    shipment_id: shipment.shipment_id,
    shipment: { shipment_id: shipment.shipment_id, status: 'ready' },
    quote_option: { ...anOptionAnswer, quote_option_id: option.quote_option_id, total_amount: option.total_amount },
    status: 'assigned',
    carrier_code: option.carrier_code,
    carrier_job_id: expect.any(String),
    driver: {
      driver_id: expect.any(String),
      name: expect.any(String),
      email: expect.any(String),
      telephone: expect.any(String),
    },
    booked_at: expect.stringMatching(timestamp),
    cancelled_at: null,
    cancellation_reason_code: null,
    cancellation_reason_note: null,
    cancel_reason: null,
    pod: null,
  })
  expect(booking.current_driver_id).toBe(booking.driver.driver_id)

  const label = await call('GET', new URL(booking.label_url).pathname + new URL(booking.label_url).search, {
    token: null,
  })
  expect(label.status).toBe(200)
  expect(label.headers.get('content-type')).toContain('application/pdf')
  expect(label.text.startsWith('%PDF-')).toBe(true)

  expect(getData(await get(`/api/v1/quotes/${quote.quote_id}`), 200)).toMatchObject({
    status: 'accepted',
    selected_option: { quote_option_id: option.quote_option_id },
  })
})

test('6. booking the same option again returns the active booking', async () => {
  const { shipment, quote, option, booking } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}/book`
  const again = await post(path, { quote_option_id: option.quote_option_id })
  expect(getData(again, 200).booking_id).toBe(booking.booking_id)
  const other = await post(path, { quote_option_id: quote.options[1].quote_option_id })
  expect(other.status).toBe(409)
  expect(other.body.error.code).toBe('shipment_already_booked')
})

test('6. a change of the route supersedes the quote', async () => {
  const shipment = await createShipment()
  const quote = await quoteShipment(shipment.shipment_id)
  getData(await patch(`/api/v1/shipments/${shipment.shipment_id}`, { dropoff_address: { city: 'Leeds' } }), 200)
  const reply = await post(`/api/v1/shipments/${shipment.shipment_id}/book`, {
    quote_option_id: quote.options[0].quote_option_id,
  })
  expect(reply.status).toBe(409)
  expect(reply.body.error.code).toBe('quote_superseded')
})

test('6. a change of the collection date supersedes the quote; a change at the door does not', async () => {
  const shipment = await createShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const stale = await quoteShipment(shipment.shipment_id)
  const moved = new Date(Date.parse(shipment.collection_date) + 30 * 86_400_000).toISOString().slice(0, 10)
  getData(await patch(path, { collection_date: moved }), 200)
  const refused = await post(`${path}/book`, { quote_option_id: stale.options[0].quote_option_id })
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'quote_superseded' } } })

  const quote = await quoteShipment(shipment.shipment_id)
  getData(await patch(path, { dropoff_address: { address_line_2: 'Flat 2', phone: '+442079460003' } }), 200)
  const booking = getData(await post(`${path}/book`, { quote_option_id: quote.options[0].quote_option_id }), 201)
  expect(booking.quote_option.eta_from >= moved).toBe(true)
})

test('7 to 9. subscriptions: create with event and events, test, list newest first', async () => {
  const created = await post('/api/v1/webhooks/subscriptions', {
    url: silentReceiverUrl,
    event: 'shipment.updated',
    events: ['shipment.created', 'booking.updated'],
  })
  const subscription = getData(created, 201)
  expect(subscription).toMatchObject({
    subscription_id: expect.stringMatching(/^whs_/),
    status: 'active',
    url: silentReceiverUrl,
    createdAt: expect.stringMatching(timestamp),
    secret: expect.stringMatching(/^whsec_/),
  })
  expect(subscription.events.sort()).toEqual(['booking.updated', 'shipment.created', 'shipment.updated'])

  const delivery = getData(
    await call('POST', `/api/v1/webhooks/subscriptions/${subscription.subscription_id}/test`),
    201,
  )
  expect(delivery).toMatchObject({
    delivery_id: expect.stringMatching(/^whd_/),
    event: 'webhook.test',
    status: 'pending',
    createdAt: expect.stringMatching(timestamp),
  })

  const list = getData(await get('/api/v1/webhooks/subscriptions'), 200)
  expect(Array.isArray(list)).toBe(true)
  expect(list.some((item: { subscription_id: string }) => item.subscription_id === subscription.subscription_id)).toBe(
    true,
  )
  for (const item of list) expect(item).not.toHaveProperty('secret')
})

test('a list is paged by an opaque cursor, newest first', async () => {
  const merchant_order_ref = aReference()
  const ids = []
  for (let n = 0; n < 3; n++) ids.unshift((await createShipment({ merchant_order_ref })).shipment_id)
  const path = `/api/v1/shipments?merchant_order_ref=${merchant_order_ref}&limit=2`
  const first = await get(path)
  expect(first.body.meta).toMatchObject({ has_more: true, limit: 2 })
  const second = await get(`${path}&cursor=${encodeURIComponent(first.body.meta.next_cursor)}`)
  expect(second.body.meta).toMatchObject({ has_more: false, next_cursor: null })
  expect([...first.body.data, ...second.body.data].map((item) => item.shipment_id)).toEqual(ids)
})
