import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../../../testing/accessibility.ts'
import { created, failure, invalid, list } from '../../../testing/api.ts'
import { watchDocuments } from '../../../testing/documents.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { AT, aSession, READER_SCOPES } from '../../../testing/session.ts'
import { makeAnswers, PATH, region } from '../../../testing/shipment-screen.ts'
import { aBooking, anItem, aShipment, BOOKING_ID, SHIPMENT_ID } from '../../../testing/shipments.ts'

const RETURN_ID = 'shp_00000000000000000000000099'
const [parcel] = aShipment().parcels
const item = (values: Parameters<typeof anItem>[0]) =>
  anItem({ description: 'Shirt', sku: 'TEE-M', quantity: 3, ...values }) as never
const delivered = (items: never[] = [item({}), item({ description: 'Mug', sku: null, quantity: 1 })]) =>
  aShipment({ status: 'delivered', booking_id: BOOKING_ID, parcels: [{ ...parcel, items } as never] })
const goods = [{ parcel_id: 'pcl_1', item: 0, quantity: 1, reason: null }]
const terms = {
  reason: 'too_small',
  note: 'Size 12',
  pay: null,
  label: 'qr',
  goods,
  by_recipient: true,
  decision: null,
}
const aReturn = () =>
  aShipment({ shipment_id: RETURN_ID, direction: 'return', return_of: SHIPMENT_ID, return_terms: terms as never })

async function openSheet(shipment = delivered(), answers = {}) {
  const page = await openScreen(PATH, { answers: { ...makeAnswers({ shipment, bookings: [] }), ...answers } })
  await page.user.click(await screen.findByRole('button', { name: 'Make a return' }))
  return { ...page, sheet: within(await screen.findByRole('dialog', { name: 'Make a return' })) }
}

test('everything comes back unless some of it is chosen, and the return is shown', async () => {
  const page = await openSheet(delivered(), { 'POST /shipments/:id/return': () => created(aReturn()) })
  const { user, sheet } = page
  expect(sheet.queryByLabelText(/Shirt/)).toBeNull()
  await user.selectOptions(sheet.getByLabelText('What comes back'), 'Only some of it')
  await page.fill(sheet.getByLabelText(/Shirt · TEE-M/), '2')
  await page.fill(sheet.getByLabelText('Mug'), '0')
  await page.fill(sheet.getByLabelText('Reason'), 'too_small')
  await user.selectOptions(sheet.getByLabelText('The carrier charges'), 'When the label is used')
  await user.selectOptions(sheet.getByLabelText('Label'), 'qr')
  expect(await findViolations()).toEqual([])
  await user.click(sheet.getByRole('button', { name: 'Make the return' }))
  await screen.findAllByText('The return is registered.')
  await waitFor(() => expect(page.address()).toBe(`/shipments/${RETURN_ID}`))
  expect(page.api.sentTo('POST /shipments/:id/return')).toEqual([
    {
      items: [{ parcel_id: parcel?.parcel_id, sku: 'TEE-M', description: 'Shirt', quantity: 2 }],
      reason: 'too_small',
      note: null,
      pay: 'on_use',
      label: 'qr',
    },
  ])
})

test('too many pieces are named at their item; a second try has the same key', async () => {
  const wrong = invalid({ '/items/0/quantity': 'must be at most 1: 1 were sent' })
  const page = await openSheet(delivered(), { 'POST /shipments/:id/return': wrong })
  const { user, sheet, api } = page
  await user.selectOptions(sheet.getByLabelText('What comes back'), 'Only some of it')
  await page.fill(sheet.getByLabelText(/Shirt/), '')
  await page.fill(sheet.getByLabelText('Mug'), '2')
  await user.click(sheet.getByRole('button', { name: 'Make the return' }))
  await sheet.findAllByText('Enter 1 or less.')
  expect(sheet.getByLabelText('Mug').getAttribute('aria-invalid')).toBe('true')
  api.answer({ 'POST /shipments/:id/return': failure(503, {}) })
  await user.click(sheet.getByRole('button', { name: 'Make the return' }))
  await waitFor(() => expect(api.callsTo('POST /shipments/:id/return').length).toBeGreaterThan(1))
  const keys = api.callsTo('POST /shipments/:id/return').map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
})

