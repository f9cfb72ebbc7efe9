import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { created, failure, invalid, list, lost } from '../../testing/api.ts'
import { watchDocuments } from '../../testing/documents.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'
import { anAccount, askForOffers, bookButton, fillIn, first, OTHER_ADDRESS } from '../../testing/ship.ts'
import { aBooking, anOption, aShipment, SHIPMENT_ID } from '../../testing/shipments.ts'

test('from a pasted address to the printed label, and on to the next shipment', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await screen.findByText('No offers yet')
  await fillIn(page)
  expect(first('Flat, floor, building').value).toBe('Flat 3')
  await askForOffers(page)
  const { body } = page.api.callsTo('POST /quotes')[0] ?? {}
  expect(body).toMatchObject({
    merchant_order_ref: 'ORDER-7',
    dropoff_address: { name: 'Grace Miller', address_line_1: '7 River Road', post_code: 'N1 9GU', country: 'GB' },
    pickup_address: { address_line_1: '12 Market Street' },
    parcels: [{ weight_kg: '1.25', length_cm: '30', width_cm: '20', height_cm: '15' }],
  })
  // The cheapest is chosen, and Enter books it.
  screen.getByText('Cheapest')
  expect(await findViolations()).toEqual([])
  watchDocuments()
  await page.user.click(bookButton() as HTMLElement)
  await screen.findByText('Booked')
  expect(page.api.sentTo('POST /shipments/:id/book')).toEqual([{ quote_option_id: anOption().quote_option_id }])
  page.api.answer({ 'POST /bookings/:id/label/printed': aBooking() })
  const print = await screen.findByRole('link', { name: /^Print the label/ })
  await waitFor(() => expect(document.activeElement).toBe(print))
  await page.user.keyboard('p')
  await waitFor(() => expect(page.api.callsTo('POST /bookings/:id/label/printed')).toHaveLength(1))
  await page.user.keyboard('n')
  await screen.findByText('No offers yet')
  expect(screen.getByLabelText<HTMLInputElement>('Order reference').value).toBe('')
})

/** Offers for ORDER-7 of Grace Miller are shown, and the address of somebody else is in the form. */
async function quoteThenPasteAnother() {
  const page = await openScreen('/ship', { answers: anAccount().answers })
  await fillIn(page)
  await askForOffers(page)
  const box = screen.getByLabelText<HTMLTextAreaElement>('Paste a whole address')
  await page.user.click(box)
  box.setSelectionRange(0, box.value.length)
  await page.user.paste(OTHER_ADDRESS)
  return page
}

test('a parcel without an order gets a reference, which it keeps', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  const reference = screen.getByLabelText<HTMLInputElement>('Order reference')
  expect(reference.getAttribute('aria-required')).toBeNull()
  await page.fill(reference, '')
  await askForOffers(page)
  expect(reference.value).toMatch(/^\d{6}-[A-Z2-9]{5}$/)
  const { value } = reference
  expect(page.api.callsTo('POST /quotes')[0]?.body).toMatchObject({ merchant_order_ref: value })
  await page.fill(screen.getByLabelText('Weight'), '2')
  await askForOffers(page)
  expect(reference.value).toBe(value)
  expect(page.api.callsTo('POST /shipments/:id/cancel')).toEqual([])
})

test('the next recipient without a reference gets another shipment, and the first is not changed', async () => {
  const page = await quoteThenPasteAnother()
  page.api.answer({ 'POST /shipments/:id/cancel': { status: 'cancelled' } })
  const reference = screen.getByLabelText<HTMLInputElement>('Order reference')
  await page.fill(reference, '')
  await screen.findByText('Shipment ORDER-7 is for Grace Miller, and not booked. If you go on, it is cancelled.')
  await page.user.click(screen.getByRole('button', { name: 'Get new offers' }))
  await waitFor(() => expect(page.api.callsTo('POST /quotes')).toHaveLength(2))
  expect(reference.value).toMatch(/^\d{6}-[A-Z2-9]{5}$/)
  const { merchant_order_ref, dropoff_address } = page.api.callsTo('POST /quotes')[1]?.body ?? {}
  expect([merchant_order_ref, dropoff_address.name]).toEqual([reference.value, 'Ada Byron'])
  expect(page.api.callsTo('PATCH /shipments/:id')).toEqual([])
  await waitFor(() => expect(screen.queryByText(/^Shipment ORDER-7 is for/)).toBeNull())
})

