import { act, screen, waitFor, within } from '@testing-library/react'
import type { Booking, ParcelPreset, PickupLocation, Quote, Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import {
  type Answers,
  created,
  failure,
  invalid,
  list,
  lost,
  quoteStream,
  stale,
  versioned,
} from '../../testing/api.ts'
import { watchDocuments } from '../../testing/documents.ts'
import { type OpenScreen, openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'
import { aParcelPreset, aPickupLocation } from '../../testing/settings.ts'
import { aBooking, anOption, aQuote, aShipment, SHIPMENT_ID, theAddresses } from '../../testing/shipments.ts'

const ADDRESS = 'Grace Miller\nFlat 3\n7 River Road\nLondon\nN1 9GU\nUnited Kingdom\n+44 20 7946 0018'
const OTHER_ADDRESS = 'Ada Byron\n12 St James Square\nLondon\nSW1Y 4JH\nUnited Kingdom'

/** The shipment that the page registers, as the API keeps it. */
interface Account {
  shipment: Shipment
  quote: Quote
  booking: Booking
  presets: ParcelPreset[]
  locations: PickupLocation[]
}

function anAccount(values: Partial<Account> = {}): { account: Account; answers: Answers } {
  const options = [anOption(), anOption({ quote_option_id: 'qop_2', service_name: 'Bike', total_amount: '9.00' })]
  const account: Account = {
    shipment: aShipment({ merchant_order_ref: 'ORDER-7' }),
    quote: aQuote({ options }),
    booking: aBooking(),
    presets: [],
    locations: [aPickupLocation()],
    ...values,
  }
  let version = 1
  return {
    account,
    answers: {
      'GET /parcel-presets': () => list(account.presets),
      'GET /pickup-locations': () => list(account.locations),
      'POST /quotes': () => quoteStream(account.quote),
      'GET /quotes/:id': () => account.quote,
      'GET /shipments/:id': () => versioned(account.shipment, `"${version}"`),
      'PATCH /shipments/:id': () => {
        version += 1
        account.shipment = { ...account.shipment, updated_at: `2026-03-02T09:00:0${version}.000Z` }
        return versioned(account.shipment, `"${version}"`)
      },
      'POST /shipments/:id/book': () => created(account.booking),
      'GET /bookings/:id': () => account.booking,
      'GET /bookings/:id/label': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    },
  }
}

const first = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement
const sizes = { Weight: '1.25', Length: '30', Width: '20', Height: '15' }

async function fillIn(page: OpenScreen, parcel: Record<string, string> = sizes): Promise<void> {
  await page.user.click(await screen.findByLabelText('Paste a whole address'))
  await page.user.paste(ADDRESS)
  for (const [label, text] of Object.entries(parcel)) await page.fill(screen.getByLabelText(label), text)
  await page.fill(screen.getByLabelText('Order reference'), 'ORDER-7')
}
const askForOffers = async (page: OpenScreen) => {
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(bookButton()?.hasAttribute('disabled')).toBe(false))
}
const bookButton = () => screen.queryByRole('button', { name: /^Book for/ })

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
  expect(document.activeElement).toBe(print)
  await page.user.keyboard('p')
  await waitFor(() => expect(page.api.callsTo('POST /bookings/:id/label/printed')).toHaveLength(1))
  await page.user.keyboard('n')
  await screen.findByText('No offers yet')
  expect(screen.getByLabelText<HTMLInputElement>('Order reference').value).toBe('')
})

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

test('wrong fields are named where they are and in a list that leads to them, and nothing typed is lost on reload', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', {
    answers: {
      ...answers,
      'POST /quotes': invalid({ '/parcels/0/weight_kg': 'must be a number', '/dropoff_address/city': 'is required' }),
    },
  })
  await page.fill(await screen.findByLabelText('Order reference'), 'ORDER-7')
  await page.fill(screen.getByLabelText('Weight'), 'heavy')
  await page.fill(first('Street and number'), '<img src=x onerror=alert(1)>')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  const summary = within((await screen.findByText('2 fields are wrong')).closest('[role=alert]') as HTMLElement)
  expect(screen.getByLabelText('Weight').getAttribute('aria-invalid')).toBe('true')
  expect(await findViolations()).toEqual([])
  await page.user.click(summary.getByRole('button', { name: /^Parcels · 1 · Weight: Enter a number/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('Weight'))
  await page.reload()
  expect((await screen.findByLabelText<HTMLInputElement>('Order reference')).value).toBe('ORDER-7')
  expect(screen.getByLabelText<HTMLInputElement>('Weight').value).toBe('heavy')
  expect(first('Street and number').value).toBe('<img src=x onerror=alert(1)>')
})

