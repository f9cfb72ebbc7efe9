import { screen, waitFor, within } from '@testing-library/react'
import type { Booking, Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { failure, list } from '../../testing/api.ts'
import { aCall, anEvent } from '../../testing/developers.ts'
import { fullAccount } from '../../testing/full-account.ts'
import { openScreen } from '../../testing/screen.tsx'
import { AT, aSession, READER_SCOPES } from '../../testing/session.ts'
import { aMember } from '../../testing/settings.ts'
import { changed, makeAnswers, PATH, region } from '../../testing/shipment-screen.ts'
import { aBooking, anEntry, aQuote, aShipment, BOOKING_ID } from '../../testing/shipments.ts'

const actions = () =>
  within(screen.getByRole('main'))
    .getAllByRole('button')
    .map((button) => button.textContent)

test('a shipment is shown with its addresses, parcels, metadata and JSON', async () => {
  const shipment = aShipment({ dropoff_instructions: 'Ring twice', metadata: { shop: 'north', note: '<b>bold</b>' } })
  await openScreen(PATH, { answers: makeAnswers({ shipment }) })
  await screen.findByRole('heading', { level: 1, name: /ORDER-1/ })
  const facts = await region('Shipment')
  for (const text of ['Grace Miller', '7 River Road', 'N1 9GU', 'Ring twice', 'shop: north', 'note: <b>bold</b>'])
    facts.getByText(text)
  expect(facts.getAllByText('United Kingdom')).toHaveLength(2)
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

test('no offers are asked for while the bookings of a booked shipment are being loaded', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const shipment = aShipment({ booking_id: BOOKING_ID })
  const late = async () => {
    await held
    return list([aBooking()])
  }
  await openScreen(PATH, { answers: { ...makeAnswers({ shipment, bookings: [] }), 'GET /bookings': late } })
  await screen.findByRole('button', { name: 'Change' })
  expect(screen.queryByRole('link', { name: 'Get offers' })).toBeNull()
  go()
  await region(/City Van/)
})

test('a booking that has failed says why, and offers are asked for in one place', async () => {
  const bookings = [aBooking({ status: 'failed', failure_reason: 'carrier_declined' })]
  await openScreen(PATH, { answers: makeAnswers({ shipment: aShipment(), bookings }) })
  await screen.findByText('The booking has failed: Carrier declined')
  expect(screen.getAllByRole('link', { name: /offers/ }).map(({ textContent }) => textContent)).toEqual(['Get offers'])
})

test('who may only read gets no actions', async () => {
  await openScreen(PATH, {
    answers: makeAnswers({ shipment: aShipment({ booking_id: BOOKING_ID }), bookings: [aBooking()] }),
    session: aSession({ role: 'viewer', scopes: READER_SCOPES }),
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

test('the history says who has changed what, from which value to which', async () => {
  const before = aShipment().dropoff_address
  const shipment = aShipment({ dropoff_address: { ...before, post_code: 'N1 9GV' } })
  const event = anEvent('shipment.updated', shipment)
  await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment }),
      'GET /shipments/:id/events': list([
        anEntry({ event_id: event.id, type: 'details_changed', description: 'Changed: dropoff_address' }),
      ]),
      'GET /events': list([{ ...event, data: { object: shipment, previous_attributes: { dropoff_address: before } } }]),
      'GET /api-log': list([
        aCall({ operation_id: 'updateShipment', request_id: 'req_1', actor_id: aMember().user_id }),
        aCall({ call_id: 'call_2', request_id: 'req_2', status: 412, error_code: 'version_conflict' }),
      ]),
      'GET /team/members': list([aMember({ name: 'Bo Berg' })]),
    },
  })
  const history = await region('History')
  await history.findByText('Recipient: post code: N1 9GU → N1 9GV')
  await history.findByText('Bo Berg')
  expect(history.queryByText('Changed: dropoff_address')).toBeNull()
  // A refused call in words, without a code.
  history.getByText('Somebody else has changed it. Load it again and repeat your change.')
  expect(history.queryByText(/version_conflict|412/)).toBeNull()
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