test('parcels without items come back whole', async () => {
  const page = await openSheet(delivered([]), { 'POST /shipments/:id/return': () => created(aReturn()) })
  await page.user.selectOptions(page.sheet.getByLabelText('What comes back'), 'Only some of it')
  await page.user.click(page.sheet.getByLabelText('Box of bread'))
  await page.user.click(page.sheet.getByLabelText('Box of bread'))
  await page.user.click(page.sheet.getByRole('button', { name: 'Make the return' }))
  await waitFor(() => expect(page.api.sentTo('POST /shipments/:id/return')).toHaveLength(1))
  expect(page.api.sentTo('POST /shipments/:id/return')).toMatchObject([
    { parcels: [{ parcel_id: parcel?.parcel_id }], label: 'paper', pay: null },
  ])
})

test('a parcel that is left out stays so while everything is chosen in between', async () => {
  const parcels = ['Bread', 'Cake'].map((title) => ({ ...parcel, parcel_id: title, title, items: [] })) as never
  const shipment = { ...delivered(), parcels }
  const { user, sheet, api } = await openSheet(shipment, { 'POST /shipments/:id/return': () => created(aReturn()) })
  const scope = sheet.getByLabelText('What comes back')
  await user.selectOptions(scope, 'Only some of it')
  await user.click(sheet.getByLabelText('Cake'))
  await user.selectOptions(scope, 'Everything that is in no other return')
  await user.selectOptions(scope, 'Only some of it')
  expect(sheet.getByLabelText<HTMLInputElement>('Bread').checked).toBe(true)
  expect(sheet.getByLabelText<HTMLInputElement>('Cake').checked).toBe(false)
  await user.click(sheet.getByLabelText('Cake'))
  expect(sheet.getByLabelText<HTMLInputElement>('Cake').checked).toBe(true)
  await user.click(sheet.getByRole('button', { name: 'Make the return' }))
  await waitFor(() => expect(api.sentTo('POST /shipments/:id/return')).toHaveLength(1))
  expect(api.sentTo('POST /shipments/:id/return')).toMatchObject([
    { parcels: [{ parcel_id: 'Bread' }, { parcel_id: 'Cake' }] },
  ])
})

test('a delivery leads to its returns, a return back to it with its reason and code', async () => {
  const shipment = { ...delivered(), return_ids: [RETURN_ID] }
  const state = { shipment: shipment as never, bookings: [aBooking({ shipment: aReturn() as never })] }
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'GET /shipments': ({ query }) => list(query.get('return_of') === SHIPMENT_ID ? [aReturn()] : []),
      'GET /bookings/:id/label': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    },
  })
  const facts = await region('Shipment')
  const links = await facts.findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([expect.stringContaining(RETURN_ID)])
  watchDocuments()
  await page.user.click((await region(/City Van/)).getByRole('button', { name: 'QR code' }))
  await waitFor(() => expect(page.api.callsTo('GET /bookings/:id/label')[0]?.query.get('document')).toBe('qr'))
  state.shipment = aReturn() as never
  await page.user.click(links[0] as HTMLElement)
  await screen.findByRole('link', { name: 'The delivery that it brings back' })
  for (const text of ['Too small', 'Size 12', 'The recipient shows a code']) screen.getByText(text)
  expect(screen.queryByRole('button', { name: 'Make a return' })).toBeNull()
})

test('a request is refused with a reason that the recipient reads', async () => {
  const state = { shipment: aReturn(), bookings: [] }
  const decision = { outcome: 'refused', note: 'It was worn.', decided_at: AT, decided_by: 'usr_1' }
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'POST /shipments/edit': () => {
        state.shipment = { ...state.shipment, status: 'cancelled', return_terms: { ...terms, decision } as never }
        return { succeeded: 1, failed: 0, items: [{ shipment_id: RETURN_ID, error: null }] }
      },
    },
  })
  await page.user.click((await region('Request')).getByRole('button', { name: 'Refuse' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse the return' }))
  await page.user.type(dialog.getByLabelText('Reason'), ' It was worn.')
  expect(await findViolations()).toEqual([])
  await page.user.click(dialog.getByRole('button', { name: 'Refuse the return' }))
  await screen.findByText('Refused: It was worn.')
  expect(page.api.sentTo('POST /shipments/edit')).toMatchObject([
    { return_decision: { outcome: 'refused', note: 'It was worn.' } },
  ])
  expect(screen.queryByRole('region', { name: 'Request' })).toBeNull()
})

test('what has come back already, and a role that may not, have no return', async () => {
  const answers = makeAnswers({ shipment: aShipment({ status: 'returned', booking_id: BOOKING_ID }) })
  await openScreen(PATH, { answers })
  await region('Shipment')
  expect(screen.queryByRole('button', { name: 'Make a return' })).toBeNull()
})

test('who may only read makes no return', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  await openScreen(PATH, { answers: makeAnswers({ shipment: delivered() }), session })
  await region('Shipment')
  expect(screen.queryByRole('button', { name: 'Make a return' })).toBeNull()
})
