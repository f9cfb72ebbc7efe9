import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { type Answers, created, list, versioned } from '../../testing/api.ts'
import { aCarrier } from '../../testing/carriers.ts'
import { watchDocuments } from '../../testing/documents.ts'
import { openScreen } from '../../testing/screen.tsx'
import { anOption, aQuote, aShipment, someShipments } from '../../testing/shipments.ts'

const hold = { reason: 'Address to be checked', held_at: '2026-03-02T09:00:00.000Z', held_by: 'key_1' }
const [waiting, held] = someShipments(2)
if (waiting === undefined || held === undefined) throw new Error('two shipments are needed')
const onHold = { ...held, hold }

/** ORDER-1 waits to be booked, ORDER-2 is on hold. */
const answers: Answers = {
  'GET /shipments': ({ query }) => list(query.get('waiting_for') === 'release' ? [onHold] : [waiting]),
  'GET /bookings': list([]),
  'GET /carriers': list([aCarrier()]),
  'POST /quotes': () => created(aQuote({ options: [anOption()] })),
}

test('a scanned shipment that is on hold is named with the reason, and is not chosen', async () => {
  const page = await openScreen('/print?tab=book', { answers })
  await screen.findByRole('link', { name: '1 shipment is on hold' })
  await page.user.click(screen.getByLabelText('Scan or paste order references'))
  await page.user.paste('ORDER-1\norder-2\nNO-SUCH-ORDER')
  await screen.findByText(
    'ORDER-2 is on hold: Address to be checked · Not ready to be booked, or unknown: NO-SUCH-ORDER',
  )
  screen.getByRole('button', { name: /^Book and print 1 shipment/ })
  expect(await findViolations()).toEqual([])
})

test('a shipment that somebody has put on hold since is neither quoted nor booked', async () => {
  const page = await openScreen('/print?tab=book', {
    answers: { ...answers, 'GET /shipments/:id': versioned({ ...waiting, hold }, '"2"') },
  })
  await page.user.click(await screen.findByLabelText('Book ORDER-1'))
  await page.user.click(screen.getByRole('button', { name: /^Book and print 1 shipment/ }))
  await screen.findByText(/^0 booked, 1 failed/)
  const run = within(screen.getByRole('table', { name: 'Shipments of this run' }))
  run.getByText('On hold: Address to be checked. Release it to book it.')
  expect(page.api.callsTo('POST /quotes')).toEqual([])
  expect(page.api.callsTo('POST /bookings/batch')).toEqual([])
})

test('the code of a shipment on hold prints nothing and says why, by reference and by id', async () => {
  const page = await openScreen('/print', { answers: { ...answers, 'GET /shipments/:id': aShipment(onHold) } })
  const { tabs } = watchDocuments()
  const field = await screen.findByLabelText('Barcode, tracking number, order reference or ID')
  for (const code of ['ORDER-2', onHold.shipment_id]) {
    await page.fill(field, code)
    await page.user.click(screen.getByRole('button', { name: 'Print' }))
    await screen.findByText('Not booked. On hold: Address to be checked')
    await page.fill(field, 'x')
  }
  await waitFor(() => expect(tabs.map(({ isClosed }) => isClosed)).toEqual([true, true]))
  expect(page.api.callsTo('POST /label-batches')).toEqual([])
})