test('another recipient for the same reference is noticed before the change, and the first shipment can be kept', async () => {
  const page = await quoteThenPasteAnother()
  await screen.findByText('Shipment ORDER-7 is for Grace Miller. If you go on, it gets the recipient that you typed.')
  expect(await findViolations()).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Keep it, and make another' }))
  const reference = screen.getByLabelText<HTMLInputElement>('Order reference')
  expect(document.activeElement).toBe(reference)
  expect(reference.value).toBe('')
  expect(first('Street and number').value).toBe('12 St James Square')
  await askForOffers(page)
  expect(page.api.callsTo('POST /quotes')[1]?.body).toMatchObject({
    merchant_order_ref: reference.value,
    dropoff_address: { name: 'Ada Byron' },
  })
  expect(page.api.callsTo('PATCH /shipments/:id')).toEqual([])
  expect(page.api.callsTo('POST /shipments/:id/cancel')).toEqual([])
})

test('a courier is sent at once within limits, wrong limits are named, and no second courier can be sent', async () => {
  const { account, answers } = anAccount()
  account.shipment = aShipment({
    status: 'in_transit',
    dispatch: { max_total_amount: '90.00', currency: 'GBP', deliver_by: null } as never,
  })
  const page = await openScreen('/ship', {
    answers: {
      ...answers,
      'POST /shipments/on-demand': invalid({ '/dispatch/max_total_amount': 'must be an amount' }),
    },
  })
  await fillIn(page)
  await page.user.click(screen.getByRole('switch', { name: 'Send a courier at once' }))
  expect(screen.queryByLabelText('Collection date')).toBeNull()
  screen.getByText(/^The courier who arrives first within your limits is booked/)
  await page.fill(screen.getByLabelText(/^At most/), 'much')
  await page.user.click(screen.getByRole('button', { name: 'Send a courier' }))
  await page.user.click(await screen.findByRole('button', { name: /^Courier · At most: Enter an amount/ }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^At most/))
  const said = { carrier_account_id: 'cac_1', carrier_code: 'uber-direct', service_code: null, retryable: false }
  const shortened = { ...said, code: 'text_shortened', message: '/dropoff_instructions has 311 characters.' }
  page.api.answer({
    'POST /shipments/on-demand': () => created(account.shipment),
    'GET /quotes': list([{ messages: [shortened, { ...said, code: 'no_offer', message: 'Too far.' }] }]),
  })
  await page.user.selectOptions(screen.getByLabelText(/^Home or business/), 'Home')
  await page.fill(screen.getByLabelText(/^At most/), '90,00')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Looking for a courier')
  screen.getByText('For at most £90.00')
  const texts = within(await screen.findByRole('region', { name: 'Texts that carriers shorten' }))
  texts.getByText('/dropoff_instructions has 311 characters.')
  expect(texts.queryByText('Too far.')).toBeNull()
  expect(page.api.callsTo('POST /shipments/on-demand').at(-1)?.body.dropoff_address.residential).toBe(true)
  expect(page.api.callsTo('POST /shipments/on-demand').at(-1)?.body.dispatch).toEqual({ max_total_amount: '90.00' })
  expect(screen.queryByLabelText('Order reference')).toBeNull()
  await page.reload()
  await screen.findByText('Looking for a courier')
  expect(await findViolations()).toEqual([])

  account.shipment = { ...account.shipment, status: 'failed', failure_reason: 'no_courier_available' }
  page.api.emit({ type: 'shipment.failed', subject: { type: 'shipment', id: SHIPMENT_ID } } as never)
  await screen.findByText('No courier was available.')
  await page.user.click(screen.getByRole('button', { name: 'Change and try again' }))
  expect((await screen.findByLabelText<HTMLInputElement>(/^At most/)).value).toBe('90,00')
})

