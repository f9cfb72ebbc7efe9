import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../../../testing/accessibility.ts'
import { type Answers, type Call, created, failure, list, versioned } from '../../../testing/api.ts'
import { watchDocuments } from '../../../testing/documents.ts'
import { type OpenScreen, openScreen } from '../../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../../testing/session.ts'
import { aParcelPreset, aPickupLocation } from '../../../testing/settings.ts'
import { aQuote, aShipment, someCounts, someShipments } from '../../../testing/shipments.ts'

const HEAD = 'Order;Name;Straße;PLZ;Stadt;Land;Inhalt;Gewicht;Colour'
const line = (number: number, weight: string) =>
  `A-${number};Grace ${number};7 River Road;N1 9GU;London;gb;Bread;${weight};red`
const makeFile = (...lines: string[]) => new File([[HEAD, ...lines].join('\r\n')], 'orders.csv', { type: 'text/csv' })

const BATCH = 'POST /shipments/batch'
interface SentWeight {
  weight_kg?: string
  weight?: { value: string }
}
/** Weights that are no numbers are wrong, as the API says it. */
function checkBatch({ body }: Call) {
  const items = body.shipments.map(({ parcels: [{ weight_kg, weight }] }: { parcels: [SentWeight] }, index: number) => {
    const isWrong = Number.isNaN(Number(weight?.value ?? weight_kg))
    const details = [{ pointer: '/parcels/0/weight_kg', message: 'must be a number' }]
    const outcome = isWrong ? 'failed' : body.dry_run ? 'valid' : 'registered'
    return { index, outcome, shipment: null, error: isWrong ? { message: 'Invalid.', details } : null }
  })
  return { items }
}
const inches = { length: '11.5', width: '8', height: '4', unit: 'in' }
const makeAnswers = (more: Answers = {}): Answers => ({
  'GET /pickup-locations': list([aPickupLocation()]),
  'GET /parcel-presets': list([aParcelPreset({ name: 'Small box', weight_kg: '0.500', dimensions: inches })]),
  'GET /carriers': list([]),
  'GET /shipments': list([aShipment()]),
  'GET /shipments/bookings': list([]),
  'GET /shipments/counts': someCounts(),
  'GET /saved-views': list([]),
  [BATCH]: checkBatch,
  ...more,
})
const upload = async (page: OpenScreen, file: File) => page.user.upload(await screen.findByLabelText('CSV file'), file)
/** The file's rows, checked with the pickup of the account. */
async function check(page: OpenScreen, file: File): Promise<void> {
  await upload(page, file)
  await screen.findByRole('option', { name: /^Hall/ })
  await page.user.selectOptions(screen.getByLabelText('Pickup'), screen.getByRole('option', { name: /^Hall/ }))
  await page.user.click(screen.getByRole('button', { name: 'Check the rows' }))
}
const sent = (page: OpenScreen, dryRun: boolean) =>
  page.api.callsTo(BATCH).filter(({ body }) => body.dry_run === dryRun)
const readReferences = ({ body }: Call) =>
  body.shipments.map(({ merchant_order_ref }: { merchant_order_ref: string }) => merchant_order_ref)

