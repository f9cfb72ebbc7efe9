import { bookingStatuses, incidentCodes } from '@waybill/contracts/booking'
import { shipmentStatuses } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { expect, test } from 'vitest'
import { trackingFragment, trackingPage, trackingSecurityPolicy, unknownTrackingPage } from './page.ts'
import { incidentPhrases } from './phrases.ts'
import { getProgress } from './progress.ts'

const anEntry = (overrides: Partial<PublicTimelineEntry> = {}): PublicTimelineEntry => ({
  event_id: 'evt_1',
  type: 'tracking',
  status: 'in_transit',
  tracking_status: 'picked_up',
  incident: null,
  description: 'Handed over by Grace Miller',
  carrier_code: 'swift_courier',
  booking_id: 'bkg_1',
  location: { latitude: 51.5308, longitude: -0.0973 },
  occurred_at: '2026-12-01T09:00:00.000Z',
  recorded_at: '2026-12-01T09:00:00.000Z',
  ...overrides,
})
const registered = anEntry({ type: 'status_changed', status: 'ready', tracking_status: null, carrier_code: null })
const minute = (minutes: number) => ({ occurred_at: new Date(Date.UTC(2026, 11, 1, 9, minutes)).toISOString() })

test('entries are shown latest first, regardless of the order in which they were recorded', () => {
  const late = anEntry({ ...minute(20), tracking_status: 'en_route_to_dropoff' })
  const early = anEntry({ ...minute(10), tracking_status: 'picked_up' })
  expect(getProgress('in_transit', [registered, late, early]).moments.map(({ text }) => text)).toEqual([
    'The courier is on the way',
    'Collected from the sender',
    'Registered',
  ])
})

test('a status change with a report of the same time is shown once, and changed details are not shown', () => {
  const report = anEntry({ ...minute(30), status: 'delivered', tracking_status: 'delivered' })
  const change = anEntry({ ...minute(30), type: 'status_changed', status: 'delivered', tracking_status: null })
  const details = anEntry({ ...minute(5), type: 'details_changed', tracking_status: null })
  const { headline, stepsDone, moments } = getProgress('delivered', [registered, details, change, report])
  expect([headline, stepsDone]).toEqual(['Delivered', 4])
  expect(moments.map(({ text }) => text)).toEqual(['Delivered', 'Registered'])
})

test('an on-demand shipment without a courier shows that one is being searched', () => {
  const dispatched = { ...registered, status: 'in_transit' } as const
  expect(getProgress('in_transit', [dispatched])).toMatchObject({ headline: 'Looking for a courier', stepsDone: 1 })
  expect(getProgress('in_transit', [dispatched, anEntry()])).toMatchObject({ headline: 'On its way', stepsDone: 2 })
})

test.each(incidentCodes)('the incident %s is shown while it holds up the shipment', (incident) => {
  const entries = [registered, anEntry({ ...minute(10), incident })]
  expect(getProgress('on_hold', entries).trouble).toBe(incidentPhrases[incident])
  expect(getProgress('out_for_delivery', entries).trouble).toBeNull()
})

test('every status has a text; an unknown one is not shown', () => {
  for (const status of shipmentStatuses) expect(getProgress(status, [registered]).headline).not.toBe('')
  for (const tracking_status of bookingStatuses) {
    expect(getProgress('in_transit', [anEntry({ tracking_status })]).moments.length).toBeLessThanOrEqual(1)
  }
  expect(getProgress('in_transit', [anEntry({ tracking_status: 'unknown' })]).moments).toEqual([])
})

const shipment = { status: 'in_transit', city: 'London <b>', entries: [registered, anEntry(minute(1))] } as const

test('the page shows only the city of the recipient', () => {
  const html = trackingPage(shipment)
  expect(html).toContain('To London &lt;b&gt;')
  for (const personal of ['Grace', 'Miller', '51.5308', 'bkg_1', 'shp_']) expect(html).not.toContain(personal)
})

test('the page is not indexed, loads nothing from other origins and satisfies its own policy', () => {
  for (const html of [trackingPage(shipment), unknownTrackingPage()]) {
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toMatch(/<(?:link|img|iframe)\b|<script src|@import|url\(|style="|onclick="/)
  }
  expect(trackingSecurityPolicy).toMatch(/^default-src 'none'; .*connect-src 'self'/)
  expect(trackingSecurityPolicy).not.toContain('unsafe')
})

test('the page of an ended shipment opens no stream', () => {
  expect(trackingFragment(shipment)).toContain('data-last="evt_1">')
  expect(trackingFragment({ ...shipment, status: 'delivered' })).toContain('data-last="evt_1" data-over>')
})
