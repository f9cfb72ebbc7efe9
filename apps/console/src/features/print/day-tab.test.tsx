import { screen, waitFor, within } from '@testing-library/react'
import type { Manifest, OpenLabels } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { type Answers, created, failure, list } from '../../testing/api.ts'
import { watchDocuments } from '../../testing/documents.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'
import { aShipment } from '../../testing/shipments.ts'

const IDS = ['bkg_00000000000000000000000001', 'bkg_00000000000000000000000002']

const openLabels = (values: Partial<OpenLabels> = {}): OpenLabels => ({
  carrier_code: 'easypost',
  carrier_account_id: 'cac_1',
  carried_by: 'usps',
  ship_date: '2026-12-01',
  location_id: null,
  address: aShipment().pickup_address,
  makes_manifests: true,
  schedules_pickups: false,
  booking_ids: IDS,
  left_out: [{ booking_id: 'bkg_3', code: 'cancelled', message: 'is cancelled' }],
  ...values,
})

const aManifest = (values: Partial<Manifest> = {}): Manifest => ({
  manifest_id: 'mnf_00000000000000000000000001',
  merchant_id: 'mer_1',
  environment_id: 'env_1',
  status: 'created',
  carrier_code: 'easypost',
  carrier_account_id: 'cac_1',
  ship_date: '2026-12-01',
  address: null,
  booking_ids: IDS,
  left_out: [],
  manifest_number: 'M1',
  document_url: 'https://api.example.com/api/v1/manifests/mnf_00000000000000000000000001/document',
  error: null,
  created_at: '2026-12-01T17:00:00.000Z',
  completed_at: '2026-12-01T17:00:01.000Z',
  updated_at: '2026-12-01T17:00:01.000Z',
  ...values,
})

const answers: Answers = {
  'GET /bookings': list([]),
  'GET /open-labels': list([
    openLabels(),
    openLabels({ carrier_code: 'ups', carried_by: null, makes_manifests: false }),
  ]),
  'GET /manifests': list([]),
  'GET /pickups': list([]),
  'GET /carriers': list([]),
  'GET /manifests/:id/document': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
}

test('the labels of a carrier and a place are closed with one key, and the manifest is printed', async () => {
  const page = await openScreen('/print?tab=day', {
    answers: { ...answers, 'POST /manifests': created(aManifest({ status: 'creating', document_url: null })) },
  })
  const { tabs } = watchDocuments()
  await page.fill(await screen.findByLabelText('Day of collection'), '2026-12-01')
  const close = await screen.findByRole('button', { name: 'Close 2 labels' })
  screen.getByText('Needs no manifest')
  await page.user.click(screen.getByText('1 label left out'))
  screen.getByText(/it is cancelled/)
  expect(await findViolations()).toEqual([])
  page.api.answer({ 'GET /manifests/:id': aManifest(), 'GET /manifests': list([aManifest()]) })
  close.focus()
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(tabs.map(({ location }) => location.href)).toEqual(['blob:1']))
  expect(page.api.callsTo('POST /manifests')[0]?.body).toEqual({
    carrier_account_id: 'cac_1',
    booking_ids: IDS,
    ship_date: '2026-12-01',
  })
  const recent = within(screen.getByRole('region', { name: 'Manifests' }))
  await recent.findByText('Closed')
  await page.user.click(recent.getByRole('button', { name: /Print the manifest/ }))
  await waitFor(() => expect(tabs).toHaveLength(2))
})

test('a refused manifest says why and opens no document, and a second try of a lost answer has the same key', async () => {
  const page = await openScreen('/print?tab=day', {
    answers: { ...answers, 'POST /manifests': () => Response.json({}, { status: 503 }) },
  })
  const { tabs } = watchDocuments()
  await page.user.click(await screen.findByRole('button', { name: 'Close 2 labels' }))
  await screen.findByRole('alert')
  const { error } = failure(422, { code: 'carrier_refused', message: 'Carrier easypost refused the manifest.' })
    .document as { error: NonNullable<Manifest['error']> }
  const failed = aManifest({ status: 'failed', document_url: null, error })
  page.api.answer({ 'POST /manifests': created(failed), 'GET /manifests': list([failed]) })
  await page.user.click(screen.getByRole('button', { name: 'Close 2 labels' }))
  await screen.findByText('Carrier easypost refused the manifest.')
  const keys = page.api.callsTo('POST /manifests').map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
  expect(tabs.every(({ isClosed }) => isClosed)).toBe(true)
})

test('readers see what is open, and close nothing', async () => {
  await openScreen('/print?tab=day', { answers, session: aSession({ role: 'viewer', scopes: READER_SCOPES }) })
  await screen.findByText('2 open labels')
  expect(screen.queryByRole('button', { name: /Close/ })).toBeNull()
})