test('a file is imported: wrong rows are corrected, and nothing is registered before', async () => {
  const page = await openScreen('/shipments/import', { answers: makeAnswers() })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Choose a file'))
  await upload(page, makeFile(line(1, '1,25'), line(2, 'heavy'), line(3, '2')))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Check the rows'))
  await screen.findByRole('option', { name: /^Hall/ })
  await page.user.selectOptions(screen.getByLabelText('Pickup'), screen.getByRole('option', { name: /^Hall/ }))
  await page.user.click(screen.getByRole('button', { name: 'Check the rows' }))
  const summary = await screen.findByText('2 valid, 1 wrong, 0 registered')
  expect(document.activeElement).toBe(summary)
  const right = within(screen.getByRole('table', { name: 'Valid rows' }))
  right.getByRole('row', {
    name: /^4 A-3 Grace 3, 7 River Road, N1 9GU, London, United Kingdom Bread · 2 kg \d+ \w+ \d{4}$/,
  })
  expect(right.getAllByRole('row')).toHaveLength(3)
  const [first] = sent(page, true)
  expect(first?.body.shipments[0]).toMatchObject({
    merchant_order_ref: 'A-1',
    dropoff_address: { name: 'Grace 1', address_line_1: '7 River Road', country: 'GB' },
    pickup_address: { address_line_1: '12 Market Street' },
    parcels: [{ title: 'Bread', weight_kg: '1.25' }],
  })
  expect(await findViolations()).toEqual([])
  const wrong = within(screen.getByRole('form', { name: 'Row 3' }))
  wrong.getByText('A-2 · Grace 2')
  await page.fill(wrong.getByLabelText('Parcel: weight in kg'), '0,8')
  await page.user.click(wrong.getByRole('button', { name: 'Keep the correction' }))
  await page.user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
  const register = await screen.findByRole('button', { name: 'Register 3 shipments' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('3 valid, 0 wrong, 0 registered'))
  await page.user.click(register)
  await screen.findByText('3 shipments are registered.')
  expect(sent(page, true)).toHaveLength(2)
  expect(sent(page, false).map(readReferences)).toEqual([['A-1', 'A-2', 'A-3']])
  await page.user.click(screen.getByRole('link', { name: 'Show the shipments' }))
  await waitFor(() => expect(page.address()).toBe('/shipments'))
})

test('columns are guessed, changed without taking them from another, and kept for the next file', async () => {
  const page = await openScreen('/shipments/import', { answers: makeAnswers() })
  await upload(page, makeFile(line(1, '1')))
  const holds = (heading: string) => screen.getByLabelText<HTMLSelectElement>(`What ${heading} holds`)
  await screen.findByText('orders.csv')
  expect([holds('Gewicht').value, holds('Colour').value]).toEqual(['parcels.0.weight_kg', ''])
  await page.user.selectOptions(holds('Colour'), 'Parcel: contents')
  const note = 'The column Inhalt holds it, too. Choose one of them.'
  expect(screen.getByRole('alert').textContent).toBe(note)
  await page.user.click(screen.getByRole('button', { name: 'Check the rows' }))
  expect(document.activeElement).toBe(holds('Colour'))
  expect(page.api.callsTo(BATCH)).toEqual([])
  await page.user.selectOptions(holds('Inhalt'), 'Not used')
  await page.user.click(screen.getByRole('button', { name: 'Check the rows' }))
  await screen.findByText('1 valid, 0 wrong, 0 registered')
  expect(sent(page, true)[0]?.body.shipments[0].parcels[0].title).toBe('red')
  await page.user.click(screen.getByRole('button', { name: 'Change the columns' }))
  await page.user.click(await screen.findByRole('button', { name: 'Choose another file' }))
  await upload(page, makeFile(line(2, '1')))
  await waitFor(() => expect(holds('Colour').value).toBe('parcels.0.title'))
  expect(holds('Inhalt').value).toBe('')
})

test('an export of a shop: line items become a shipment, and odd or lost values are reported', async () => {
  const page = await openScreen('/shipments/import', { answers: makeAnswers() })
  const text = `Name,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Country,Lineitem quantity,Lineitem name,Shipping Phone
#1001,Grace Miller,"1 Main St, Apt 4",1 Main St,Apt 4,Boston,'2138,US,2,Bread,
#1001,,,,,,,,1,Jam,
#1002,Ada,2 Main St,2 Main St,,Boston,'02138,US,1,Cake,1.6175E+10`
  await upload(page, new File([text], 'orders_export.csv', { type: 'text/csv' }))
  await screen.findByRole('option', { name: /^Small box/ })
  await page.user.selectOptions(screen.getByLabelText('Parcel'), 'Small box')
  await page.user.click(screen.getByRole('button', { name: 'Check the rows' }))
  await screen.findByText('1 valid, 1 wrong, 0 registered')
  const [first] = sent(page, true)
  expect(first?.body.shipments).toHaveLength(2)
  expect(first?.body.shipments[0]).toMatchObject({
    merchant_order_ref: '#1001',
    dropoff_address: { name: 'Grace Miller', address_line_1: '1 Main St', address_line_2: 'Apt 4', post_code: '2138' },
    parcels: [{ title: '2 × Bread, Jam', dimensions: { length: '11.5', unit: 'in' } }],
  })
  screen.getByRole('row', { name: /^2 #1001 .*1 Main St, Apt 4, .* 2 × Bread, Jam · 0\.5 kg · 11\.5 × 8 × 4 in / })
  const odd = within(screen.getByRole('region', { name: 'Odd rows' }))
  odd.getByText(/Row 2.*#1001.*Rows 2, 3 are one order.*Is it 02138\?/)
  await page.user.click(odd.getByRole('button', { name: 'Correct row 2' }))
  const zip = within(await screen.findByRole('form', { name: 'Row 2' }))
  await page.fill(zip.getByLabelText('Recipient: post code'), '02138')
  await page.user.click(zip.getByRole('button', { name: 'Keep the correction' }))
  const wrong = within(screen.getByRole('form', { name: 'Row 4' }))
  wrong.getByText(/^1\.6175E\+10 – the spreadsheet has rounded the number/)
  await page.fill(wrong.getByLabelText('Recipient: phone'), '+1 617 555 0101')
  await page.user.click(wrong.getByRole('button', { name: 'Keep the correction' }))
  await page.user.click(await screen.findByRole('button', { name: 'Check 2 rows' }))
  await screen.findByText('2 valid, 0 wrong, 0 registered')
  expect(sent(page, true).at(-1)?.body.shipments[0].dropoff_address.post_code).toBe('02138')
  expect(await findViolations()).toEqual([])
})

test('orders that exist already, or twice in the file, are left out unless they are wanted again', async () => {
  const page = await openScreen('/shipments/import', {
    answers: makeAnswers({
      [BATCH]: (call) => {
        const { items } = checkBatch(call)
        return {
          items: items.map((item: object, index: number) => ({
            ...item,
            existing_shipment_id: index === 0 ? 'shp_1' : null,
          })),
        }
      },
    }),
  })
  const file = `shipment_id;${HEAD}\nshp_7;${line(1, '1')}\nshp_8;${line(2, '1')}\nshp_9;${line(2, '1')}`
  await check(page, new File([file], 'export.csv', { type: 'text/csv' }))
  await screen.findByText('1 valid, 0 wrong, 0 registered')
  const existing = within(screen.getByRole('region', { name: 'Orders that exist already' }))
  existing.getByText('2 orders exist already and are left out')
  expect(existing.getByRole('link', { name: 'A-1' }).getAttribute('href')).toMatch(/\/shipments\/shp_1\?/)
  expect(await findViolations()).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Register 1 shipment' }))
  await screen.findByText('1 shipment is registered.')
  expect(sent(page, false).map(readReferences)).toEqual([['A-2']])
  await page.user.click(screen.getByRole('button', { name: 'Register them once more' }))
  await page.user.click(await screen.findByRole('button', { name: 'Register 2 shipments' }))
  await screen.findByText('3 shipments are registered.')
  expect(sent(page, false).map(readReferences)).toEqual([['A-2'], ['A-1', 'A-2']])
})

test('a file that cannot be taken says why', async () => {
  const page = await openScreen('/shipments/import', { answers: makeAnswers() })
  await upload(page, makeFile())
  await screen.findByText('The file has no rows below its headings.')
  await upload(page, makeFile(...Array.from({ length: 5_001 }, (_, index) => `A-${index}`)))
  await screen.findByText('The file has more than 5,000 rows. Split it.')
  await upload(page, new File(['x'.repeat(5_000_001)], 'large.csv', { type: 'text/csv' }))
  await screen.findByText('The file is larger than 5 MB. Split it.')
  await upload(page, new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'book.csv', { type: 'text/csv' }))
  await screen.findByText(/^The file is a workbook/)
  await upload(page, makeFile(line(1, '1'), '3 record(s) downloaded'))
  await screen.findByText('Row 3 is no shipment: 3 record(s) downloaded')
})

test('a file of Excel on Windows is read in its encoding, which can be another', async () => {
  const page = await openScreen('/shipments/import', { answers: makeAnswers() })
  const text = `${HEAD}\r\n${line(1, '1').replace('London', '\u00a3\u00f3d\u009f')}`
  const bytes = new Uint8Array([...text].map((character) => character.charCodeAt(0)))
  await upload(page, new File([bytes], 'windows.csv', { type: 'text/csv' }))
  const street = await screen.findByLabelText<HTMLSelectElement>('What Straße holds')
  expect(street.value).toBe('dropoff_address.address_line_1')
  screen.getByText('£ódŸ')
  await page.user.selectOptions(screen.getByLabelText('Encoding'), 'Central Europe')
  await screen.findByText('Łódź')
  expect(await findViolations()).toEqual([])
})

test('the template has the columns, and the download of the wrong rows has no formulas', async () => {
  const page = await openScreen('/shipments/import', { answers: makeAnswers() })
  const { files } = watchDocuments()
  await page.user.click(await screen.findByRole('button', { name: 'Download a template' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]?.text()).toContain('merchant_order_ref,collection_date,dropoff_address.name')
  await check(page, makeFile(line(1, '1'), line(2, 'heavy').replace('Grace', '=Grace')))
  await page.user.click(await screen.findByRole('button', { name: 'Download the wrong rows' }))
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['shipments-template.csv', 'shipments-wrong.csv']))
  const text = (await files[1]?.text()) ?? ''
  expect(text).toContain("'=Grace 2")
  expect(text).toContain('Parcel: weight in kg: Enter a number, such as 1.25.')
  expect(text).not.toContain('A-1')
})

test('many rows are sent in parts, and a check that stops half-way goes on with the rest', async () => {
  let isRefused = true
  const page = await openScreen('/shipments/import', {
    answers: makeAnswers({
      [BATCH]: (call) =>
        isRefused && readReferences(call).includes('A-101')
          ? failure(403, { message: 'Not allowed.' })
          : checkBatch(call),
    }),
  })
  await check(page, makeFile(...Array.from({ length: 150 }, (_, index) => line(index + 1, '1'))))
  await screen.findByText('Not allowed.')
  isRefused = false
  await page.user.click(await screen.findByRole('button', { name: 'Check 50 rows' }))
  await page.user.click(await screen.findByRole('button', { name: 'Register 150 shipments' }))
  await screen.findByText('150 shipments are registered.')
  expect(sent(page, false).map(({ body }) => body.shipments.length)).toEqual([100, 50])
  expect(new Set(sent(page, false).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
})

test('rows whose registration has no answer are sent again as they were, also when others are right by then', async () => {
  let isDown = false
  const page = await openScreen('/shipments/import', {
    answers: makeAnswers({ [BATCH]: (call) => (isDown ? Response.json({}, { status: 503 }) : checkBatch(call)) }),
  })
  await check(page, makeFile(line(1, '1'), line(2, 'heavy')))
  await screen.findByText('1 valid, 1 wrong, 0 registered')
  isDown = true
  await page.user.click(screen.getByRole('button', { name: 'Register 1 shipment' }))
  await screen.findByRole('alert')
  const [lost] = sent(page, false)
  isDown = false
  const wrong = within(screen.getByRole('form', { name: 'Row 3' }))
  await page.fill(wrong.getByLabelText('Parcel: weight in kg'), '2')
  await page.user.click(wrong.getByRole('button', { name: 'Keep the correction' }))
  await page.user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
  await page.user.click(await screen.findByRole('button', { name: 'Register 2 shipments' }))
  await screen.findByText('2 shipments are registered.')
  const [again, other] = sent(page, false).slice(-2)
  expect(again?.headers.get('idempotency-key')).toBe(lost?.headers.get('idempotency-key'))
  expect(again?.body).toEqual(lost?.body)
  expect(readReferences(other as Call)).toEqual(['A-2'])
})

test('another file can follow', async () => {
  const page = await openScreen('/shipments/import', { answers: makeAnswers() })
  await check(page, makeFile(line(1, '1')))
  await page.user.click(await screen.findByRole('button', { name: 'Register 1 shipment' }))
  await page.user.click(await screen.findByRole('button', { name: 'Import another file' }))
  await screen.findByText('A CSV file with a row for each shipment')
})

test('who may not register shipments reads why', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  await openScreen('/shipments/import', { answers: makeAnswers(), session })
  await screen.findByText('Your role cannot register shipments')
  expect(screen.queryByLabelText('CSV file')).toBeNull()
})

test('the only pickup location is chosen, and the choices stay while the columns are changed', async () => {
  const page = await openScreen('/shipments/import', { answers: makeAnswers() })
  await upload(page, makeFile(line(1, '1')))
  const pickup = await screen.findByLabelText<HTMLSelectElement>('Pickup')
  await waitFor(() => expect(pickup.selectedOptions[0]?.textContent).toMatch(/^Hall/))
  const date = screen.getByLabelText<HTMLInputElement>('Collection date')
  expect(date.value).toBe(new Date().toLocaleDateString('sv'))
  await page.fill(screen.getByLabelText('Contents'), 'Bread')
  await page.user.selectOptions(pickup, 'From the file only')
  await page.user.click(screen.getByRole('button', { name: 'Check the rows' }))
  await page.user.click(await screen.findByRole('button', { name: 'Change the columns' }))
  expect((await screen.findByLabelText<HTMLSelectElement>('Pickup')).value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Contents').value).toBe('Bread')
})

test('a problem of several rows is shown once, with its rows', async () => {
  const details = [
    { pointer: '/pickup_address', code: 'required', message: 'is required' },
    { pointer: '/parcels/0/weight_kg', code: 'invalid', message: 'must be a number' },
  ]
  const page = await openScreen('/shipments/import', {
    answers: makeAnswers({
      [BATCH]: ({ body }: Call) => ({
        items: body.shipments.map((_: unknown, index: number) => ({
          index,
          outcome: 'failed',
          shipment: null,
          error: { message: 'Invalid.', details: index === 2 ? details : details.slice(0, 1) },
        })),
      }),
    }),
  })
  await check(page, makeFile(line(1, '1'), line(2, '1'), line(3, 'heavy')))
  const once = within(await screen.findByRole('list', { name: 'Problems of several rows' }))
  expect(once.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'pickup_address: Fill this in. Rows 2–4',
  ])
  // The first two rows have nothing else to say.
  expect(screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))).toEqual(['Row 4'])
  within(screen.getByRole('form', { name: 'Row 4' })).getByText('Enter a number, such as 1.25.')
  expect(screen.getAllByText(/Fill this in\./)).toHaveLength(1)
  expect(await findViolations()).toEqual([])
})

test('what was registered is booked and printed by Enter, Control-Enter and Enter', async () => {
  const shipments = someShipments(2)
  const page = await openScreen('/shipments/import', {
    answers: makeAnswers({
      [BATCH]: (call: Call) => {
        const { items } = checkBatch(call)
        return { items: items.map((item: object, index: number) => ({ ...item, shipment: shipments[index] })) }
      },
      'GET /shipments': ({ query }) => list(query.has('waiting_for') ? shipments.toReversed() : []),
      'GET /shipments/:id': ({ params }) => versioned(shipments.find(({ shipment_id }) => shipment_id === params.id)),
    }),
  })
  await check(page, makeFile(line(1, '1'), line(2, '2')))
  await page.user.click(await screen.findByRole('button', { name: 'Register 2 shipments' }))
  const book = await screen.findByRole('link', { name: 'Book and print these 2' })
  await waitFor(() => expect(document.activeElement).toBe(book))
  await page.user.keyboard('{Enter}')
  await screen.findByRole('button', { name: /^Book and print 2 shipments/ })
  expect(page.address()).toBe('/print?tab=book')
  const asked: string[] = []
  page.api.answer({
    'POST /quotes': ({ body }) => {
      asked.push(body.shipment_id)
      return created(aQuote({ shipment_id: body.shipment_id }))
    },
    'POST /bookings/batch': failure(409, { message: 'Enough.' }),
  })
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Enough.')
  expect(asked.toSorted()).toEqual(shipments.map(({ shipment_id }) => shipment_id))
  const [batch] = page.api.callsTo('POST /bookings/batch')
  // In the order of the file.
  expect(batch?.body.bookings.map((one: { shipment_id: string }) => one.shipment_id)).toEqual(
    shipments.map(({ shipment_id }) => shipment_id),
  )
})
