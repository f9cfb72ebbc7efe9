import { act, screen, waitFor, within } from '@testing-library/react'
import type { Booking, Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { type Answers, failure, invalid, list, stale, versioned } from '../../testing/api.ts'
import { watchDocuments } from '../../testing/documents.ts'
import { fullAccount } from '../../testing/full-account.ts'
import { openScreen } from '../../testing/screen.tsx'
import { AT, aSession, READER_SCOPES } from '../../testing/session.ts'
import {
  aBooking,
  anEntry,
  aPlace,
  aQuote,
  aShipment,
  BOOKING_ID,
  SHIPMENT_ID,
  theAddresses,
} from '../../testing/shipments.ts'

const PATH = `/shipments/${SHIPMENT_ID}`

/** The page's answers, of a shipment and bookings that tests change. */
function makeAnswers(state: { shipment: Shipment; bookings?: readonly Booking[] }): Answers {
  return {
    ...fullAccount(),
    'GET /shipments/:id': () => versioned(state.shipment),
    'GET /shipments/:id/addresses': () => theAddresses(state.shipment),
    'GET /bookings': () => list(state.bookings ?? []),
    'GET /api-log': list([]),
    'GET /events': list([]),
  }
}
const actions = () =>
  within(screen.getByRole('main'))
    .getAllByRole('button')
    .map((button) => button.textContent)
const region = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
const changed = { type: 'booking.updated', subject: { type: 'booking', id: BOOKING_ID } } as never

test('a shipment is shown with its addresses, parcels, metadata and JSON', async () => {
  const shipment = aShipment({ dropoff_instructions: 'Ring twice', metadata: { shop: 'north', note: '<b>bold</b>' } })
  await openScreen(PATH, { answers: makeAnswers({ shipment }) })
  await screen.findByRole('heading', { level: 1, name: /ORDER-1/ })
  const facts = await region('Shipment')
  for (const text of ['Grace Miller', '7 River Road', 'N1 9GU', 'Ring twice', 'shop: north', 'note: <b>bold</b>'])
    facts.getByText(text)
  facts.getByText(/1\.25 kg · 30 × 20 × 15\.5 cm/)
  expect((await screen.findByRole('region', { name: 'Shipment as JSON' })).textContent).toContain(
    '"merchant_order_ref"',
  )
  expect(await findViolations()).toEqual([])
})

test('what can be done follows the state: nothing of a shipment that has ended', async () => {
  const state: { shipment: Shipment; bookings: Booking[] } = { shipment: aShipment(), bookings: [] }
  const page = await openScreen(PATH, { answers: makeAnswers(state) })
  await screen.findByRole('link', { name: 'Get offers' })
  expect(actions()).toContain('Cancel the shipment')
  expect(actions()).not.toContain('Cancel the booking')

  state.shipment = aShipment({ booking_id: BOOKING_ID })
  state.bookings = [aBooking()]
  page.api.emit(changed)
  await screen.findByRole('button', { name: 'Cancel the booking' })
  expect(screen.queryByRole('link', { name: 'Get offers' })).toBeNull()
  await region('Simulator')

  state.shipment = aShipment({ booking_id: BOOKING_ID, status: 'delivered' })
  state.bookings = [aBooking({ status: 'delivered' })]
  page.api.emit(changed)
  await waitFor(() => expect(actions()).not.toContain('Change'))
  expect(actions()).not.toContain('Cancel the booking')
  expect(screen.queryByRole('region', { name: 'Simulator' })).toBeNull()
  await page.user.keyboard('e')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who may only read gets no actions', async () => {
  await openScreen(PATH, {
    answers: makeAnswers({ shipment: aShipment({ booking_id: BOOKING_ID }), bookings: [aBooking()] }),
    session: aSession({ role: 'support', scopes: READER_SCOPES }),
  })
  await region(/City Van/)
  for (const name of ['Change', 'Cancel the booking', 'Cancel the shipment']) expect(actions()).not.toContain(name)
})

test('a shipment that does not exist says so and what to do', async () => {
  await openScreen(PATH, {
    answers: {
      ...fullAccount(),
      'GET /shipments/:id': failure(404, { code: 'shipment_not_found', message: 'No shipment.' }),
    },
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('No shipment.')
  expect(alert.textContent).toContain('It may have been deleted')
})

test('a change sends what differs, names wrong fields, and closes once it is made', async () => {
  const state = { shipment: aShipment() }
  const page = await openScreen(PATH, {
    answers: { ...makeAnswers(state), 'PATCH /shipments/:id': invalid({ '/dropoff_address/post_code': 'is unknown' }) },
  })
  await screen.findByRole('button', { name: 'Change' })
  await page.user.keyboard('e')
  const sheet = within(await screen.findByRole('dialog', { name: 'Change the shipment' }))
  sheet.getByText('A new address or date voids earlier offers.')
  await page.fill(await sheet.findByLabelText('Post code'), 'X')
  await page.fill(sheet.getByLabelText('Name'), '')
  await page.user.selectOptions(sheet.getByLabelText('Home or business'), 'Home')
  await page.fill(sheet.getByLabelText('Instructions for the courier'), ' Ring twice ')
  await page.user.click(sheet.getByRole('button', { name: 'Save' }))
  await sheet.findByText('Is unknown.')
  expect(sheet.getByLabelText('Post code').getAttribute('aria-invalid')).toBe('true')
  page.api.answer({ 'PATCH /shipments/:id': versioned(state.shipment) })
  await page.fill(sheet.getByLabelText('Post code'), 'N1 9GZ')
  await page.user.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.api.sentTo('PATCH /shipments/:id').at(-1)).toEqual({
    dropoff_address: { name: null, post_code: 'N1 9GZ', latitude: null, longitude: null, residential: true },
    dropoff_instructions: 'Ring twice',
  })
  await screen.findAllByText('The shipment is changed.')
})

test('a change on a stale state keeps what was typed and is made on the new one', async () => {
  let etag = '"1"'
  const state = { shipment: aShipment() }
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'GET /shipments/:id': () => versioned(state.shipment, etag),
      'PATCH /shipments/:id': ({ headers }) =>
        headers.get('if-match') === '"2"' ? versioned(state.shipment) : stale(),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Change' }))
  const sheet = within(await screen.findByRole('dialog'))
  await page.fill(await sheet.findByLabelText('Street and number'), '9 River Road')
  etag = '"2"'
  await page.user.click(sheet.getByRole('button', { name: 'Save' }))
  await sheet.findByText(/^Somebody else has changed this shipment\./)
  expect(sheet.getByLabelText<HTMLInputElement>('Street and number').value).toBe('9 River Road')
  await page.user.click(sheet.getByRole('button', { name: 'Save over the new state' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.api.sentTo('PATCH /shipments/:id').at(-1)).toEqual({
    dropoff_address: { address_line_1: '9 River Road', latitude: null, longitude: null },
  })
})

test('what was typed in the form for changes survives a reload, and the form of a link opens once', async () => {
  const page = await openScreen(`${PATH}?edit=true`, { answers: makeAnswers({ shipment: aShipment() }) })
  const sheet = within(await screen.findByRole('dialog'))
  await page.fill(await sheet.findByLabelText('Street and number'), '9 River Road')
  await page.reload()
  const again = within(await screen.findByRole('dialog'))
  expect((await again.findByLabelText<HTMLInputElement>('Street and number')).value).toBe('9 River Road')
  await page.user.click(again.getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(page.address()).toBe(PATH))
})

test('the form for changes says why it cannot be opened, and opens at the next try', async () => {
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment: aShipment() }),
      'GET /shipments/:id/addresses': failure(403, { message: 'Not allowed.' }),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Change' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Change the shipment' }))
  sheet.getByText('Not allowed.')
  page.api.answer({ 'GET /shipments/:id/addresses': theAddresses(aShipment()) })
  await page.user.click(sheet.getByRole('button', { name: 'Try again' }))
  await screen.findByLabelText('Post code')
})