test('a preset fills in the size, a size is kept as one, and the last one is there for the next parcel', async () => {
  const box = aParcelPreset({ preset_id: 'prs_1', name: 'Box', weight_kg: '1.250', height_cm: '15.00' })
  const { account, answers } = anAccount({ presets: [box] })
  const page = await openScreen('/ship', {
    answers: {
      ...answers,
      'POST /parcel-presets': ({ body }) => {
        const kept = aParcelPreset({ preset_id: 'prs_2', ...body, weight_kg: null, height_cm: '17.50' })
        account.presets.push(kept)
        return created(kept)
      },
    },
  })
  const preset = () => screen.getAllByLabelText<HTMLSelectElement>('Preset')
  await page.user.selectOptions((await screen.findAllByLabelText('Preset'))[0] as HTMLElement, 'Box')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Weight').value).toBe('1.25'))
  expect(screen.getByLabelText<HTMLInputElement>('Height').value).toBe('15')
  await page.fill(screen.getByLabelText('Height'), '17,5')
  expect(preset()[0]?.value).toBe('')
  await page.user.click(screen.getByRole('button', { name: 'Save as preset' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as preset' }))
  await page.fill(dialog.getByLabelText('Name'), 'Tall')
  await page.user.click(dialog.getByRole('button', { name: 'Save the preset' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.api.sentTo('POST /parcel-presets')).toEqual([
    { name: 'Tall', is_default: false, weight_kg: null, length_cm: '30', width_cm: '20', height_cm: '17.5' },
  ])
  await waitFor(() => expect(preset()[0]?.value).toBe('prs_2'))
  await page.user.click(screen.getByRole('button', { name: 'Add a parcel' }))
  await waitFor(() => expect(screen.getAllByLabelText<HTMLInputElement>('Height')[1]?.value).toBe('17.5'))
  await page.user.click(screen.getByRole('button', { name: 'Remove parcel 2' }))
  await fillIn(page, {})
  await askForOffers(page)
  sessionStorage.clear()
  await page.reload()
  await waitFor(() => expect(preset()[0]?.value).toBe('prs_2'))
})

test('a pickup in a country with other units converts what is filled in', async () => {
  const { answers } = anAccount({
    locations: [
      aPickupLocation(),
      aPickupLocation({
        pickup_location_id: 'pul_2',
        name: 'Boston',
        address: { ...aPickupLocation().address, address_line_1: '1 Main St', city: 'Boston', country: 'US' },
      }),
    ],
  })
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  const values = () =>
    Object.keys(sizes).map((label) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).value)
  const choose = async (name: string) =>
    await page.user.selectOptions(await screen.findByLabelText('Pickup location'), name)
  await choose('Boston')
  await waitFor(() => expect(values()).toEqual(['2.76', '11.81', '7.87', '5.91']))
  await choose('Hall')
  await waitFor(() => expect(values()).toEqual(Object.values(sizes)))
})

test('one of several pickup locations is chosen, with its hours, and remembered with the address that it has now', async () => {
  const hall = aPickupLocation()
  const address = { ...theAddresses(aShipment()).pickup_address, address_line_1: '3 Mill Lane' }
  const open = [{ from: '08:00', to: '12:00' }]
  const hours = {
    monday: open,
    tuesday: open,
    wednesday: open,
    thursday: open,
    friday: open,
    saturday: open,
    sunday: open,
  }
  const mill = aPickupLocation({
    pickup_location_id: 'pul_2',
    name: 'Mill',
    address,
    hours,
    closed_dates: ['2030-12-25'],
  })
  const { account, answers } = anAccount({ locations: [hall, mill] })
  const page = await openScreen('/ship', { answers })
  const choice = await screen.findByLabelText<HTMLSelectElement>('Pickup location')
  await page.user.selectOptions(choice, 'Mill')
  await screen.findByText(/3 Mill Lane/)
  screen.getByText('Open 08:00–12:00 on the collection date')
  await page.fill(screen.getByLabelText('Collection date'), '2030-12-25')
  await screen.findByText(/^Closed on the collection date/)
  await fillIn(page)
  await askForOffers(page)
  expect(page.api.callsTo('POST /quotes')[0]?.body.pickup_address.address_line_1).toBe('3 Mill Lane')
  sessionStorage.clear()
  account.locations = [hall, { ...mill, address: { ...address, address_line_1: '5 Mill Lane' } }]
  await page.reload()
  await screen.findByText(/5 Mill Lane/)
  expect(screen.getByLabelText<HTMLSelectElement>('Pickup location').value).toBe('pul_2')
  await page.user.selectOptions(screen.getByLabelText('Pickup location'), 'Another address')
  await waitFor(() => expect(screen.getAllByLabelText<HTMLInputElement>('Street and number')[1]?.value).toBe(''))
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

test('who may not ask for offers reads why instead of a form', async () => {
  const session = aSession({ role: 'support', scopes: READER_SCOPES })
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

test('coordinates of the pickup location are sent, those of the drop-off are typed, and a new street ends them', async () => {
  const place = aPickupLocation()
  const located = { ...place, address: { ...place.address, latitude: 51.5392, longitude: -0.1426 } }
  const { answers } = anAccount({ locations: [located] })
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await page.fill(first('Latitude'), '51.5308')
  await page.fill(first('Longitude'), '-0.0973')
  await askForOffers(page)
  expect(page.api.sentTo('POST /quotes')[0]).toMatchObject({
    pickup_address: { latitude: '51.5392', longitude: '-0.1426' },
    dropoff_address: { latitude: '51.5308', longitude: '-0.0973' },
  })
  await page.user.selectOptions(screen.getByLabelText('Pickup location'), 'Another address')
  expect(screen.getAllByLabelText<HTMLInputElement>('Latitude').map(({ value }) => value)).toEqual(['51.5308', ''])
})
