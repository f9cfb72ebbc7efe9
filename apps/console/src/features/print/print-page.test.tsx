import { act, screen, waitFor, within } from '@testing-library/react'
import type { Booking, BookingBatchItem, LabelBatch } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { type Answers, type Call, created, failure, list, versioned } from '../../testing/api.ts'
import { aCarrier, aService } from '../../testing/carriers.ts'
import { watchDocuments } from '../../testing/documents.ts'
import { type OpenScreen, openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'
import {
  aBatch,
  aBatchItem,
  aBookingNumbered,
  aLabelBatch,
  anOption,
  aQuote,
  aShipment,
  someShipments,
} from '../../testing/shipments.ts'

const PDF = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
const toShipmentId = (number: number) => `shp_${String(number).padStart(26, '0')}`
const readNumber = (id: string | undefined) => Number(id?.slice(-26))
const labelBatch = (included: number, items: LabelBatch['items'] = []) =>
  created(aLabelBatch({ total: included + items.length, included, failed: items.length, items }))

const answerLabels = (bookings: () => readonly Booking[]): Answers => ({
  'GET /bookings': () => list(bookings()),
  'GET /label-batches/:id/document': PDF,
})

const aParcel = {
  parcel_id: 'pcl_1',
  number: 1,
  status: 'assigned',
  incident: null,
  tracking_number: 'CV1',
  carrier_tracking_url: null,
  label_url: null,
  price: null,
  refund_status: null,
} as const
const severalParcels = [
  aParcel,
  {
    ...aParcel,
    parcel_id: 'pcl_2',
    number: 2,
    status: 'picked_up',
    incident: 'damaged',
    tracking_number: 'CV2',
    carrier_tracking_url: 'https://carrier.example/CV2',
  },
] as const satisfies Booking['parcels']

test('the chosen labels are printed in one document, and wait no more', async () => {
  let bookings = [aBookingNumbered(1), aBookingNumbered(2), aBookingNumbered(3, { parcels: [...severalParcels] })]
  const page = await openScreen('/print', {
    answers: {
      ...answerLabels(() => bookings),
      'POST /label-batches': ({ body }) => {
        bookings = bookings.filter(({ booking_id }) => !body.booking_ids.includes(booking_id))
        return labelBatch(2)
      },
    },
  })
  const { tabs } = watchDocuments()
  const table = within(await screen.findByRole('table', { name: 'Labels to print' }))
  screen.getByRole('button', { name: 'Print 3 labels' })
  const parcels = within(table.getByRole('list', { name: 'Parcels' })).getAllByRole('listitem')
  expect(parcels.map(({ textContent }) => textContent)).toEqual(['1Accepted by the carrierCV1', '2Picked upDamagedCV2'])
  expect(
    within(parcels[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('https://carrier.example/CV2')
  await page.user.click(table.getByLabelText('Print the label of ORDER-2'))
  expect(table.getByLabelText<HTMLInputElement>('All').checked).toBe(false)
  expect(await findViolations()).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Print 2 labels' }))
  await screen.findByText('2 labels printed')
  await waitFor(() => expect(table.queryByText('ORDER-1')).toBeNull())
  table.getByText('ORDER-2')
  expect(page.api.callsTo('POST /label-batches')[0]?.body).toEqual({
    booking_ids: [aBookingNumbered(1).booking_id, aBookingNumbered(3).booking_id],
    mark_printed: true,
    format: 'pdf',
    size: '4x6',
  })
  expect(tabs.map(({ location }) => location.href)).toEqual(['blob:1'])
})

test('all are left out and chosen again at once, and a label that fails is named', async () => {
  const page = await openScreen('/print', { answers: answerLabels(() => [aBookingNumbered(1), aBookingNumbered(2)]) })
  const all = await screen.findByLabelText<HTMLInputElement>('All')
  await page.user.click(all)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print 0 labels' }).disabled).toBe(true)
  await page.user.keyboard('p')
  await page.user.click(all)
  const { tabs } = watchDocuments()
  const error = (failure(404, { message: 'It has no label.' }).document as { error: never }).error
  page.api.answer({
    'POST /label-batches': labelBatch(0, [
      { booking_id: aBookingNumbered(1).booking_id, status: 'failed', pages: null, error },
    ]),
  })
  await page.user.keyboard('p')
  await screen.findByText(/It has no label\./)
  expect(page.api.callsTo('POST /label-batches')).toHaveLength(1)
  // There is no document to show.
  expect(tabs.map(({ isClosed }) => isClosed)).toEqual([true])
})

test('a print whose answer got lost is made once: the second try has the same key', async () => {
  const page = await openScreen('/print', {
    answers: {
      ...answerLabels(() => [aBookingNumbered(1)]),
      'POST /label-batches': () => Response.json({}, { status: 503 }),
    },
  })
  watchDocuments()
  await page.user.click(await screen.findByRole('button', { name: 'Print 1 label' }))
  await screen.findByRole('alert')
  page.api.answer({ 'POST /label-batches': labelBatch(1) })
  await page.user.click(screen.getByRole('button', { name: 'Print 1 label' }))
  await screen.findByText('1 label printed')
  const keys = page.api.callsTo('POST /label-batches').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  // The same labels once more are a new document.
  await page.user.click(screen.getByRole('button', { name: 'Print 1 label' }))
  await waitFor(() => expect(page.api.callsTo('POST /label-batches')).toHaveLength(keys.length + 1))
  expect(page.api.callsTo('POST /label-batches').at(-1)?.headers.get('idempotency-key')).not.toBe(keys[0])
})

test('ZPL is saved as a file for a label printer, and the browser keeps the paper', async () => {
  const page = await openScreen('/print', {
    answers: { ...answerLabels(() => [aBookingNumbered(1)]), 'POST /label-batches': labelBatch(1) },
  })
  const { files, tabs } = watchDocuments()
  await page.user.selectOptions(await screen.findByLabelText('Paper'), 'ZPL')
  await page.user.click(await screen.findByRole('button', { name: 'Print 1 label' }))
  await screen.findByText('1 label printed')
  expect(page.api.callsTo('POST /label-batches')[0]?.body).toMatchObject({ format: 'zpl' })
  expect(files.map(({ name }) => name)).toEqual(['labels.zpl'])
  expect(tabs).toEqual([])
  await page.reload()
  expect((await screen.findByLabelText<HTMLSelectElement>('Paper')).value).toBe('zpl')
})

const scan = async (page: OpenScreen, code: string) => {
  const field = await screen.findByLabelText('Barcode, tracking number, order reference or ID')
  await page.fill(field, code)
  await page.user.click(screen.getByRole('button', { name: 'Print' }))
}

test('a scanned number, reference or id prints its label, and an unknown one says so', async () => {
  const booking = aBookingNumbered(1)
  const find = ({ query }: Call) => {
    if (query.get('tracking_number') === booking.tracking_number) return list([booking])
    if (query.get('merchant_order_ref') === 'ORDER-1') return list([booking])
    return list([])
  }
  const page = await openScreen('/print', {
    answers: {
      ...answerLabels(() => []),
      'GET /bookings': find,
      'GET /bookings/:id': ({ params }) =>
        params.id === booking.booking_id ? booking : failure(404, { message: 'None.' }),
      'GET /shipments': list([]),
      'GET /shipments/:id': failure(404, { message: 'None.' }),
      'POST /label-batches': labelBatch(1),
    },
  })
  const { tabs } = watchDocuments()
  for (const code of ['CV0000001', 'ORDER-1', booking.booking_id.toUpperCase()]) {
    await scan(page, code)
    await screen.findByText('Printed: ORDER-1')
  }
  expect(page.api.callsTo('POST /label-batches')).toHaveLength(3)
  for (const code of ['NO-SUCH-CODE', `bkg_${'9'.repeat(26)}`, `shp_${'9'.repeat(26)}`]) {
    await scan(page, code)
    await screen.findByText(`No booking has this code: ${code}`)
    expect(screen.queryByRole('alert')).toBeNull()
  }
  expect(tabs.map(({ isClosed }) => isClosed)).toEqual([false, false, false, true, true, true])
})

test('what was wrong with one code is not said of the next', async () => {
  const page = await openScreen('/print', {
    answers: {
      ...answerLabels(() => []),
      'GET /bookings': ({ query }) => list(query.get('tracking_number') === 'CV0000001' ? [aBookingNumbered(1)] : []),
      'GET /shipments': list([]),
      'POST /label-batches': failure(403, { message: 'Not allowed.' }),
    },
  })
  watchDocuments()
  await scan(page, 'CV0000001')
  await screen.findByText('Not allowed.')
  await scan(page, 'NO-SUCH-CODE')
  await screen.findByText('No booking has this code: NO-SUCH-CODE')
  expect(screen.queryByText('Not allowed.')).toBeNull()
})

test('who may only read prints nothing and books nothing', async () => {
  await openScreen('/print?tab=book', {
    answers: answerLabels(() => [aBookingNumbered(1)]),
    session: aSession({ role: 'viewer', scopes: READER_SCOPES }),
  })
  await screen.findByRole('table', { name: 'Labels to print' })
  expect(screen.queryByRole('button', { name: /^Print \d/ })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Book and print' })).toBeNull()
})

const swift = aCarrier({
  carrier_code: 'swift',
  name: 'Swift',
  services: [aService({ service_code: 'swift_next', name: 'Next day' })],
})
const ofSwift = anOption({
  quote_option_id: 'qop_swift',
  carrier_code: 'swift',
  carrier_name: 'Swift',
  total_amount: '9.00',
})
const ofVan = anOption({ quote_option_id: 'qop_van' })

/** Batches of the API: each books at once what `isBooked` allows. */
function bookingAnswers(options: (number: number) => ReturnType<typeof anOption>[]) {
  const batches: BookingBatchItem[][] = []
  const batchId = (index: number) => `bch_${String(index).padStart(26, '0')}`
  const findItems = (id: string | undefined) => batches[readNumber(id)] ?? []
  const answers: Answers = {
    'GET /shipments': list(someShipments(2)),
    'GET /carriers': list([aCarrier(), swift]),
    'POST /quotes': ({ body }) => created(aQuote({ options: options(readNumber(body.shipment_id)) })),
    'POST /bookings/batch': ({ body }) => {
      batches.push(
        body.bookings.map((one: { shipment_id: string; quote_option_id: string }, index: number) =>
          aBatchItem({ ...one, index, status: 'booked', booking_id: `bkg_${one.shipment_id.slice(4)}` }),
        ),
      )
      return created(aBatch({ batch_id: batchId(batches.length - 1) }))
    },
    'GET /batches/:id': ({ params }) =>
      aBatch({ batch_id: params.id, status: 'completed', completed_at: '2026-03-02T09:00:01.000Z' }),
    'GET /batches/:id/items': ({ params }) => list(findItems(params.id)),
    'GET /bookings': () => list(batches.flat().map(({ shipment_id }) => aBookingNumbered(readNumber(shipment_id)))),
    'GET /shipments/:id': ({ params }) => {
      const number = readNumber(params.id)
      return versioned(aShipment({ shipment_id: params.id, merchant_order_ref: `ORDER-${number}` }), `"${number}"`)
    },
  }
  return answers
}
/** An entry of a batch, with the version that was quoted. */
const entry = (number: number, option = 'qop_van') => ({
  shipment_id: toShipmentId(number),
  quote_option_id: option,
  if_match: `"${number}"`,
})
/** Chooses both shipments and starts. */
async function bookBoth(page: OpenScreen): Promise<void> {
  const field = await screen.findByLabelText('Scan or paste order references')
  await page.user.click(field)
  await page.user.paste('order-1\nORDER-2')
  await page.user.click(screen.getByRole('button', { name: /^Book and print 2 shipments/ }))
}
const run = async () => within(await screen.findByRole('table', { name: 'Shipments of this run' }))
const batches = (page: OpenScreen) => page.api.callsTo('POST /bookings/batch')

test('shipments are chosen by scanner, filter and hand, and unknown references are named', async () => {
  const page = await openScreen('/print?tab=book', { answers: bookingAnswers(() => [ofVan]) })
  const field = await screen.findByLabelText('Scan or paste order references')
  expect(document.activeElement).toBe(field)
  await page.user.keyboard('NO-SUCH-ORDER{Enter}')
  await screen.findByText('Not ready to be booked, or unknown: NO-SUCH-ORDER')
  expect(await findViolations()).toEqual([])
  await page.user.keyboard('order-2{Enter}')
  await screen.findByRole('button', { name: /^Book and print 1 shipment/ })
  expect(screen.queryByText(/^Not ready to be booked/)).toBeNull()
  await page.user.type(screen.getByLabelText('Filter'), 'order-1 london')
  await waitFor(() => expect(screen.queryByText('ORDER-2')).toBeNull())
  await page.user.click(screen.getByLabelText('All'))
  // Rows that the filter hides stay chosen.
  screen.getByRole('button', { name: /^Book and print 2 shipments/ })
  await page.fill(screen.getByLabelText('Filter'), 'paris')
  await screen.findByText('No shipment matches the filter.')
})

test('many are booked and their labels printed, and the run is there again after a reload', async () => {
  const page = await openScreen('/print?tab=book', { answers: bookingAnswers(() => [ofVan, ofSwift]) })
  await bookBoth(page)
  await screen.findByText(/^2 booked, 0 failed · together £\d+\.\d\d$/)
  expect(batches(page)[0]?.body).toEqual({ bookings: [entry(1), entry(2)] })
  await page.reload()
  await (await run()).findByText('ORDER-1')
  await screen.findByText(/^2 booked, 0 failed/)
  page.api.answer({ 'POST /label-batches': labelBatch(2), 'GET /label-batches/:id/document': PDF })
  watchDocuments()
  const print = await screen.findByRole('button', { name: /^Print 2 labels/ })
  await waitFor(() => expect(document.activeElement).toBe(print))
  await page.user.keyboard('{Enter}')
  await screen.findByText('2 labels printed')
  await page.user.click(screen.getByRole('button', { name: /^Book more/ }))
  await screen.findByLabelText('Scan or paste order references')
  expect(page.address()).toBe('/print?tab=book')
})

test('scanned shipments are booked and printed in the order of the scans, by Control-Enter only', async () => {
  const answers = bookingAnswers(() => [ofVan])
  let release = () => {}
  const second = new Promise<void>((resolve) => {
    release = resolve
  })
  const page = await openScreen('/print?tab=book', {
    answers: {
      ...answers,
      // The first of the scans is answered last.
      'POST /quotes': async ({ body }) => {
        if (readNumber(body.shipment_id) === 2) await second
        else release()
        return created(aQuote({ options: [ofVan] }))
      },
    },
  })
  await screen.findByLabelText('Scan or paste order references')
  await page.user.keyboard('ORDER-2{Enter}ORDER-1')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('button', { name: /^Book and print 2 shipments/ })
  // A scan that goes to another control than the field.
  act(() => screen.getByLabelText('All').focus())
  await page.user.keyboard('box-b')
  expect(page.api.callsTo('POST /quotes')).toEqual([])
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText(/^2 booked, 0 failed/)
  expect(batches(page)[0]?.body.bookings.map((one: { shipment_id: string }) => readNumber(one.shipment_id))).toEqual([
    2, 1,
  ])
})

test('the end of a run takes the focus from nobody', async () => {
  let release = () => {}
  const answer = new Promise<void>((resolve) => {
    release = resolve
  })
  const quote = async () => {
    await answer
    return created(aQuote({ options: [ofVan] }))
  }
  const page = await openScreen('/print?tab=book', {
    answers: { ...bookingAnswers(() => [ofVan]), 'POST /quotes': quote },
  })
  await bookBoth(page)
  const commands = screen.getByRole('button', { name: /^Commands/ })
  act(() => commands.focus())
  release()
  await screen.findByRole('button', { name: /^Print 2 labels/ })
  await screen.findByText(/^2 booked, 0 failed/)
  expect(document.activeElement).toBe(commands)
})

test('a rule that allows no offer leaves its shipment with the reason, and another rule books it', async () => {
  const page = await openScreen('/print?tab=book&rule=swift%2Fswift_next', {
    answers: bookingAnswers((number) =>
      number === 1 ? [ofVan] : [ofVan, anOption({ ...ofSwift, service_code: 'swift_next' })],
    ),
  })
  await bookBoth(page)
  await screen.findByText(/^1 booked, 1 failed/)
  ;(await run()).getByText('No carrier makes an offer that the rule allows.')
  expect(batches(page)[0]?.body.bookings).toEqual([entry(2, 'qop_swift')])
  await page.user.selectOptions(screen.getByLabelText('Which offer to book'), 'The cheapest offer')
  await page.user.click(screen.getByRole('button', { name: 'Try 1 again' }))
  await screen.findByText(/^2 booked, 0 failed/)
  expect(batches(page)[1]?.body.bookings).toEqual([entry(1)])
})

test('a shipment that is no longer the one shown is not booked before it is looked at', async () => {
  const page = await openScreen('/print?tab=book', { answers: bookingAnswers(() => [ofVan]) })
  await screen.findByLabelText('Scan or paste order references')
  // Without an event: the list shows the first state.
  const [shown] = someShipments(1)
  const to = { ...aShipment().dropoff_address, name: 'Ada Moved' }
  page.api.answer({ [`GET /shipments/${toShipmentId(1)}`]: versioned({ ...shown, dropoff_address: to }, '"9"') })
  await bookBoth(page)
  await screen.findByText(/^1 booked, 1 failed/)
  expect(batches(page)[0]?.body.bookings).toEqual([entry(2)])
  ;(await run()).getByText('Somebody has changed this shipment. Look at it, and try again.')
  ;(await run()).getByText('Ada Moved, London')
  await page.user.click(screen.getByRole('button', { name: 'Try 1 again' }))
  await screen.findByText(/^2 booked, 0 failed/)
  expect(batches(page)[1]?.body.bookings).toEqual([{ ...entry(1), if_match: '"9"' }])
})

test('a batch that is refused is asked for anew by the rule of now, and not sent again', async () => {
  const answers = bookingAnswers((number) => (number === 1 ? [ofVan] : [ofVan, ofSwift]))
  const page = await openScreen('/print?tab=book&rule=swift%2F', {
    answers: { ...answers, 'POST /bookings/batch': failure(409, { message: 'An offer has expired.' }) },
  })
  await bookBoth(page)
  await screen.findByText('An offer has expired.')
  page.api.answer({ 'POST /bookings/batch': answers['POST /bookings/batch'] as never })
  await page.user.selectOptions(screen.getByLabelText('Which offer to book'), 'The cheapest offer')
  await page.user.click(screen.getByRole('button', { name: 'Try 1 again' }))
  await screen.findByText(/^2 booked, 0 failed/)
  expect(batches(page).at(-1)?.body.bookings).toEqual(expect.arrayContaining([entry(1), entry(2)]))
})

test('a batch whose answer got lost is sent again as it was, whatever the rule is by now', async () => {
  const answers = bookingAnswers((number) => (number === 1 ? [ofVan] : [ofVan, ofSwift]))
  const page = await openScreen('/print?tab=book&rule=swift%2F', {
    answers: { ...answers, 'POST /bookings/batch': () => Response.json({}, { status: 503 }) },
  })
  await bookBoth(page)
  await screen.findByRole('button', { name: 'Try again' })
  // Another batch would leave nobody to ask what has become of the first.
  expect(screen.queryByRole('button', { name: 'Try 1 again' })).toBeNull()
  page.api.answer({ 'POST /bookings/batch': answers['POST /bookings/batch'] as never })
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/^1 booked, 1 failed/)
  const sent = batches(page)
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test('without shipments to book there is a way to some', async () => {
  const page = await openScreen('/print?tab=book', {
    answers: { ...bookingAnswers(() => []), 'GET /shipments': list([]) },
  })
  await screen.findByText('No shipment waits to be booked')
  await page.user.click(screen.getByRole('link', { name: 'Import shipments' }))
  await screen.findByText('A CSV file with a row for each shipment')
})
