/** The booking of a shipment, its simulator, and the map. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, list } from '../../testing/api.ts'
import { watchDocuments } from '../../testing/documents.ts'
import { openScreen } from '../../testing/screen.tsx'
import { AT } from '../../testing/session.ts'
import { changed, makeAnswers, PATH, region } from '../../testing/shipment-screen.ts'
import { aBooking, anItem, aPlace, aShipment, BOOKING_ID, someCustoms } from '../../testing/shipments.ts'

test('a booking shows its price, number and proof of delivery, and its documents open in tabs', async () => {
  const booking = aBooking({
    status: 'delivered',
    printed_at: AT,
    driver: { name: 'Dora Driver' } as never,
    pod: {
      captured_at: AT,
      recipient: { name: 'Neighbour' },
      signature: {},
      photos: [{ sha256: 'a' }, { sha256: 'b' }],
    } as never,
  })
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment: aShipment({ status: 'delivered', booking_id: BOOKING_ID }), bookings: [booking] }),
      'GET /bookings/:id/proof/:name': ({ params }) =>
        new Response(params.name, { headers: { 'content-type': 'image/png' } }),
      'GET /bookings/:id/label': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
      'POST /bookings/:id/label/printed': booking,
    },
  })
  const card = await region(/City Van/)
  for (const text of ['£6.00', 'CV0000001', 'Dora Driver', 'Neighbour']) card.getAllByText(text)
  const { tabs } = watchDocuments()
  await page.user.click(card.getByRole('button', { name: 'Photo 2' }))
  await waitFor(() => expect(tabs[0]?.location.href).toBe('blob:1'))
  expect(page.api.callsTo('GET /bookings/:id/proof/:name').map(({ params }) => params.name)).toEqual(['photo-2'])
  await page.user.click(card.getByRole('button', { name: 'Print the label again' }))
  await waitFor(() => expect(page.api.callsTo('POST /bookings/:id/label/printed')).toHaveLength(1))
  page.api.answer({ 'GET /bookings/:id/proof/:name': failure(404, { message: 'It is no longer kept.' }) })
  await page.user.click(card.getByRole('button', { name: 'Signature' }))
  await card.findByText('It is no longer kept.')
  expect(tabs.map(({ isClosed }) => isClosed)).toEqual([false, false, true])
})

test('several parcels are listed, each with its status, number and label', async () => {
  const parcel = (number: number, values: object) => ({
    parcel_id: `pcl_${number}`,
    number,
    incident: null,
    tracking_number: `CV-${number}`,
    carrier_tracking_url: null,
    label_url: 'http://localhost/label.pdf',
    price: null,
    refund_status: null,
    ...values,
  })
  const parcels = [
    parcel(1, { status: 'delivered', price: { amount: '3.00', currency: 'GBP' } }),
    parcel(2, { status: 'cancelled', label_url: null, refund_status: 'requested' }),
    parcel(3, { status: 'picked_up', incident: 'damaged' }),
  ] as never
  const booking = aBooking({ status: 'picked_up', parcels })
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment: aShipment({ booking_id: BOOKING_ID }), bookings: [booking] }),
      'GET /bookings/:id/label': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    },
  })
  const card = await region(/City Van/)
  for (const text of ['CV-1', 'Delivered', '£3.00', 'CV-2', 'Refund requested', 'CV-3', 'Damaged']) card.getByText(text)
  expect(card.queryByRole('button', { name: 'Label of parcel 2' })).toBeNull()
  watchDocuments()
  await page.user.click(card.getByRole('button', { name: 'Label of parcel 3' }))
  await waitFor(() =>
    expect(page.api.callsTo('GET /bookings/:id/label').map(({ query }) => query.get('parcel'))).toEqual(['3']),
  )
})

test.for([
  ['GB N1 9GU', 'GB', 0],
  ['GB N1 9GU', 'CH', 1],
  ['DE', 'MC 98000', 0],
  ['FR 75001', 'ES 35001', 1],
] as const)('items from %s to %s have %d buttons for their papers', async ([from, to, count]) => {
  const toPlace = (text: string) => ({ country: text.slice(0, 2), post_code: text.slice(3) || null })
  const { parcels, pickup_address, dropoff_address } = aShipment()
  const shipment = aShipment({
    booking_id: BOOKING_ID,
    pickup_address: { ...pickup_address, ...toPlace(from) },
    dropoff_address: { ...dropoff_address, ...toPlace(to) },
    parcels: parcels.map((parcel) => ({ ...parcel, items: [anItem()] })),
  })
  await openScreen(PATH, { answers: makeAnswers({ shipment, bookings: [aBooking({ shipment })] }) })
  const card = await region(/City Van/)
  expect(card.queryAllByRole('button', { name: 'Papers for customs' })).toHaveLength(count)
})

test('a booking across a customs border has its papers, which are no print of the label', async () => {
  const parcels = aShipment().parcels.map((parcel) => ({ ...parcel, items: [anItem({ hs_code: '190590' })] }))
  const shipment = aShipment({ booking_id: BOOKING_ID, customs: someCustoms(), parcels })
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment, bookings: [aBooking({ shipment })] }),
      'GET /bookings/:id/label': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    },
  })
  await screen.findByText('2 × Rye bread · £4.50 · HS 190590 · United Kingdom')
  for (const line of ['Sale of goods', 'DDP', 'Invoice INV-7', 'CPF 7 of the recipient']) screen.getByText(line)
  const card = await region(/City Van/)
  const { tabs } = watchDocuments()
  await page.user.click(card.getByRole('button', { name: 'Papers for customs' }))
  await waitFor(() => expect(tabs[0]?.location.href).toBe('blob:1'))
  expect(page.api.callsTo('GET /bookings/:id/label').map(({ query }) => query.get('document'))).toEqual(['customs'])
  const none = { message: 'No items are listed of parcel 1.' }
  page.api.answer({ 'GET /bookings/:id/label': failure(404, none) })
  await page.user.click(card.getByRole('button', { name: 'Papers for customs' }))
  await card.findByText(none.message)
})

test('exchanges with the carrier are read when they are opened', async () => {
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment: aShipment({ booking_id: BOOKING_ID }), bookings: [aBooking()] }),
      'GET /bookings/:id/exchanges': list([{ operation: 'book' }]),
    },
  })
  const card = await region(/City Van/)
  expect(page.api.callsTo('GET /bookings/:id/exchanges')).toEqual([])
  const details = card.getByText('Exchanges with the carrier').closest('details') as HTMLDetailsElement
  await act(async () => {
    details.open = true
  })
  await card.findByRole('region', { name: 'Exchanges with the carrier as JSON' })
})

test('the simulator moves the courier, and says what is refused', async () => {
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment: aShipment({ booking_id: BOOKING_ID }), bookings: [aBooking()] }),
      'POST /simulator/shipments/:id/advance': {},
    },
  })
  const card = await region('Simulator')
  await page.user.click(card.getByRole('button', { name: 'Pick up' }))
  await page.user.click(card.getByRole('button', { name: 'Wrong address' }))
  expect(page.api.sentTo('POST /simulator/shipments/:id/advance')).toEqual([
    { status: 'picked_up' },
    { incident: 'incorrect_address' },
  ])
  page.api.answer({ 'POST /simulator/shipments/:id/advance': failure(409, { message: 'It has ended.' }) })
  await page.user.click(card.getByRole('button', { name: 'Deliver' }))
  await card.findByText('It has ended.')
})

const nowhere = { latitude: null, longitude: null }

test('a browser that cannot draw the map has the places in words', async () => {
  await openScreen(PATH, { answers: makeAnswers({ shipment: aShipment() }) })
  const map = await region('Map')
  await map.findByText(/^The map cannot be shown in this browser/)
  map.getByText('3.3 km from the pickup')
  map.getByText('12 Market Street, London')
})

test('without coordinates there is no map, and with one address the other is named', async () => {
  const shipment = aShipment()
  const state = {
    shipment: aShipment({
      pickup_address: { ...shipment.pickup_address, ...nowhere },
      dropoff_address: { ...shipment.dropoff_address, ...nowhere },
    }),
  }
  const page = await openScreen(PATH, { answers: makeAnswers(state) })
  await region('History')
  expect(screen.queryByRole('region', { name: 'Map' })).toBeNull()
  state.shipment = { ...state.shipment, pickup_address: shipment.pickup_address }
  page.api.emit(changed)
  await (await region('Map')).findByText('Not on the map: this address has no coordinates.')
})

test('the courier is on the way to the pickup and then to the drop-off, with the time of arrival', async () => {
  const location = { latitude: 51.5308, longitude: -0.0973 }
  const state = {
    shipment: aShipment({ booking_id: BOOKING_ID }),
    bookings: [aBooking({ status: 'en_route_to_pickup', eta: { from: AT, to: AT } as never })],
  }
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'GET /bookings/:id/driver_location': aPlace({ location: location as never, occurred_at: AT }),
    },
  })
  const map = await region('Map')
  // One of the courier, and one of the drop-off.
  await waitFor(() => expect(map.getAllByText('3.3 km from the pickup')).toHaveLength(2))
  map.getByText(/^Arrival /)
  state.bookings = [aBooking({ status: 'en_route_to_dropoff' })]
  page.api.emit({ type: 'booking.updated', subject: { type: 'booking', id: BOOKING_ID } } as never)
  await map.findByText('0 m from the drop-off')
})

test('a booking that a carrier has accepted is shown as accepted, with or without a driver', async () => {
  const shipment = aShipment({ booking_id: BOOKING_ID })
  await openScreen(PATH, { answers: makeAnswers({ shipment, bookings: [aBooking({ status: 'assigned' })] }) })
  const card = await region(/City Van/)
  card.getByText('Accepted by the carrier')
})