test('a booking alone is cancelled with a reason; another reason is another request, and the same one is not', async () => {
  const state = { shipment: aShipment({ booking_id: BOOKING_ID }), bookings: [aBooking()] }
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'POST /bookings/:id/cancel': failure(409, { message: 'The courier is at the door.' }),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Cancel the booking' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the booking' }))
  dialog.getByText(/The shipment can be booked again\.$/)
  const confirm = () => page.user.click(dialog.getByRole('button', { name: 'Cancel the booking' }))
  await confirm()
  await dialog.findByText('The courier is at the door.')
  await confirm()
  await waitFor(() => expect(page.api.callsTo('POST /bookings/:id/cancel')).toHaveLength(2))
  await page.user.selectOptions(dialog.getByLabelText('Reason'), 'Another reason')
  await page.user.type(dialog.getByLabelText(/^Note/), 'Moved')
  page.api.answer({ 'POST /bookings/:id/cancel': { status: 'cancelled' } })
  await confirm()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = page.api.callsTo('POST /bookings/:id/cancel')
  expect(sent.at(-1)?.body).toEqual({ reason_code: 'other', reason_note: 'Moved' })
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  await screen.findAllByText('The booking is cancelled.')
})

test('the whole shipment is cancelled from the palette, after a question', async () => {
  const state = { shipment: aShipment() }
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'POST /shipments/:id/cancel': () => {
        state.shipment = aShipment({ status: 'cancelled' })
        return { status: 'cancelled' }
      },
    },
  })
  await screen.findByRole('button', { name: 'Cancel the shipment' })
  await page.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Commands' })
  await page.user.keyboard('cancel the ship')
  await page.user.click(await screen.findByRole('option', { name: /Cancel the shipment/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the shipment' }))
  await page.user.type(dialog.getByLabelText(/^Note/), 'Ordered twice')
  await page.user.click(dialog.getByRole('button', { name: 'Cancel the shipment' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.api.sentTo('POST /shipments/:id/cancel')).toEqual([
    { reason_code: 'customer_request', reason_note: 'Ordered twice' },
  ])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change' })).toBeNull())
})

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

test('a live environment has no simulator', async () => {
  const session = aSession()
  const [environment] = session.environments
  await openScreen(PATH, {
    answers: makeAnswers({ shipment: aShipment({ booking_id: BOOKING_ID }), bookings: [aBooking()] }),
    session: { ...session, environments: [{ ...environment, livemode: true } as never] },
  })
  await region(/City Van/)
  expect(screen.queryByRole('region', { name: 'Simulator' })).toBeNull()
})

test('the history has what has happened, with the carriers that declined, and says what of it cannot be read', async () => {
  const message = {
    carrier_account_id: null,
    carrier_code: 'swift',
    service_code: 'next',
    code: 'x',
    message: 'Too far.',
  }
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment: aShipment({ booking_id: BOOKING_ID }), bookings: [aBooking()] }),
      'GET /quotes': list([aQuote({ messages: [message as never] })]),
      'GET /shipments/:id/events': list([anEntry()]),
    },
  })
  const history = await region('History')
  await history.findByText('Quote with 1 offer')
  history.getByText(/Too far\.$/)
  await history.findByText(/^Booked with/)
  page.api.answer({ 'GET /quotes': failure(403, { message: 'Quotes are not for you.' }) })
  page.api.emit({ type: 'quote.created', subject: { type: 'quote', id: 'quo_1' } } as never)
  await page.reload()
  await (await region('History')).findByText('Quotes are not for you.')
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