test('what a courier who was found at once gets shortened is shown beside the booking', async () => {
  const { account, answers } = anAccount()
  const { booking_id, carrier_code } = aBooking()
  account.shipment = aShipment({ status: 'booked', booking_id })
  const said = { carrier_account_id: 'cac_1', service_code: null, retryable: false, code: 'text_shortened' }
  const page = await openScreen('/ship', {
    answers: {
      ...answers,
      'POST /shipments/on-demand': () => created(account.shipment),
      'GET /quotes': list([
        {
          messages: [
            { ...said, carrier_code, message: '/dropoff_instructions has 311 characters.' },
            { ...said, carrier_code: 'other', message: 'Another carrier takes 10.' },
          ],
        },
      ]),
    },
  })
  await fillIn(page)
  await page.user.click(screen.getByRole('switch', { name: 'Send a courier at once' }))
  await page.user.click(screen.getByRole('button', { name: 'Send a courier' }))
  await screen.findByText('Booked')
  const texts = within(await screen.findByRole('region', { name: 'Texts that carriers shorten' }))
  texts.getByText('/dropoff_instructions has 311 characters.')
  expect(texts.queryByText('Another carrier takes 10.')).toBeNull()
})

test('texts that couriers shorten are shown before one is sent, and again after each edit', async () => {
  const { account, answers } = anAccount()
  account.shipment = aShipment({ status: 'in_transit' })
  const shortened = { carrier_account_id: 'cac_1', carrier_code: 'uber-direct', service_code: null, retryable: false }
  const page = await openScreen('/ship', {
    answers: {
      ...answers,
      'POST /shipments/on-demand': () => created(account.shipment),
      'GET /quotes': list([]),
      'POST /shipments/check': {
        messages: [{ ...shortened, code: 'text_shortened', message: '/dropoff_address/name has 90 characters.' }],
      },
    },
  })
  await fillIn(page)
  await page.user.click(screen.getByRole('switch', { name: 'Send a courier at once' }))
  await page.user.click(screen.getByRole('button', { name: 'Send a courier' }))
  await screen.findByText('/dropoff_address/name has 90 characters.')
  expect(page.api.callsTo('POST /shipments/on-demand')).toEqual([])
  expect(await findViolations()).toEqual([])
  await page.fill(screen.getByLabelText('Order reference'), 'ORDER-8')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send all the same' })).toBeNull())
  await page.user.click(screen.getByRole('button', { name: 'Send a courier' }))
  await page.user.click(await screen.findByRole('button', { name: 'Send all the same' }))
  await screen.findByText('Looking for a courier')
  const checks = page.api.callsTo('POST /shipments/check')
  expect(checks.map(({ body }) => [body.merchant_order_ref, body.dispatch])).toEqual([
    ['ORDER-7', null],
    ['ORDER-8', null],
  ])
  expect(page.api.callsTo('POST /shipments/on-demand')).toHaveLength(1)
})

test('a form without a shipment is emptied and comes back by Undo', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await page.user.click(screen.getByRole('button', { name: 'Start over' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Order reference').value).toBe(''))
  await page.user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Order reference').value).toBe('ORDER-7'))
})

test('starting over with a registered shipment asks whether to keep it, and says why it cannot be cancelled', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', {
    answers: { ...answers, 'POST /shipments/:id/cancel': failure(409, { message: 'It is booked.' }) },
  })
  await fillIn(page)
  await askForOffers(page)
  await page.user.click(screen.getByRole('button', { name: 'Start over' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start over' }))
  dialog.getByText(/The shipment ORDER-7 is registered, and not booked\./)
  await page.user.click(dialog.getByRole('button', { name: 'Cancel the shipment' }))
  await dialog.findByText('It is booked.')
  await page.user.click(dialog.getByRole('button', { name: 'Keep it' }))
  await screen.findByText('No offers yet')
})

test('who may not ask for offers reads why instead of a form', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  await openScreen('/ship', { answers: anAccount().answers, session })
  await screen.findByText('Your role cannot ship')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a call without an answer is explained without words for developers', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers: { ...answers, 'POST /quotes': lost } })
  await fillIn(page)
  await page.user.click(screen.getByRole('button', { name: 'Get offers' }))
  await screen.findByText('Waybill does not answer. Try again: nothing is done twice.')
  expect(screen.queryByText(/fetch|idempotencyKey/)).toBeNull()
})
