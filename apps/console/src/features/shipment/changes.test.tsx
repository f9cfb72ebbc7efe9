/** Changes and cancellations of a shipment and its booking. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, invalid, stale, versioned } from '../../testing/api.ts'
import { openScreen } from '../../testing/screen.tsx'
import { makeAnswers, PATH } from '../../testing/shipment-screen.ts'
import { aBooking, aShipment, BOOKING_ID, theAddresses } from '../../testing/shipments.ts'

test('a change sends what differs, names wrong fields, and closes once it is made', async () => {
  const state = { shipment: aShipment() }
  const page = await openScreen(PATH, {
    answers: { ...makeAnswers(state), 'PATCH /shipments/:id': invalid({ '/dropoff_address/post_code': 'is unknown' }) },
  })
  await screen.findByRole('button', { name: 'Change' })
  await page.user.keyboard('e')
  const sheet = within(await screen.findByRole('dialog', { name: 'Change the shipment' }))
  sheet.getByText('A new address or date voids earlier offers.')
  expect(document.activeElement).toBe(sheet.getByLabelText('Name'))
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

test('another street voids whether it is a home, as in the API: the form says so, and sends what is chosen anew', async () => {
  const state = { shipment: aShipment() }
  const addresses = theAddresses(state.shipment)
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'GET /shipments/:id/addresses': {
        ...addresses,
        dropoff_address: { ...addresses.dropoff_address, residential: true },
      },
      'PATCH /shipments/:id': versioned(state.shipment),
    },
  })
  const edit = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'Change' }))
    const sheet = within(await screen.findByRole('dialog'))
    const kind = await sheet.findByLabelText<HTMLSelectElement>('Home or business')
    expect(kind.value).toBe('true')
    await page.fill(sheet.getByLabelText('Street and number'), '9 River Road')
    expect(kind.value).toBe('')
    sheet.getByText('The address before was “Home”. Choose what this one is.')
    return { sheet, kind }
  }
  const save = async ({ sheet }: Awaited<ReturnType<typeof edit>>) => {
    await page.user.click(sheet.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return page.api.sentTo('PATCH /shipments/:id').at(-1)
  }
  expect(await save(await edit())).toMatchObject({ dropoff_address: { residential: null } })
  const chosen = await edit()
  await page.user.selectOptions(chosen.kind, 'Home')
  expect(chosen.sheet.queryByText(/^The address before was/)).toBeNull()
  await page.fill(chosen.sheet.getByLabelText('Street and number'), '10 River Road')
  expect(await save(chosen)).toMatchObject({
    dropoff_address: { address_line_1: '10 River Road', residential: true },
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
