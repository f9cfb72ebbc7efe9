import { act, screen, waitFor, within } from '@testing-library/react'
import type { Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { type Answers, type Call, failure, list } from '../../testing/api.ts'
import { aCarrier } from '../../testing/carriers.ts'
import { anEvent } from '../../testing/developers.ts'
import { watchDocuments } from '../../testing/documents.ts'
import { openScreen } from '../../testing/screen.tsx'
import { AT, aSession, READER_SCOPES } from '../../testing/session.ts'
import { aBooking, aShipment, aView, someCounts, someShipments, theAddresses } from '../../testing/shipments.ts'

const makeAnswers = (shipments: Answers[string]): Answers => ({
  'GET /shipments': shipments,
  'GET /shipments/bookings': list([]),
  'GET /shipments/counts': someCounts(),
  'GET /shipments/addresses': list([theAddresses(aShipment())]),
  'GET /saved-views': list([]),
  'GET /carriers': list([aCarrier()]),
  'GET /shipments/tags': list([]),
  'GET /team/members': list([]),
})
const grid = () => screen.findByRole('grid', { name: 'Shipments' })
const row = async (text: string) => {
  const cell = await within(await grid()).findByText(text)
  return cell.closest<HTMLElement>('[role=row]') as HTMLElement
}
/** The references of the rows, as they stand. */
const references = () =>
  within(screen.getByRole('grid', { name: 'Shipments' }))
    .getAllByRole('link')
    .map((link) => link.textContent)
/** The filters of a call, without the size of a page. */
function readFilters({ query }: Call): Record<string, string> {
  const { limit: _, ...filters } = Object.fromEntries(query)
  return filters
}
const lastFilters = (calls: readonly Call[]) => readFilters(calls.at(-1) as Call)

test('the list asks for what the address says, shows it, and drops one filter at a time', async () => {
  const page = await openScreen('/shipments?q=grace&sort=created_at&carrier_code=city_van&created_from=2026-01-31', {
    answers: makeAnswers(list([aShipment()])),
  })
  await row('ORDER-1')
  const expected = {
    q: 'grace',
    sort: 'created_at',
    carrier_code: 'city_van',
    created_from: new Date(2026, 0, 31).toISOString(),
  }
  expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual(expected)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('grace')
  expect(screen.getByLabelText<HTMLSelectElement>('Order').value).toBe('created_at')
  const chips = screen.getByRole('list', { name: 'Filters' })
  expect(chips.textContent).toContain('Created from: 31 Jan 2026')
  await within(chips).findByText('Carrier: City Van')

  await page.user.click(within(chips).getByRole('button', { name: 'Remove the filter Carrier' }))
  await waitFor(() => expect(page.address()).not.toContain('carrier_code'))
  const { carrier_code: _, ...rest } = expected
  await waitFor(() => expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual(rest))
})

test('a bad link opens the list without the filters that do not exist', async () => {
  const page = await openScreen('/shipments?status=lost&sort=price&created_from=soon&colour=red', {
    answers: makeAnswers(list([aShipment()])),
  })
  await row('ORDER-1')
  expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual({})
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
})

test('a tab sets the status and keeps the text, and Back leads to the tab before', async () => {
  const page = await openScreen('/shipments?q=grace', { answers: makeAnswers(list([aShipment()])) })
  await row('ORDER-1')
  const tabs = within(screen.getByRole('navigation', { name: 'Status' }))
  const current = () => tabs.getAllByRole('link').find((link) => link.getAttribute('aria-current') === 'page')
  expect(current()?.textContent).toBe('All')
  await page.user.click(tabs.getByRole('link', { name: 'Ended' }))
  await waitFor(() => expect(current()?.textContent).toBe('Ended'))
  const ended = { q: 'grace', status: 'returned,cancelled,expired' }
  await waitFor(() => expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual(ended))
  await page.user.click(tabs.getByRole('link', { name: 'To book' }))
  const toBook = { q: 'grace', waiting_for: 'booking' }
  await waitFor(() => expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual(toBook))
  // A tab is in view already: it is no filter of the list of filters.
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
  act(() => window.history.back())
  await waitFor(() => expect(current()?.textContent).toBe('Ended'))
})

test('the order is in the address, but for the usual one', async () => {
  const page = await openScreen('/shipments', { answers: makeAnswers(list([aShipment()])) })
  await row('ORDER-1')
  await page.user.selectOptions(screen.getByLabelText('Order'), 'Oldest change first')
  await waitFor(() => expect(page.address()).toBe('/shipments?sort=updated_at'))
  await page.user.selectOptions(screen.getByLabelText('Order'), 'Newest first')
  await waitFor(() => expect(page.address()).toBe('/shipments'))
})

test('all filters of the sheet apply together, and are there when it is opened again', async () => {
  const page = await openScreen('/shipments?q=grace', { answers: makeAnswers(list([aShipment()])) })
  await row('ORDER-1')
  await page.user.keyboard('f')
  const sheet = () => within(screen.getByRole('dialog', { name: 'Filters' }))
  await screen.findByRole('dialog', { name: 'Filters' })
  await page.user.click(sheet().getByRole('checkbox', { name: 'On hold' }))
  await page.user.click(sheet().getByRole('checkbox', { name: 'Failed' }))
  await page.fill(sheet().getByLabelText(/^Changed from/), '2026-02-01')
  await page.user.selectOptions(await sheet().findByLabelText('Carrier'), 'City Van')
  await page.user.click(sheet().getByRole('checkbox', { name: 'Delivery' }))
  await page.user.selectOptions(sheet().getByLabelText('Failed because'), 'No courier available')
  await page.user.selectOptions(sheet().getByLabelText('Incident'), 'Weather')
  await page.user.selectOptions(sheet().getByLabelText('Service'), 'Van today')
  await page.fill(sheet().getByLabelText('Tracking number'), ' CV0000001 ')
  await page.fill(sheet().getByLabelText('Metadata'), 'shop = north\nnothing\n=none\nkind=a=b')
  expect(await findViolations()).toEqual([])
  await page.user.click(sheet().getByRole('button', { name: 'Apply filters' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual({
      q: 'grace',
      status: 'on_hold,failed',
      late: 'delivery',
      failure_reason: 'no_courier_available',
      incident: 'weather',
      updated_from: new Date(2026, 1, 1).toISOString(),
      carrier_code: 'city_van',
      service_code: 'van_today',
      tracking_number: 'CV0000001',
      'metadata[shop]': 'north',
      'metadata[kind]': 'a=b',
    }),
  )
  await page.reload()
  await row('ORDER-1')
  await screen.findByText('Carrier: City Van')
  screen.getByText('Service: Van today')
  await page.user.click(screen.getByRole('button', { name: 'Filters' }))
  await screen.findByRole('dialog', { name: 'Filters' })
  expect(sheet().getByRole<HTMLInputElement>('checkbox', { name: 'Failed' }).checked).toBe(true)
  expect(sheet().getByRole<HTMLInputElement>('checkbox', { name: 'Ready' }).checked).toBe(false)
  expect(sheet().getByLabelText<HTMLTextAreaElement>('Metadata').value).toBe('shop=north\nkind=a=b')
  expect(sheet().getByLabelText<HTMLSelectElement>('Carrier').value).toBe('city_van')
  await page.user.click(sheet().getByRole('button', { name: 'Remove all' }))
  await waitFor(() => expect(page.address()).toBe('/shipments?q=grace'))
})

test('a filter of the sheet narrows the tab down that is open', async () => {
  const page = await openScreen('/shipments', { answers: makeAnswers(list([aShipment()])) })
  await row('ORDER-1')
  await page.user.click(screen.getByRole('link', { name: 'To book' }))
  await waitFor(() => expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual({ waiting_for: 'booking' }))
  await page.user.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await page.fill(sheet.getByLabelText('Reference'), 'ORDER-1')
  await page.user.click(sheet.getByRole('button', { name: 'Apply filters' }))
  const both = { waiting_for: 'booking', merchant_order_ref: 'ORDER-1' }
  await waitFor(() => expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual(both))
  expect(screen.getByRole('link', { name: 'To book' }).getAttribute('aria-current')).toBe('page')
})

test('a text is searched for once it is long enough, and leads back to the list', async () => {
  const page = await openScreen('/shipments', { answers: makeAnswers(list([aShipment()])) })
  await row('ORDER-1')
  await page.user.keyboard('/')
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search shipments' })
  expect(document.activeElement).toBe(box)
  await page.user.keyboard('gr')
  screen.getByText('Type at least 3 characters')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toBe('/shipments?q=gr'))
  // Too short to search for: everything is shown.
  expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual({})
  const first = await row('ORDER-1')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await page.user.keyboard('/')
  await page.fill(box, 'grace')
  // Without Enter, the list follows after a pause.
  await waitFor(() => expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual({ q: 'grace' }))
  expect(screen.queryByText(/Type at least/)).toBeNull()
  await page.user.keyboard('{Escape}')
  const found = await row('ORDER-1')
  await waitFor(() => expect(document.activeElement).toBe(found))
})

test('a list without a match says so and can drop its filters, and an empty one says what comes here', async () => {
  const page = await openScreen('/shipments?q=nobody&sort=created_at', { answers: makeAnswers(list([])) })
  await screen.findByText('No shipment matches')
  await page.user.click(screen.getByRole('button', { name: 'Remove all filters' }))
  await screen.findByText('No shipments')
  expect(page.address()).toBe('/shipments?sort=created_at')
  expect(await findViolations()).toEqual([])
})

test('a new shipment waits above the list until it is asked for, and no row moves before', async () => {
  const shipments = someShipments(2)
  const page = await openScreen('/shipments', { answers: makeAnswers(() => list(shipments)) })
  await row('ORDER-1')
  shipments.unshift(aShipment({ shipment_id: 'shp_00000000000000000000000009', merchant_order_ref: 'ORDER-9' }))
  page.api.emit(anEvent('shipment.created'))
  const more = await screen.findByRole('button', { name: '1 new' })
  expect(references()).toEqual(['ORDER-1', 'ORDER-2'])
  await page.user.click(more)
  expect(references()).toEqual(['ORDER-9', 'ORDER-1', 'ORDER-2'])
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
})

test('a row shows the new state at its place, and another order waits', async () => {
  let shipments = someShipments(2)
  const page = await openScreen('/shipments?sort=-updated_at', { answers: makeAnswers(() => list(shipments)) })
  await row('ORDER-2')
  const [first, second] = shipments as [Shipment, Shipment]
  shipments = [{ ...second, status: 'delivered' }, first]
  page.api.emit(anEvent('shipment.delivered'))
  await within(await row('ORDER-2')).findByText('Delivered')
  expect(references()).toEqual(['ORDER-1', 'ORDER-2'])
  await page.user.click(screen.getByRole('button', { name: 'Show the new order' }))
  expect(references()).toEqual(['ORDER-2', 'ORDER-1'])
})

test('the next page follows by itself, and one that fails can be asked for again', async () => {
  const all = someShipments(5)
  let isBroken = true
  const page = await openScreen('/shipments', {
    answers: makeAnswers(({ query }) => {
      if (query.get('cursor') === null) return list(all.slice(0, 3), 'next')
      return isBroken ? failure(400, { message: 'The cursor is broken.' }) : list(all.slice(2))
    }),
  })
  await row('ORDER-3')
  await screen.findByText('The cursor is broken.')
  isBroken = false
  await page.user.click(screen.getByRole('button', { name: 'Load more' }))
  await row('ORDER-5')
  // The third has moved between the pages: it is there once.
  expect(references()).toEqual(all.map(({ merchant_order_ref }) => merchant_order_ref))
  screen.getByText('5 rows')
  expect(page.api.callsTo('GET /shipments').at(-1)?.query.get('cursor')).toBe('next')
})

test('columns are shown and hidden, and the browser keeps the choice', async () => {
  const page = await openScreen('/shipments', { answers: makeAnswers(list([aShipment()])) })
  await row('ORDER-1')
  const headings = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
  expect(headings()).toContain('Price')
  expect(headings()).not.toContain('From')
  await page.user.click(screen.getByRole('button', { name: 'Columns' }))
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Price' }))
  await page.user.click(screen.getByRole('menuitemcheckbox', { name: 'From' }))
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Reference' })).toBeNull()
  await page.user.keyboard('{Escape}')
  await page.reload()
  await within(await row('ORDER-1')).findByTitle('London, NW1 8AB, United Kingdom')
  expect(headings()).not.toContain('Price')
})

test('carrier, tracking number, price and arrival of all rows come by one call', async () => {
  const [booked, open, cancelled] = someShipments(3) as [Shipment, Shipment, Shipment]
  const eta = { from: '2026-03-02T10:00:00.000Z', to: '2026-03-02T12:00:00.000Z', updated_at: AT, source: 'carrier' }
  const bookings = [
    aBooking({ eta }),
    aBooking({ shipment_id: cancelled.shipment_id, status: 'cancelled', tracking_number: 'CV0000003' }),
  ]
  const page = await openScreen('/shipments', {
    answers: { ...makeAnswers(list([booked, open, cancelled])), 'GET /shipments/bookings': list(bookings) },
  })
  const first = within(await row('ORDER-1'))
  await first.findByText('CV0000001')
  first.getByText('City Van')
  first.getByText('£6.00')
  first.getByText(/^Mon,? 2 Mar/)
  // A cancelled booking costs nothing and does not arrive.
  const third = within(await row('ORDER-3'))
  third.getByText('CV0000003')
  expect(third.queryByText('£6.00')).toBeNull()
  expect(within(await row('ORDER-2')).queryByText('City Van')).toBeNull()
  const [call, ...more] = page.api.callsTo('GET /shipments/bookings')
  expect(more).toEqual([])
  expect(call?.query.get('shipment_id')?.split(',')).toEqual([booked, open, cancelled].map((one) => one.shipment_id))
})

test('the reason is shown where something went wrong, also that of the booking', async () => {
  const held = aShipment({ status: 'on_hold' })
  await openScreen('/shipments?status=delivery_attempted,on_hold,returning,failed', {
    answers: {
      ...makeAnswers(list([held])),
      'GET /shipments/bookings': list([aBooking({ incident: 'recipient_not_available', status: 'failed' })]),
    },
  })
  await within(await row('ORDER-1')).findByText('Recipient not available')
  // The carrier had the job: it has its price.
  within(await row('ORDER-1')).getByText('£6.00')
})

test('tabs say how many shipments they have, unless another filter applies', async () => {
  const counts = someCounts({ ready: 12, in_transit: 1000, out_for_delivery: 7 }, { booking: 3 })
  const page = await openScreen('/shipments', {
    answers: { ...makeAnswers(list([aShipment()])), 'GET /shipments/counts': counts },
  })
  const tabs = within(await screen.findByRole('navigation', { name: 'Status' }))
  await tabs.findByRole('link', { name: /^To book ?3$/ })
  tabs.getByRole('link', { name: /^All ?1,019\+$/ })
  tabs.getByRole('link', { name: /^On the way ?1,007\+$/ })
  tabs.getByRole('link', { name: 'Delivered' })
  await page.fill(screen.getByRole('searchbox'), 'grace')
  await tabs.findByRole('link', { name: 'To book' })
})

test('saved views are tabs, which a tab of a status leaves', async () => {
  const view = aView({ query: { carrier_code: ['city_van'] }, sort: 'created_at' })
  const page = await openScreen('/shipments', {
    answers: { ...makeAnswers(list([aShipment()])), 'GET /saved-views': list([view]) },
  })
  const tabs = within(await screen.findByRole('navigation', { name: 'Status' }))
  const current = () => tabs.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  await page.user.click(await tabs.findByRole('link', { name: view.name }))
  const filters = { carrier_code: 'city_van', sort: 'created_at' }
  await waitFor(() => expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual(filters))
  expect(current().map((link) => link.textContent)).toEqual([view.name])
  await page.user.click(tabs.getByRole('link', { name: 'Delivered' }))
  await waitFor(() => expect(lastFilters(page.api.callsTo('GET /shipments'))).toEqual({ status: 'delivered' }))
  expect(current().map((link) => link.textContent)).toEqual(['Delivered'])
})

test('rows are reached, selected and opened by keyboard', async () => {
  const page = await openScreen('/shipments', { answers: makeAnswers(list(someShipments(3))) })
  const second = await row('ORDER-2')
  await page.user.keyboard('jjx')
  expect(document.activeElement).toBe(second)
  expect(second.getAttribute('aria-selected')).toBe('true')
  screen.getByText('1 selected', { selector: 'section *' })
  await page.user.keyboard('{End}')
  expect(document.activeElement).toBe(await row('ORDER-3'))
  await page.user.keyboard(' ')
  screen.getByText('2 selected', { selector: 'section *' })
  await page.user.keyboard('{Home}{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(await row('ORDER-1'))
  page.api.answer({ 'GET /shipments/:id': failure(404, { message: 'There is no such shipment.' }) })
  page.api.answer({
    'GET /shipments/:id/addresses': failure(404, {}),
    'GET /shipments/:id/events': failure(404, {}),
    'GET /bookings': list([]),
  })
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toBe('/shipments/shp_00000000000000000000000001'))
  await screen.findByText('There is no such shipment.')
})

test('all loaded rows are selected at once, and other filters begin without a selection', async () => {
  const page = await openScreen('/shipments', { answers: makeAnswers(list(someShipments(3))) })
  await row('ORDER-3')
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all loaded rows' })
  await page.user.click(within(await row('ORDER-1')).getByRole('checkbox'))
  expect(all.indeterminate).toBe(true)
  await page.user.click(all)
  const bar = within(screen.getByRole('region', { name: 'Selected shipments' }))
  bar.getByText('3 selected')
  await page.user.click(bar.getByRole('button', { name: 'Select nothing' }))
  expect(screen.queryByRole('region', { name: 'Selected shipments' })).toBeNull()
  await page.user.click(all)
  await page.user.click(screen.getByRole('link', { name: 'Delivered' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected shipments' })).toBeNull())
})

test('who may only read sees and exports the list, and changes nothing', async () => {
  const page = await openScreen('/shipments', {
    answers: makeAnswers(list([aShipment()])),
    session: aSession({ role: 'viewer', scopes: READER_SCOPES }),
  })
  await page.user.click(within(await row('ORDER-1')).getByRole('checkbox'))
  const bar = within(screen.getByRole('region', { name: 'Selected shipments' }))
  expect(bar.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
    'CSV',
    'Select nothing',
  ])
  expect(screen.queryByRole('link', { name: 'Import CSV' })).toBeNull()
  screen.getByRole('button', { name: 'Export CSV' })
  await page.user.click(screen.getByRole('button', { name: 'Views' }))
  await screen.findByText('No saved views yet')
  expect(screen.queryByRole('menuitem', { name: 'Save as a view' })).toBeNull()
})

test('a shipment that was weighed in pounds shows pounds', async () => {
  const [kilograms, pounds] = someShipments(2) as [Shipment, Shipment]
  const parcels = pounds.parcels.map((one) => ({
    ...one,
    weight_kg: '1.134',
    weight: { value: '40', unit: 'oz' as const },
  }))
  localStorage.setItem('waybill.columns.shipments', JSON.stringify({ weight: true }))
  await openScreen('/shipments', { answers: makeAnswers(list([kilograms, { ...pounds, parcels }])) })
  within(await row('ORDER-2')).getByText('2.5 lb')
  within(await row('ORDER-1')).getByText(/ kg$/)
})

test('the whole list is saved as a file, page by page, without formulas', async () => {
  const [first, second] = someShipments(2) as [Shipment, Shipment]
  const page = await openScreen('/shipments?q=order', {
    answers: makeAnswers(({ query }) =>
      query.get('cursor') === 'next'
        ? list([{ ...second, merchant_order_ref: '=HYPERLINK("x")' }])
        : list([first], 'next'),
    ),
  })
  page.api.answer({ 'GET /shipments/bookings': list([aBooking()]) })
  await row('ORDER-1')
  const { files } = watchDocuments()
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await screen.findAllByText('The file has 2 shipments.')
  const [file] = files
  expect(file?.name).toMatch(/^shipments-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await file?.text())?.trimEnd().split('\r\n') ?? []
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('ORDER-1,ready')
  expect(lines[1]).toContain(',assigned,city_van,,van_today,CV0000001,6.00,GBP,')
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`)
  expect(page.api.callsTo('GET /shipments').every(({ query }) => query.get('q') === 'order')).toBe(true)
})

test('an export is stopped by a second click, and one that fails says so and saves nothing', async () => {
  const never = new Promise(() => {})
  let answer: unknown = list([aShipment()])
  const page = await openScreen('/shipments', { answers: makeAnswers(() => answer) })
  await row('ORDER-1')
  const { files } = watchDocuments()
  answer = never
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await page.user.click(await screen.findByRole('button', { name: 'Stop the export (0)' }))
  await screen.findByRole('button', { name: 'Export CSV' })
  answer = failure(400, { message: 'The list is too long.' })
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await screen.findAllByText(/The list is too long\./)
  expect(files).toEqual([])
})
