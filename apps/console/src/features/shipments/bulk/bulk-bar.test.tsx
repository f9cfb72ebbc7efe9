import { screen, waitFor, within } from '@testing-library/react'
import type { LabelBatch, Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../../testing/accessibility.ts'
import { type Answers, created, failure, list, stale, versioned } from '../../../testing/api.ts'
import { watchDocuments } from '../../../testing/documents.ts'
import { type OpenScreen, openScreen } from '../../../testing/screen.tsx'
import { AT } from '../../../testing/session.ts'
import { aColleague, aMember } from '../../../testing/settings.ts'
import {
  aBooking,
  aLabelBatch,
  anOption,
  aQuote,
  aShipment,
  someCounts,
  someShipments,
  theAddresses,
} from '../../../testing/shipments.ts'

const makeAnswers = (shipments: readonly Shipment[]): Answers => ({
  'GET /shipments': () => list(shipments),
  'GET /shipments/:id': ({ params }) =>
    versioned(shipments.find(({ shipment_id }) => shipment_id === params.id) ?? shipments[0]),
  'GET /shipments/bookings': list([]),
  'GET /shipments/counts': someCounts(),
  'GET /shipments/addresses': () => list(shipments.map(theAddresses)),
  'GET /saved-views': list([]),
})
const shipmentNumber = (id: string | undefined) => Number(id?.slice(-26))

/** The list with every row selected. */
async function openSelected(shipments: readonly Shipment[], answers: Answers = {}): Promise<OpenScreen> {
  const page = await openScreen('/shipments', { answers: { ...makeAnswers(shipments), ...answers } })
  await screen.findByText('ORDER-1')
  await page.user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }))
  return page
}
const bar = () => within(screen.getByRole('region', { name: 'Selected shipments' }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
/** The outcome that the dialog shows for each shipment. */
const outcomes = (inside: ReturnType<typeof bar>) =>
  within(inside.getByRole('list', { name: 'Chosen shipments' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('chosen shipments are cancelled with one reason, each by itself, and only those that failed again', async () => {
  let isRefused = true
  const page = await openSelected(someShipments(3), {
    'POST /shipments/:id/cancel': ({ params }) => {
      const number = shipmentNumber(params.id)
      if (number === 2 && isRefused) return failure(409, { message: 'The courier is at the door.' })
      return { status: number === 3 ? 'cancellation_requested' : 'cancelled' }
    },
  })
  await page.user.click(bar().getByRole('button', { name: 'Cancel shipments' }))
  const inside = await dialog('Cancel 3 shipments')
  await page.user.selectOptions(inside.getByLabelText('Reason'), 'Out of stock')
  await page.user.type(inside.getByLabelText(/^Note/), ' No flour ')
  await page.user.click(inside.getByRole('button', { name: 'Cancel 3 shipments' }))
  await inside.findByText('2 done, 1 failed')
  expect(outcomes(inside)).toEqual([
    'ORDER-1Cancelled',
    'ORDER-2The courier is at the door.req_1',
    'ORDER-3The carrier is asked',
  ])
  expect(await findViolations()).toEqual([])
  const reason = { reason_code: 'out_of_stock', reason_note: 'No flour' }
  expect(page.api.sentTo('POST /shipments/:id/cancel')).toEqual([reason, reason, reason])

  isRefused = false
  await page.user.click(inside.getByRole('button', { name: 'Try 1 again' }))
  await inside.findByText('3 done, 0 failed')
  const tries = page.api.callsTo('POST /shipments/:id/cancel').filter(({ params }) => shipmentNumber(params.id) === 2)
  expect(tries).toHaveLength(2)
  // The first was refused: the second is another request.
  expect(new Set(tries.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  await page.user.click(inside.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('region', { name: 'Selected shipments' })).toBeNull()
})

test('a cancellation whose answer got lost is tried again with the same key', async () => {
  let isDown = true
  const page = await openSelected([aShipment()], {
    'POST /shipments/:id/cancel': () => (isDown ? Response.json({}, { status: 503 }) : { status: 'cancelled' }),
  })
  await page.user.click(bar().getByRole('button', { name: 'Cancel shipment' }))
  const inside = await dialog('Cancel 1 shipment')
  await page.user.click(inside.getByRole('button', { name: 'Cancel 1 shipment' }))
  await inside.findByText('0 done, 1 failed')
  isDown = false
  await page.user.click(inside.getByRole('button', { name: 'Try 1 again' }))
  await inside.findByText('1 done, 0 failed')
  const keys = page.api.callsTo('POST /shipments/:id/cancel').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('cancelling is stopped before the next rows, which can be tried later', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const page = await openSelected(someShipments(6), {
    'POST /shipments/:id/cancel': () => held.then(() => ({ status: 'cancelled' })),
  })
  await page.user.click(bar().getByRole('button', { name: 'Cancel shipments' }))
  const inside = await dialog('Cancel 6 shipments')
  await page.user.click(inside.getByRole('button', { name: 'Cancel 6 shipments' }))
  await waitFor(() => expect(page.api.callsTo('POST /shipments/:id/cancel')).toHaveLength(4))
  await page.user.click(inside.getByRole('button', { name: 'Stop' }))
  go()
  await inside.findByRole('button', { name: 'Try 2 again' })
  inside.getByText('4 done, 0 failed')
  expect(page.api.callsTo('POST /shipments/:id/cancel')).toHaveLength(4)
})

test('the cheapest offers are shown with their sum for each currency, and booked', async () => {
  const inYen = anOption({ quote_option_id: 'qop_3', currency: 'JPY', total_amount: '900', carrier_name: 'Swift' })
  const page = await openSelected(someShipments(3), {
    'POST /quotes': ({ body }) => {
      const number = shipmentNumber(body.shipment_id)
      return created(aQuote({ options: [number === 3 ? inYen : anOption({ quote_option_id: `qop_${number}` })] }))
    },
    'POST /shipments/:id/book': ({ params }) =>
      created(aBooking({ status: shipmentNumber(params.id) === 2 ? 'pending' : 'assigned' })),
  })
  await page.user.keyboard('b')
  const inside = await dialog('Book 3 shipments')
  await inside.findByText('Together £12.00 + JP¥900')
  expect(outcomes(inside)).toEqual(['ORDER-1City Van · £6.00', 'ORDER-2City Van · £6.00', 'ORDER-3Swift · JP¥900'])
  expect(await findViolations()).toEqual([])
  await page.user.click(inside.getByRole('button', { name: 'Book 3 shipments' }))
  await inside.findByText('3 done, 0 failed')
  expect(outcomes(inside)).toEqual(['ORDER-1Booked', 'ORDER-2The carrier has not answered yet', 'ORDER-3Booked'])
  expect(
    page.api.callsTo('POST /shipments/:id/book').map(({ params, body }) => [shipmentNumber(params.id), body]),
  ).toEqual([1, 2, 3].map((number) => [number, { quote_option_id: `qop_${number}` }]))
})

test('shipments without an offer are named, asked for again, and do not keep the others', async () => {
  let options = [] as ReturnType<typeof anOption>[]
  const page = await openSelected(someShipments(2), {
    'POST /quotes': ({ body }) =>
      created(aQuote({ options: shipmentNumber(body.shipment_id) === 2 ? options : [anOption()] })),
  })
  await page.user.click(bar().getByRole('button', { name: 'Book cheapest' }))
  const inside = await dialog('Book 2 shipments')
  await inside.findByText('Together £6.00')
  inside.getByText('No carrier has an offer for it.')
  inside.getByRole('button', { name: 'Book 1 shipment' })
  options = [anOption({ total_amount: '7.50' })]
  await page.user.click(inside.getByRole('button', { name: 'Ask again' }))
  await inside.findByText('Together £13.50')
  expect(page.api.sentTo('POST /quotes')).toHaveLength(3)
})

test('an offer that can no longer be booked is replaced by a new one, which is shown before it is booked', async () => {
  let round = 0
  const page = await openSelected([aShipment()], {
    'POST /quotes': () => {
      round += 1
      return created(
        aQuote({ options: [anOption({ quote_option_id: `qop_${round}`, total_amount: `${round + 5}.00` })] }),
      )
    },
    'POST /shipments/:id/book': ({ body }) =>
      body.quote_option_id === 'qop_1'
        ? failure(409, { code: 'quote_option_expired', message: 'The offer has expired.' })
        : created(aBooking()),
  })
  await page.user.click(bar().getByRole('button', { name: 'Book cheapest' }))
  const inside = await dialog('Book 1 shipment')
  await page.user.click(await inside.findByRole('button', { name: 'Book 1 shipment' }))
  await inside.findByText('0 done, 1 failed')
  inside.getByText(/This offer has expired\./)
  await page.user.click(inside.getByRole('button', { name: 'Ask again' }))
  await inside.findByText('City Van · £7.00')
  await page.user.click(inside.getByRole('button', { name: 'Book 1 shipment' }))
  await inside.findByText('1 done, 0 failed')
  expect(page.api.sentTo('POST /shipments/:id/book')).toEqual([
    { quote_option_id: 'qop_1' },
    { quote_option_id: 'qop_2' },
  ])
})

test('a shipment that has changed since its offer is not booked, and its new offer is', async () => {
  let version = 1
  const page = await openSelected([aShipment()], {
    'GET /shipments/:id': () =>
      versioned(aShipment(version > 1 ? { merchant_order_ref: 'ORDER-1B' } : {}), `"${version}"`),
    'POST /quotes': () => created(aQuote({ options: [anOption({ quote_option_id: `qop_${version}` })] })),
    'POST /shipments/:id/book': ({ headers }) =>
      headers.get('if-match') === `"${version}"` ? created(aBooking()) : stale(),
  })
  await page.user.click(bar().getByRole('button', { name: 'Book cheapest' }))
  const inside = await dialog('Book 1 shipment')
  const book = await inside.findByRole('button', { name: 'Book 1 shipment' })
  version = 2
  await page.user.click(book)
  await inside.findByText('Somebody else has changed this shipment. Nothing was booked.')
  await page.user.click(inside.getByRole('button', { name: 'Ask again' }))
  await inside.findByText('City Van · £6.00')
  inside.getByText('ORDER-1B')
  await page.user.click(inside.getByRole('button', { name: 'Book 1 shipment' }))
  await inside.findByText('1 done, 0 failed')
  expect(page.api.sentTo('POST /shipments/:id/book').at(-1)).toEqual({ quote_option_id: 'qop_2' })
})

test('a booking whose answer got lost is tried again with the same offer and the same key', async () => {
  let isDown = true
  const page = await openSelected([aShipment()], {
    'POST /quotes': created(aQuote()),
    'POST /shipments/:id/book': () => (isDown ? Response.json({}, { status: 503 }) : created(aBooking())),
  })
  await page.user.click(bar().getByRole('button', { name: 'Book cheapest' }))
  const inside = await dialog('Book 1 shipment')
  await page.user.click(await inside.findByRole('button', { name: 'Book 1 shipment' }))
  await inside.findByText('0 done, 1 failed')
  // It may be booked: another offer would be another booking.
  expect(inside.queryByRole('button', { name: 'Ask again' })).toBeNull()
  isDown = false
  await page.user.click(inside.getByRole('button', { name: 'Try 1 again' }))
  await inside.findByText('1 done, 0 failed')
  const sent = page.api.callsTo('POST /shipments/:id/book')
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(page.api.sentTo('POST /quotes')).toHaveLength(1)
})

test('only what the rows allow is offered: booking those that are ready, printing those that are booked', async () => {
  const [ready, booked, delivered] = someShipments(3) as [Shipment, Shipment, Shipment]
  const page = await openSelected([
    ready,
    { ...booked, booking_id: 'bkg_2' },
    { ...delivered, status: 'delivered', booking_id: 'bkg_3' },
  ])
  bar().getByRole('button', { name: 'Print 2 labels' })
  page.api.answer({ 'POST /quotes': created(aQuote()) })
  await page.user.click(bar().getByRole('button', { name: 'Book cheapest' }))
  expect(outcomes(await dialog('Book 1 shipment'))).toHaveLength(1)
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const someBooked = someShipments(2).map((shipment, index) => ({ ...shipment, booking_id: `bkg_${index + 1}` }))
const anItem = (number: number, error: string | null): LabelBatch['items'][number] => ({
  booking_id: `bkg_${number}`,
  status: error === null ? 'included' : 'failed',
  pages: error === null ? 1 : null,
  error: error === null ? null : (failure(404, { message: error }).document as { error: never }).error,
})

test('the labels of booked rows are printed in one document in a tab', async () => {
  const page = await openSelected(someBooked, {
    'POST /label-batches': created(aLabelBatch({ status: 'running', included: 0 })),
    'GET /label-batches/:id': aLabelBatch({ total: 2, included: 2, items: [anItem(1, null), anItem(2, null)] }),
    'GET /label-batches/:id/document': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
  })
  const { tabs } = watchDocuments()
  await page.user.keyboard('p')
  await screen.findAllByText('2 labels are printed.')
  expect(page.api.sentTo('POST /label-batches')).toEqual([
    { booking_ids: ['bkg_1', 'bkg_2'], mark_printed: true, format: 'pdf', size: '4x6' },
  ])
  expect(tabs.map(({ location, isClosed }) => [location.href, isClosed])).toEqual([['blob:1', false]])
})

test('labels that are not in the document are named with the reason, and a call that fails prints nothing', async () => {
  const page = await openSelected(someBooked, {
    'POST /label-batches': created(
      aLabelBatch({ total: 2, included: 1, failed: 1, items: [anItem(1, null), anItem(2, 'It has no label.')] }),
    ),
    'GET /label-batches/:id/document': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
  })
  const { tabs } = watchDocuments()
  await page.user.click(bar().getByRole('button', { name: 'Print 2 labels' }))
  const inside = await dialog('Some labels are not printed')
  inside.getByText('1 label printed')
  expect(inside.getByRole('listitem').textContent).toBe('ORDER-2It has no label.')
  expect(await findViolations()).toEqual([])
  await page.user.click(inside.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)

  page.api.answer({ 'POST /label-batches': failure(403, { message: 'Not allowed.' }) })
  await page.user.click(bar().getByRole('button', { name: 'Print 2 labels' }))
  ;(await dialog('The labels are not printed')).getByText('Not allowed.')
  expect(tabs.map(({ isClosed }) => isClosed)).toEqual([false, true])
})

test('more labels than a document takes are not printed', async () => {
  const many = someShipments(501).map((shipment, index) => ({ ...shipment, booking_id: `bkg_${index}` }))
  await openSelected(many)
  const button = bar().getByRole<HTMLButtonElement>('button', { name: 'Print 501 labels' })
  expect(button.disabled).toBe(true)
  expect(button.title).toBe('At most 500 labels fit in one document')
})

test('the selected rows alone are saved as a file', async () => {
  const page = await openScreen('/shipments', { answers: makeAnswers(someShipments(2)) })
  await screen.findByText('ORDER-2')
  await page.user.keyboard('jjx')
  const { files } = watchDocuments()
  await page.user.click(bar().getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['shipments.csv']))
  const text = (await files[0]?.text()) ?? ''
  expect(text).toContain('ORDER-2')
  expect(text).not.toContain('ORDER-1')
})

test('chosen shipments are tagged, assigned, held and released, each by itself', async () => {
  const held = { reason: 'Paid?', held_at: AT, held_by: 'usr_1' }
  const shipments = someShipments(3)
  shipments[2] = { ...(shipments[2] as Shipment), hold: held }
  const page = await openSelected(shipments, {
    'GET /shipments/tags': list([{ tag: 'fragile' }]),
    'GET /team/members': list([aMember(), aColleague()]),
    'POST /shipments/:id/tags': ({ params }) =>
      shipmentNumber(params.id) === 2 ? failure(409, { message: 'Gone.' }) : shipments[0],
    'POST /shipments/:id/assign': aShipment(),
    'POST /shipments/:id/hold': aShipment(),
    'POST /shipments/:id/release': aShipment(),
  })
  const choose = async (name: string) => {
    await page.user.click(bar().getByRole('button', { name: 'More' }))
    await page.user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Change tags')
  let inside = await dialog('Change the tags of 3 shipments')
  await page.user.type(inside.getByLabelText('Add tags'), 'fragile, late')
  await page.user.type(inside.getByLabelText('Remove tags'), 'Gift')
  expect(await findViolations()).toEqual([])
  await page.user.click(inside.getByRole('button', { name: 'Change the tags of 3 shipments' }))
  await inside.findByText('2 done, 1 failed')
  expect(outcomes(inside)).toEqual(['ORDER-1Done', 'ORDER-2Gone.req_1', 'ORDER-3Done'])
  const tags = { add_tags: ['fragile', 'late'], remove_tags: ['Gift'] }
  expect(page.api.sentTo('POST /shipments/:id/tags')).toEqual([tags, tags, tags])

  const send = async (title: string) => {
    await page.user.click(inside.getByRole('button', { name: title }))
    await inside.findByText(/, 0 failed$/)
    await page.user.click(inside.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }))
  }
  await page.user.click(inside.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await page.user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }))
  await choose('Assign')
  inside = await dialog('Assign 3 shipments')
  await page.user.selectOptions(inside.getByLabelText('Assigned to'), 'Sam Reader')
  await send('Assign 3 shipments')
  await choose('Put on hold')
  inside = await dialog('Put 2 shipments on hold')
  await page.user.type(inside.getByLabelText('Reason'), 'Paid?')
  await send('Put 2 shipments on hold')
  await choose('Release')
  inside = await dialog('Release 1 shipment')
  await send('Release 1 shipment')
  const assignment = { assignee_id: aColleague().user_id }
  expect(page.api.sentTo('POST /shipments/:id/assign')).toEqual([assignment, assignment, assignment])
  expect(page.api.sentTo('POST /shipments/:id/hold')).toEqual([{ reason: 'Paid?' }, { reason: 'Paid?' }])
  expect(page.api.sentTo('POST /shipments/:id/release')).toHaveLength(1)
})
