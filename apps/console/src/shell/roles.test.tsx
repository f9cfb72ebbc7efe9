/** The console of each role: only what the role may do. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../testing/accessibility.ts'
import { failure, versioned } from '../testing/api.ts'
import { fullAccount } from '../testing/full-account.ts'
import { openScreen } from '../testing/screen.tsx'
import { aSession, OPERATIONS_SCOPES, SUPPORT_SCOPES } from '../testing/session.ts'
import { makeAnswers, PATH } from '../testing/shipment-screen.ts'
import { aBooking, aShipment, BOOKING_ID } from '../testing/shipments.ts'

const operations = () => aSession({ role: 'operations', scopes: OPERATIONS_SCOPES })
const support = () => aSession({ role: 'support', scopes: SUPPORT_SCOPES })

/** Answers as the API gives them to a role that sees no settings. */
const withoutSettings = () => ({
  ...fullAccount(),
  'GET /webhooks/subscriptions': failure(403, { message: 'Your role does not see webhooks.' }),
  'GET /branding': failure(403, { message: 'Your role does not see the branding.' }),
  'GET /api-keys': failure(403, { message: 'Your role does not see keys.' }),
})

const namesIn = (navigation: HTMLElement) =>
  within(navigation)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const menu = () => namesIn(screen.getAllByRole('navigation', { name: 'Screens' })[0] as HTMLElement)

test('operations ship and print, and see of the settings what a packing table needs', async () => {
  const page = await openScreen('/settings', { answers: withoutSettings(), session: operations() })
  await screen.findByRole('button', { name: 'Add a pickup location' })
  expect(menu()).toEqual(['Today', 'Shipments', 'Ship', 'Print station', 'Costs', 'Carriers', 'Settings'])
  const tabs = screen.getByRole('navigation', { name: 'Settings' })
  expect(namesIn(tabs)).toEqual(['Pickup locations', 'Parcel presets', 'Printers'])
  await page.user.click(within(tabs).getByRole('link', { name: 'Parcel presets' }))
  await screen.findByRole('button', { name: 'Add a parcel preset' })
})

test('support sees neither settings nor what ships, and reads why behind an old link', async () => {
  await openScreen('/ship', { answers: withoutSettings(), session: support() })
  await screen.findByText('Your role cannot ship')
  expect(menu()).toEqual(['Today', 'Shipments', 'Costs', 'Carriers'])
})

test('support reads behind an old link to a setting that it is not for this role', async () => {
  await openScreen('/settings/pickup-locations', { answers: withoutSettings(), session: support() })
  await screen.findByText('There is no such page for you')
})

test.each([
  ['operations', operations],
  ['support', support],
])('Today of %s asks for nothing that the role may not read', async (_, session) => {
  const page = await openScreen('/', { answers: withoutSettings(), session: session() })
  await screen.findByRole('region', { name: /^Shipments to book/ })
  await screen.findAllByRole('link', { name: /^(Book|Open)$/ })
  expect(screen.queryByRole('alert')).toBeNull()
  for (const call of ['GET /webhooks/subscriptions', 'GET /api-keys']) expect(page.api.callsTo(call)).toEqual([])
  expect(screen.queryByRole('link', { name: 'Book' }) === null).toBe(session === support)
  expect(screen.queryByText('Create an API key for your shop')).toBeNull()
})

test('support changes and cancels a booked shipment, but not what may cost, and does not book', async () => {
  const shipment = aShipment({ booking_id: BOOKING_ID })
  const page = await openScreen(PATH, {
    answers: { ...makeAnswers({ shipment, bookings: [aBooking()] }), 'PATCH /shipments/:id': versioned(shipment) },
    session: support(),
  })
  await screen.findByRole('button', { name: 'Cancel the shipment' })
  expect(screen.queryByRole('button', { name: 'Cancel the booking' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Simulator' })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Change' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Change the shipment' }))
  sheet.getByText(/Your role spends no money/)
  await page.fill(await sheet.findByLabelText('Phone'), '+44 20 7946 0000')
  for (const name of ['Street and number', 'Post code', 'City', 'Country', 'Collection date', 'Home or business'])
    expect(sheet.queryByLabelText(name), name).toBeNull()
  expect(await findViolations()).toEqual([])
  await page.user.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.api.sentTo('PATCH /shipments/:id')).toEqual([{ dropoff_address: { phone: '+44 20 7946 0000' } }])
})

test('support changes the whole address of a shipment that is not booked, and gets no offers for it', async () => {
  const page = await openScreen(PATH, { answers: makeAnswers({ shipment: aShipment() }), session: support() })
  await page.user.click(await screen.findByRole('button', { name: 'Change' }))
  await screen.findByLabelText('Street and number')
  expect(screen.queryByRole('link', { name: 'Get offers', hidden: true })).toBeNull()
})
