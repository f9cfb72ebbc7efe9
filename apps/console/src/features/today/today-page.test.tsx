import { screen, waitFor, within } from '@testing-library/react'
import type { Booking, CarrierAccount, Shipment, Subscription } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { type Answers, type Call, created, failure, list, versioned } from '../../testing/api.ts'
import { anAccount } from '../../testing/carriers.ts'
import { aDelivery, anEndpoint, anEvent } from '../../testing/developers.ts'
import { fullAccount } from '../../testing/full-account.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'
import { aBooking, aBookingNumbered, aQuote, aShipment, someShipments } from '../../testing/shipments.ts'

interface Work {
  toBook: readonly Shipment[]
  searching: readonly Shipment[]
  noCourier: readonly Shipment[]
  addresses: readonly Shipment[]
  trouble: readonly Shipment[]
  asked: readonly Shipment[]
  stuck: readonly Booking[]
  late: readonly Booking[]
  accounts: readonly CarrierAccount[]
  endpoints: readonly Subscription[]
}

/** Which of the lists of work a call asks for, by its filters. */
function shipmentsFor({ query }: Call, work: Partial<Work>): readonly Shipment[] | undefined {
  if (query.get('waiting_for') === 'courier') return work.searching
  if (query.get('waiting_for') === 'approval') return work.asked
  if (query.has('waiting_for')) return work.toBook
  if (query.has('failure_reason')) return work.noCourier
  if (query.has('incident')) return work.addresses
  return work.trouble
}

/** Answers that read the work anew for each call. */
const toWork = (work: Partial<Work>): Answers => ({
  'GET /shipments': (call) => list(shipmentsFor(call, work) ?? []),
  'GET /bookings': ({ query }) => list((query.has('late') ? work.late : work.stuck) ?? []),
  'GET /carrier-accounts': () => list(work.accounts ?? []),
  'GET /webhooks/subscriptions': () => list(work.endpoints ?? []),
})
const section = async (name: string) => within(await screen.findByRole('region', { name: new RegExp(`^${name}`) }))

test('without any work it says so, and how to make some', async () => {
  const page = await openScreen('/', { answers: { ...fullAccount(), ...toWork({}) } })
  await screen.findByText('Nothing waits')
  expect(screen.queryAllByRole('region', { name: /book|problem|Late/ })).toEqual([])
  await page.user.click(screen.getByRole('link', { name: 'Ship something' }))
  await screen.findByRole('heading', { level: 1, name: 'Ship' })
})

test('a delivery that fails appears by itself, and is opened', async () => {
  const work: Partial<Work> = {}
  const page = await openScreen('/', { answers: { ...fullAccount(), ...toWork(work) } })
  await screen.findByText('Nothing waits')
  work.trouble = [aShipment({ status: 'failed' })]
  page.api.answer({ 'GET /shipments/bookings': list([aBooking({ incident: 'recipient_refused' })]) })
  page.api.emit(anEvent('shipment.failed'))
  const trouble = await section('Deliveries with a problem')
  trouble.getByText('Failed')
  trouble.getByText('Recipient refused it · Grace Miller, London')
  trouble.getByText(/ago$/)
  expect(trouble.getByRole('link', { name: 'Ship again' }).getAttribute('href')).toContain('/ship?again=')
  expect(trouble.getByRole('link', { name: 'All with a problem' }).getAttribute('href')).toContain('updated_from=')
  await page.user.click(trouble.getByRole('link', { name: 'ORDER-1' }))
  await waitFor(() => expect(page.address()).toBe(`/shipments/${aShipment().shipment_id}`))
})

test('a shipment that is to be booked again says why its booking has failed', async () => {
  const [failed, cancelled, fresh] = someShipments(3) as [Shipment, Shipment, Shipment]
  const bookings = [
    aBookingNumbered(1, { status: 'failed', failure_reason: 'unreachable' }),
    aBookingNumbered(2, { status: 'cancelled', incident: 'weather' }),
  ]
  await openScreen('/', {
    answers: {
      ...fullAccount(),
      ...toWork({ toBook: [failed, cancelled, fresh] }),
      'GET /shipments/bookings': list(bookings),
    },
  })
  const rows = (await section('Shipments to book')).getAllByRole('listitem')
  const [first, ...others] = rows.map((row) => within(row))
  first?.getByText('The carrier could not be reached · Grace Miller, London')
  for (const row of others) row.getByText('Grace Miller, London')
})

