import { screen, waitFor, within } from '@testing-library/react'
import type { Pickup } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../../testing/accessibility.ts'
import { type Answers, created, failure, list } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../../testing/session.ts'
import { aShipment } from '../../../testing/shipments.ts'

const IDS = ['bkg_00000000000000000000000001', 'bkg_00000000000000000000000002']

const aPickup = (values: Partial<Pickup> = {}): Pickup => ({
  pickup_id: 'pku_00000000000000000000000001',
  merchant_id: 'mer_1',
  environment_id: 'env_1',
  status: 'scheduled',
  carrier_code: 'ups',
  carrier_account_id: 'cac_1',
  booking_ids: IDS,
  parcels: 2,
  weight_kg: '2.000',
  window_from: '2026-12-01T13:00:00.000Z',
  window_to: '2026-12-01T17:00:00.000Z',
  address: null,
  instructions: null,
  confirmation_number: '2929602E9CP',
  price: { amount: '7.75', currency: 'USD' },
  error: null,
  cancellation_requested_at: null,
  scheduled_at: null,
  cancelled_at: null,
  created_at: '2026-12-01T08:00:00.000Z',
  updated_at: '2026-12-01T08:00:00.000Z',
  ...values,
})

const openLabels = {
  carrier_code: 'ups',
  carrier_account_id: 'cac_1',
  carried_by: null,
  ship_date: '2026-12-01',
  location_id: null,
  address: aShipment().pickup_address,
  makes_manifests: false,
  schedules_pickups: true,
  booking_ids: [],
  left_out: IDS.map((booking_id) => ({ booking_id, code: 'no_manifests', message: 'needs none' })),
}

const answers: Answers = {
  'GET /bookings': list([]),
  'GET /open-labels': list([openLabels, { ...openLabels, carrier_account_id: 'cac_2', schedules_pickups: false }]),
  'GET /manifests': list([]),
  'GET /pickups': list([]),
  'GET /carriers': list([]),
}

test('parcels of an account are scheduled for a pickup, and the booking that is refused is named', async () => {
  const refused = failure(422, {
    code: 'validation_error',
    fields: { '/booking_ids/1': 'is one too many' },
  })
  const page = await openScreen('/print?tab=day', { answers: { ...answers, 'POST /pickups': refused } })
  await page.user.click(await screen.findByRole('button', { name: 'Schedule a pickup' }))
  const sheet = within(await screen.findByRole('dialog'))
  await page.fill(sheet.getByLabelText(/^From/), '2026-12-01T13:00')
  await page.fill(sheet.getByLabelText(/^Until/), '2026-12-01T17:00')
  expect(await findViolations()).toEqual([])
  await page.user.click(sheet.getByRole('button', { name: 'Schedule the pickup' }))
  expect((await sheet.findAllByText(/one too many/i)).length).toBeGreaterThan(0)
  const isWrong = () => IDS.map((name) => sheet.getByRole('checkbox', { name }).getAttribute('aria-invalid'))
  expect(isWrong()).toEqual([null, 'true'])
  await page.user.click(sheet.getByRole('checkbox', { name: IDS[1] }))
  page.api.answer({ 'POST /pickups': created(aPickup({ status: 'requested' })), 'GET /pickups': list([aPickup()]) })
  await page.user.click(sheet.getByRole('button', { name: 'Schedule the pickup' }))
  await screen.findByText('Scheduled')
  screen.getByText(/2929602E9CP · 7.75 USD/)
  expect(page.api.callsTo('POST /pickups').map(({ body }) => body)).toMatchObject([
    { booking_ids: IDS },
    {
      booking_ids: [IDS[0]],
      window_from: new Date('2026-12-01T13:00').toISOString(),
      instructions: null,
      max_price: null,
    },
  ])
})

test('a booking of a live pickup is not chosen again, and a refused one is named at its own box', async () => {
  const taken = list([aPickup({ booking_ids: [IDS[0] ?? ''] })])
  const refused = failure(422, { code: 'validation_error', fields: { '/booking_ids/0': 'is one too many' } })
  const page = await openScreen('/print?tab=day', {
    answers: { ...answers, 'GET /pickups': taken, 'POST /pickups': refused },
  })
  await screen.findByText('Scheduled')
  await page.user.click(await screen.findByRole('button', { name: 'Schedule a pickup' }))
  const sheet = within(await screen.findByRole('dialog'))
  const boxes = IDS.map((name) => sheet.getByRole<HTMLInputElement>('checkbox', { name }))
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true])
  await page.user.click(sheet.getByRole('button', { name: 'Schedule the pickup' }))
  await sheet.findByText('1 field is wrong')
  expect(boxes.map((box) => box.getAttribute('aria-invalid'))).toEqual([null, 'true'])
  expect(page.api.sentTo('POST /pickups')).toMatchObject([{ booking_ids: [IDS[1]] }])
})

test('a pickup is cancelled after a question, and one that is not known says whom to ask', async () => {
  const error = { message: 'Ask the carrier about pickup pku_2.' } as NonNullable<Pickup['error']>
  const pickups = [aPickup(), aPickup({ pickup_id: 'pku_2', status: 'unknown', error })]
  const page = await openScreen('/print?tab=day', { answers: { ...answers, 'GET /pickups': list(pickups) } })
  await screen.findByText('Ask the carrier about pickup pku_2.')
  await page.user.click(screen.getByRole('button', { name: /Cancel the pickup of/ }))
  const cancelled = aPickup({ status: 'cancelled' })
  page.api.answer({ 'POST /pickups/:id/cancel': cancelled, 'GET /pickups': list([cancelled]) })
  await page.user.click(screen.getByRole('button', { name: 'Cancel the pickup' }))
  await screen.findByText('Cancelled')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('button', { name: /Cancel the pickup of/ })).toBeNull()
})

test('readers see pickups, and schedule and cancel none', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  await openScreen('/print?tab=day', { answers: { ...answers, 'GET /pickups': list([aPickup()]) }, session })
  await screen.findByText('Scheduled')
  expect(screen.queryByRole('button', { name: /pickup/ })).toBeNull()
})
