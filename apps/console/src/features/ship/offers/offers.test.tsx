/** Offers are booked only for the shipment that is on the screen. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { created, failure, quoteStream, stale } from '../../../testing/api.ts'
import { type OpenScreen, openScreen } from '../../../testing/screen.tsx'
import { ADDRESS, anAccount, askForOffers, bookButton, fillIn, first, OTHER_ADDRESS } from '../../../testing/ship.ts'
import { aBooking, aQuote, SHIPMENT_ID } from '../../../testing/shipments.ts'

const EDITS: [string, (page: OpenScreen) => Promise<void>, object][] = [
  [
    'the weight',
    (page) => page.fill(screen.getByLabelText('Weight'), '12'),
    { parcels: [{ title: 'Parcel', weight_kg: '12', length_cm: '30', width_cm: '20', height_cm: '15' }] },
  ],
  [
    'the street',
    (page) => page.fill(first('Street and number'), '9 River Road'),
    { dropoff_address: { address_line_1: '9 River Road' } },
  ],
  [
    'the flat, emptied',
    (page) => page.fill(first('Flat, floor, building'), ''),
    { dropoff_address: { address_line_2: null } },
  ],
  [
    'the date',
    (page) => page.fill(screen.getByLabelText('Collection date'), '2030-01-31'),
    { collection_date: '2030-01-31' },
  ],
  [
    'the instructions',
    (page) => page.fill(screen.getByLabelText(/^Instructions for the courier/), 'Ring twice'),
    { dropoff_instructions: 'Ring twice' },
  ],
]

test.each(EDITS)(
  'offers are void after an edit of %s, and the next ones are for the corrected shipment',
  async (_, edit, changes) => {
    const { answers } = anAccount()
    const page = await openScreen('/ship', { answers })
    await fillIn(page)
    await askForOffers(page)
    expect(bookButton()).not.toBeNull()
    await edit(page)
    await screen.findByText('Changed. Get new offers.')
    expect(bookButton()).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Get new offers' }))
    await waitFor(() => expect(bookButton()).not.toBeNull())
    expect(page.api.sentTo('PATCH /shipments/:id')).toEqual([changes])
    expect(page.api.callsTo('PATCH /shipments/:id')[0]?.headers.get('if-match')).toBe('"1"')
    // The same shipment, not a second one.
    expect(page.api.sentTo('POST /quotes').at(-1)).toEqual({ shipment_id: SHIPMENT_ID })
  },
)

test('an edit that is taken back makes the offers good again, without a call', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await askForOffers(page)
  await page.fill(screen.getByLabelText('Weight'), '12')
  await screen.findByText('Changed. Get new offers.')
  await page.fill(screen.getByLabelText('Weight'), '1.25')
  await waitFor(() => expect(bookButton()).not.toBeNull())
  expect(page.api.callsTo('POST /quotes')).toHaveLength(1)
})

test('another order reference is another shipment: the first is cancelled', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await askForOffers(page)
  page.api.answer({ 'POST /shipments/:id/cancel': { status: 'cancelled' } })
  await page.fill(screen.getByLabelText('Order reference'), 'ORDER-8')
  await screen.findByText('Changed. Get new offers.')
  await page.user.click(screen.getByRole('button', { name: 'Get new offers' }))
  await waitFor(() => expect(page.api.callsTo('POST /quotes')).toHaveLength(2))
  expect(page.api.sentTo('POST /shipments/:id/cancel')).toEqual([{ reason_code: 'replaced' }])
  expect(page.api.callsTo('POST /quotes').at(-1)?.body.merchant_order_ref).toBe('ORDER-8')
})

test('a shipment that somebody else has changed is not booked with offers of before', async () => {
  const { account, answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await askForOffers(page)
  account.shipment = { ...account.shipment, updated_at: '2026-03-02T10:00:00.000Z' }
  await page.user.click(bookButton() as HTMLElement)
  await screen.findByText('Somebody else has changed this shipment. Nothing was booked.')
  expect(page.api.callsTo('POST /shipments/:id/book')).toEqual([])
  expect(bookButton()).toBeNull()
})

test('a change in the moment of booking is refused by the version that the page shows', async () => {
  const { account, answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await askForOffers(page)
  page.api.answer({
    'POST /shipments/:id/book': () => {
      account.shipment = { ...account.shipment, updated_at: '2026-03-02T10:00:00.000Z' }
      return stale()
    },
  })
  await page.user.click(bookButton() as HTMLElement)
  await screen.findByText('Somebody else has changed this shipment. Nothing was booked.')
  expect(page.api.callsTo('POST /shipments/:id/book')[0]?.headers.get('if-match')).toBe('"1"')
  expect(bookButton()).toBeNull()
  page.api.answer({ 'POST /shipments/:id/book': created(account.booking) })
  await page.user.click(screen.getByRole('button', { name: 'Get new offers' }))
  await waitFor(() => expect(bookButton()).not.toBeNull())
  await page.user.click(bookButton() as HTMLElement)
  await screen.findByText('Booked')
})

test('a second pasted address replaces the first, and a scanned code does not book', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  const box = screen.getByLabelText<HTMLTextAreaElement>('Paste a whole address')
  await page.user.click(box)
  box.setSelectionRange(0, box.value.length)
  await page.user.paste(OTHER_ADDRESS)
  expect(first('Street and number').value).toBe('12 St James Square')
  expect(first('Flat, floor, building').value).toBe('')
  await askForOffers(page)
  expect(page.api.callsTo('POST /quotes')[0]?.body.dropoff_address).toMatchObject({
    name: 'Ada Byron',
    address_line_1: '12 St James Square',
  })
  act(() => screen.getByRole('radio', { checked: true }).focus())
  await page.user.keyboard('5012345678900{Enter}')
  expect(page.api.callsTo('POST /shipments/:id/book')).toEqual([])
  await page.user.click(screen.getByRole('radio', { name: /Bike/ }))
  await page.user.click(bookButton() as HTMLElement)
  await screen.findByText('Booked')
  expect(page.api.sentTo('POST /shipments/:id/book')).toEqual([{ quote_option_id: 'qop_2' }])
})

test('an address that comes into the box without a paste is read at once, and one that is typed when the box is left', async () => {
  const page = await openScreen('/ship', { answers: anAccount().answers })
  const box = await screen.findByLabelText<HTMLTextAreaElement>('Paste a whole address')
  // As from the clipboard of a phone's keyboard, or dropped.
  fireEvent.change(box, { target: { value: ADDRESS } })
  expect(first('Street and number').value).toBe('7 River Road')
  fireEvent.change(box, { target: { value: OTHER_ADDRESS } })
  expect(first('Street and number').value).toBe('12 St James Square')
  await page.user.clear(box)
  await page.user.type(box, ADDRESS)
  expect(first('Street and number').value).toBe('12 St James Square')
  await page.user.tab()
  expect(first('Street and number').value).toBe('7 River Road')
})

test('a pasted address voids whether the one before was a home, visibly, and the next offers are for that', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  const kind = screen.getByLabelText<HTMLSelectElement>('Home or business')
  await page.user.selectOptions(kind, 'Home')
  await askForOffers(page)
  // A choice goes with a corrected street, for which the API would drop it.
  await page.fill(first('Street and number'), '8 River Road')
  expect(kind.value).toBe('true')
  await page.user.click(await screen.findByRole('button', { name: 'Get new offers' }))
  await waitFor(() => expect(bookButton()).not.toBeNull())
  expect(page.api.sentTo('PATCH /shipments/:id')).toEqual([
    { dropoff_address: { address_line_1: '8 River Road', residential: true } },
  ])
  const box = screen.getByLabelText<HTMLTextAreaElement>('Paste a whole address')
  await page.user.click(box)
  box.setSelectionRange(0, box.value.length)
  await page.user.paste(OTHER_ADDRESS)
  expect(kind.value).toBe('')
  screen.getByText('The address before was “Home”. Choose what this one is.')
})

test('carriers without an offer say why, and an error leaves the form as it is', async () => {
  const message = {
    carrier_account_id: 'cac_1',
    carrier_code: 'city_van',
    service_code: 'van',
    code: 'not_served',
    message: 'Too far.',
  }
  const { account, answers } = anAccount({ quote: aQuote({ options: [], messages: [message as never] }) })
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('1 service makes no offer')
  screen.getByText('Too far.')
  expect(bookButton()).toBeNull()
  account.quote = aQuote()
  page.api.answer({ 'POST /quotes': failure(403, { message: 'Not allowed.' }) })
  await page.fill(screen.getByLabelText('Weight'), '2')
  await page.user.click(screen.getByRole('button', { name: 'Get offers' }))
  await screen.findByText('Not allowed.')
  expect(screen.getByLabelText<HTMLInputElement>('Weight').value).toBe('2')
})

test('a booking whose answer got lost is tried again with its key, also after a reload', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', {
    answers: { ...answers, 'POST /shipments/:id/book': () => Response.json({}, { status: 503 }) },
  })
  await fillIn(page)
  await askForOffers(page)
  await page.user.click(bookButton() as HTMLElement)
  await screen.findByRole('alert')
  page.api.answer({ 'POST /shipments/:id/book': created(aBooking()) })
  await page.reload()
  await page.user.click(await screen.findByRole('button', { name: /^Book for/ }))
  await screen.findByText('Booked')
  const keys = page.api.callsTo('POST /shipments/:id/book').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('offers for a shipment that exists are asked for at once, and a change by somebody else voids them', async () => {
  const { account, answers } = anAccount()
  const page = await openScreen(`/ship?shipment=${SHIPMENT_ID}`, { answers })
  await waitFor(() => expect(bookButton()).not.toBeNull())
  screen.getByRole('link', { name: 'ORDER-7' })
  expect(page.api.sentTo('POST /quotes')).toEqual([{ shipment_id: SHIPMENT_ID }])
  account.shipment = { ...account.shipment, updated_at: '2026-03-02T10:00:00.000Z' }
  page.api.emit({ type: 'shipment.updated', subject: { type: 'shipment', id: SHIPMENT_ID } } as never)
  await screen.findByText('Changed. Get new offers.')
  expect(bookButton()).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Ask again' }))
  await waitFor(() => expect(bookButton()).not.toBeNull())
  await page.user.click(bookButton() as HTMLElement)
  await screen.findByText('Booked')
  await page.user.click(screen.getByRole('button', { name: /^Ship the next one/ }))
  await waitFor(() => expect(page.address()).toBe('/ship'))
})

test('a booking that somebody else cancels is shown as cancelled, without a label to print', async () => {
  const { account, answers } = anAccount()
  const page = await openScreen(`/ship?shipment=${SHIPMENT_ID}`, { answers })
  await waitFor(() => expect(bookButton()).not.toBeNull())
  await page.user.click(bookButton() as HTMLElement)
  await screen.findByRole('link', { name: /^Print the label/ })
  account.booking = { ...account.booking, status: 'cancelled' }
  const subject = { type: 'booking', id: account.booking.booking_id }
  page.api.emit({ type: 'booking.cancelled', subject } as never)
  await screen.findByText('Cancelled')
  expect(screen.queryByText('Booked')).toBeNull()
  expect(screen.queryByRole('link', { name: /^Print the label/ })).toBeNull()
})

test('an Enter that comes right after a dialog has closed does not book', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await askForOffers(page)
  const offer = screen.getByRole('radio', { checked: true })
  act(() => offer.focus())
  await page.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Commands' })
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(offer))
  await page.user.keyboard('{Enter}{Enter}')
  expect(page.api.callsTo('POST /shipments/:id/book')).toEqual([])
})

test('offers that come late take the focus from no field that is typed in, and its Enter does not book', async () => {
  const { account, answers } = anAccount()
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const late = async () => {
    await held
    return quoteStream(account.quote)
  }
  const page = await openScreen('/ship', { answers: { ...answers, 'POST /quotes': late } })
  await fillIn(page)
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(page.api.callsTo('POST /quotes')).toHaveLength(1))
  const instructions = screen.getByLabelText('Instructions for the courier')
  await page.user.click(instructions)
  await act(async () => go())
  await waitFor(() => expect(screen.getAllByRole('radio').length).toBeGreaterThan(1))
  expect(document.activeElement).toBe(instructions)
  await page.user.keyboard('{Enter}')
  expect(page.api.callsTo('POST /shipments/:id/book')).toEqual([])
})