test('a return that a recipient asks for says why, and is approved with one action', async () => {
  const goods = [{ parcel_id: 'pcl_1', item: 0, quantity: 1, reason: 'too_small' }]
  const terms = { reason: null, note: 'Size 12', pay: null, label: 'paper', goods, by_recipient: true, decision: null }
  const asked = aShipment({
    direction: 'return',
    return_terms: terms as never,
    pickup_address: aShipment().dropoff_address,
  })
  const work: Partial<Work> = { asked: [asked] }
  const edited = (error: object | null) => ({
    succeeded: 0,
    failed: 1,
    items: [{ shipment_id: asked.shipment_id, error }],
  })
  const page = await openScreen('/', { answers: { ...fullAccount(), ...toWork(work) } })
  const returns = await section('Returns to approve')
  returns.getByText('Too small · Size 12 · Grace Miller')
  page.api.answer({ 'POST /shipments/edit': edited({ code: 'return_not_decidable', message: 'It is booked.' }) })
  await page.user.click(returns.getByRole('button', { name: 'Approve' }))
  await screen.findAllByText('The return is booked or has ended. To refuse it, cancel its booking first.')
  work.asked = []
  page.api.answer({ 'POST /shipments/edit': edited(null) })
  await page.user.click(returns.getByRole('button', { name: 'Approve' }))
  await screen.findByText('Nothing waits')
  expect(page.api.sentTo('POST /shipments/edit').at(-1)).toEqual({
    shipment_ids: [asked.shipment_id],
    return_decision: { outcome: 'approved' },
  })
})