test('the heading has the recipient and the status that says most, with the arrival and the tracking link', async () => {
  const eta = { from: '2026-03-05T09:00:00.000Z', to: '2026-03-07T17:00:00.000Z', updated_at: AT, source: 'carrier' }
  const state: { shipment: Shipment; bookings: Booking[] } = {
    shipment: aShipment({ tracking_url: 'https://track.example.com/t/1' }),
    bookings: [],
  }
  const page = await openScreen(PATH, { answers: makeAnswers(state) })
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent
  await waitFor(() => expect(heading()).toBe('ORDER-1Grace MillerTo book'))
  state.shipment = { ...state.shipment, booking_id: BOOKING_ID }
  state.bookings = [aBooking({ status: 'en_route_to_pickup', eta })]
  page.api.emit(changed)
  await waitFor(() => expect(heading()).toBe('ORDER-1Grace MillerOn the way to the pickup'))
  await screen.findByText(/^Arrives .*5.* – .*7/)
  await page.user.click(screen.getByRole('button', { name: 'Copy tracking link' }))
  await screen.findAllByText('The tracking link is copied.')
  expect(await navigator.clipboard.readText()).toBe('https://track.example.com/t/1')
})

test('a delivery that has failed says why, and is shipped again with its addresses and parcels', async () => {
  const shipment = aShipment({ status: 'failed', failure_reason: 'carrier_failed' })
  const page = await openScreen(PATH, { answers: makeAnswers({ shipment }) })
  expect((await screen.findByRole('alert')).textContent).toContain('The delivery has failed: The carrier failed')
  await page.user.click(screen.getByRole('link', { name: 'Ship again' }))
  const reference = await screen.findByLabelText<HTMLInputElement>('Order reference')
  expect(reference.value).toBe('ORDER-1')
  const values = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)[0]?.value
  expect(['Street and number', 'Weight', 'Length'].map(values)).toEqual(['7 River Road', '1.25', '30'])
  expect(page.address()).toBe('/ship')
})