test('a wrong address leads to the form that corrects it', async () => {
  const page = await openScreen('/', { answers: { ...fullAccount(), ...toWork({ addresses: [aShipment()] }) } })
  await page.user.click((await section('Address problems')).getByRole('link', { name: 'Fix the address' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect((await sheet.findByLabelText<HTMLInputElement>('Post code')).value).toBe('N1 9GU')
  expect(page.address()).toContain(`/shipments/${aShipment().shipment_id}`)
})

test('a search for a courier is shown while it goes on and after it has ended', async () => {
  const [going, ended] = someShipments(2) as [Shipment, Shipment]
  const work = { searching: [going], noCourier: [{ ...ended, status: 'failed' }] }
  await openScreen('/', { answers: { ...fullAccount(), ...toWork(work) } })
  const none = await section('No courier')
  const toRow = (text: string) => within(none.getByText(text).closest('li') as HTMLElement)
  toRow('ORDER-1').getByText('Searching')
  toRow('ORDER-2').getByText('None found')
})

test('a booking without an answer goes once the carrier has answered', async () => {
  const work: Partial<Work> = { stuck: [aBooking({ status: 'pending' })] }
  const page = await openScreen('/', { answers: { ...fullAccount(), ...toWork(work) } })
  ;(await section('Bookings without an answer')).getByText('City Van has not answered')
  work.stuck = []
  page.api.emit({ type: 'booking.updated', subject: { type: 'booking', id: aBooking().booking_id } } as never)
  await screen.findByText('Nothing waits')
})

test('a delivery that is late says of what, and a shipment is in the first section that it belongs to', async () => {
  const late = [
    aBookingNumbered(1, { status: 'assigned' }),
    aBookingNumbered(2, { status: 'en_route_to_dropoff' }),
    aBookingNumbered(3, { status: 'assigned' }),
  ]
  const [, , third] = someShipments(3) as [Shipment, Shipment, Shipment]
  await openScreen('/', { answers: { ...fullAccount(), ...toWork({ late, addresses: [third] }) } })
  const section_ = await section('Late')
  await waitFor(() => expect(section_.getAllByRole('listitem')).toHaveLength(2))
  const [pickup, delivery] = section_.getAllByRole('listitem').map((row) => within(row))
  pickup?.getByText('Pickup')
  delivery?.getByText('Delivery')
  ;(await section('Address problems')).getByText('ORDER-3')
})

test('an endpoint that is switched off says why, and is switched on again', async () => {
  const work: Partial<Work> = { endpoints: [anEndpoint({ status: 'disabled', disabled_reason: 'gone' }), anEndpoint()] }
  const page = await openScreen('/', {
    answers: {
      ...fullAccount(),
      ...toWork(work),
      'PATCH /webhooks/subscriptions/:id': () => {
        work.endpoints = []
        return versioned(anEndpoint())
      },
    },
  })
  const off = await section('Webhooks that do not arrive')
  off.getByText('The receiver is gone')
  expect(off.getAllByRole('listitem')).toHaveLength(1)
  await page.user.click(off.getByRole('button', { name: 'Switch it on' }))
  await screen.findAllByText('The endpoint is on.')
  await screen.findByText('Nothing waits')
  expect(page.api.sentTo('PATCH /webhooks/subscriptions/:id')).toEqual([{ status: 'active' }])
})

test('an endpoint that is on and whose deliveries do not arrive is among the work', async () => {
  const stuck = [1, 2].map((one) => aDelivery({ delivery_id: `whd_${one}`, status: 'retrying', attempt_count: 3 }))
  const page = await openScreen('/', {
    answers: {
      ...fullAccount(),
      ...toWork({ endpoints: [anEndpoint()] }),
      'GET /webhooks/subscriptions/:id/deliveries': list(stuck),
    },
  })
  const failing = await section('Webhooks that do not arrive')
  failing.getByText('2 deliveries do not arrive')
  await page.user.click(failing.getByRole('link', { name: 'See why' }))
  await waitFor(() => expect(page.address()).toContain(`endpoint=${anEndpoint().subscription_id}`))
})

test('a carrier account that fails says why, and is verified again', async () => {
  const failing = anAccount({
    status: 'failing',
    failure: { code: 'carrier_unauthorized', message: 'The key is no longer active.', at: '2026-03-02T09:00:00.000Z' },
  })
  const work: Partial<Work> = { accounts: [failing, anAccount({ carrier_account_id: 'cac_2', enabled: false })] }
  const page = await openScreen('/', {
    answers: { ...fullAccount(), ...toWork(work), 'POST /carrier-accounts/:id/verify': failing },
  })
  const section_ = await section('Carrier accounts that fail')
  section_.getByText('The key is no longer active.')
  await page.user.click(section_.getByRole('button', { name: 'Verify' }))
  await screen.findAllByText('The carrier still refuses the account.')
  page.api.answer({
    'POST /carrier-accounts/:id/verify': () => {
      work.accounts = []
      return anAccount()
    },
  })
  await page.user.click(section_.getByRole('button', { name: 'Verify' }))
  await screen.findAllByText('The account works.')
  await screen.findByText('Nothing waits')
})

test('who may only read sees what is off and failing, without what switches and verifies it', async () => {
  const work = { accounts: [anAccount({ status: 'failing' })], endpoints: [anEndpoint({ status: 'disabled' })] }
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  await openScreen('/', { answers: { ...fullAccount(), ...toWork(work) }, session })
  await section('Carrier accounts that fail')
  expect(screen.queryByRole('button', { name: /Verify|Switch it on/ })).toBeNull()
})

test('a section shows the first of its work and how much more there is', async () => {
  const page = await openScreen('/', { answers: { ...fullAccount(), ...toWork({ toBook: someShipments(10) }) } })
  const toBook = await section('Shipments to book')
  expect(toBook.getAllByRole('listitem')).toHaveLength(8)
  toBook.getByText('10')
  expect(toBook.getByRole('link', { name: '2 more' }).getAttribute('href')).toContain('waiting_for')
  await page.user.click(toBook.getByRole('link', { name: 'Book many at once' }))
  await waitFor(() => expect(decodeURIComponent(page.address())).toContain('sort=created_at'))
  expect((await screen.findByLabelText<HTMLSelectElement>('Order')).value).toBe('created_at')
})

test('j and k go from task to task, and Enter does the one', async () => {
  const answers = { ...fullAccount(), ...toWork({ toBook: someShipments(2) }), 'POST /quotes': created(aQuote()) }
  const page = await openScreen('/', { answers })
  await section('Shipments to book')
  const tasks = screen.getAllByRole('link', { name: 'Book' })
  const focused = () => tasks.indexOf(document.activeElement as HTMLElement)
  await page.user.keyboard('j')
  expect(focused()).toBe(0)
  await page.user.keyboard('j')
  expect(focused()).toBe(1)
  await page.user.keyboard('k')
  expect(focused()).toBe(0)
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toContain('/ship?shipment=shp_'))
})

test('a list that cannot be read is said once, and the others are shown', async () => {
  const answers = { ...fullAccount(), ...toWork({ toBook: [aShipment()] }), 'GET /bookings': failure(500, {}) }
  const page = await openScreen('/', { answers })
  await section('Shipments to book')
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
  page.api.answer(toWork({ toBook: [aShipment()] }))
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a new merchant sees the first steps until each is done, and none that the role does not allow', async () => {
  const done: Answers = { 'GET /pickup-locations': list([{}]), 'GET /api-keys': list([{}]) }
  const answers = { ...fullAccount(), ...toWork({}), ...done }
  const page = await openScreen('/', { answers })
  const steps = await section('First steps')
  steps.getByText('3 of 5 done')
  expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Ship', 'Create'])
  await page.user.click(steps.getByRole('link', { name: 'Create' }))
  await waitFor(() => expect(page.address()).toContain('tab=webhooks'))
})

test('who has set up everything sees no first steps', async () => {
  const all = toWork({ late: [aBookingNumbered(1)], stuck: [aBookingNumbered(2)], endpoints: [anEndpoint()] })
  const answers = { ...fullAccount(), ...all, 'GET /pickup-locations': list([{}]), 'GET /api-keys': list([{}]) }
  const page = await openScreen('/', { answers })
  await section('Late')
  await waitFor(() => expect(page.api.callsTo('GET /api-keys')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: /^First steps/ })).toBeNull()
})
