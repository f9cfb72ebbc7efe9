import { bookingStatuses, incidentCodes } from '@waybill/contracts/booking'
import { shipmentStatuses } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { expect, test } from 'vitest'
import { trackingFragment, trackingPage, unknownTrackingPage } from './page.ts'
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
  service_code: null,
  reason: null,
  booking_id: 'bkg_1',
  eta: null,
  location: { latitude: 51.5308, longitude: -0.0973 },
  occurred_at: '2026-12-01T09:00:00.000Z',
  recorded_at: '2026-12-01T09:00:00.000Z',
  ...overrides,
})
const registered = anEntry({ type: 'status_changed', status: 'ready', tracking_status: null, carrier_code: null })
const eta = { from: '2026-12-01T14:10:00.000Z', to: '2026-12-01T14:30:00.000Z' }
const minute = (minutes: number) => ({ occurred_at: new Date(Date.UTC(2026, 11, 1, 9, minutes)).toISOString() })

test('carriers that declined are not shown to the recipient', () => {
  const declined = anEntry({ type: 'carrier_declined', tracking_status: null, reason: 'too_far' })
  const { moments, carrier, headline } = getProgress('in_transit', [registered, declined])
  expect({ moments: moments.map(({ text }) => text), carrier, headline }).toEqual({
    moments: ['Registered'],
    carrier: null,
    headline: 'Looking for a courier',
  })
})

test('entries are shown latest first, regardless of the order in which they were recorded', () => {
  const late = anEntry({ ...minute(20), tracking_status: 'en_route_to_dropoff' })
  const early = anEntry({ ...minute(10), tracking_status: 'picked_up' })
  expect(getProgress('in_transit', [registered, late, early]).moments.map(({ text }) => text)).toEqual([
    'The courier is on the way',
    'Collected from the sender',
    'Registered',
  ])
})

test('what a carrier reports again is shown once, from when it began, and a shipment is registered once', () => {
  const onTheWay = (minutes: number) => anEntry({ ...minute(minutes), tracking_status: 'en_route_to_dropoff' })
  const failed = anEntry({ ...minute(6), tracking_status: 'failed' })
  const waitsAgain = { ...registered, ...minute(7) }
  const entries = [registered, anEntry(minute(1)), onTheWay(3), onTheWay(4), onTheWay(5), failed, waitsAgain]
  const { moments } = getProgress('ready', entries)
  expect(moments.map(({ text, at }) => `${at.slice(14, 16)} ${text}`)).toEqual([
    '06 The courier could not complete the job',
    '03 The courier is on the way',
    '01 Collected from the sender',
    '00 Registered',
  ])
})

test('a page of 100 entries takes less than 5 ms of the processor, for which anybody pays one token', () => {
  const entries = Array.from({ length: 100 }, (_, number) =>
    anEntry({
      event_id: `evt_${number}`,
      tracking_status: number % 2 === 0 ? 'picked_up' : 'en_route_to_dropoff',
      ...minute(number),
    }),
  )
  const shipment = { status: 'in_transit', city: 'Leeds', timeZone: 'Europe/London', at: new Date(), entries } as const
  const measure = () => {
    const begun = process.cpuUsage()
    trackingPage(shipment, null)
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  }
  // The least of some rounds: others use the machine, too.
  expect(Math.min(...Array.from({ length: 20 }, measure))).toBeLessThan(5)
})

test("the carrier's number links to its page, escaped; without a page the number is shown alone", () => {
  const shown = (number: string, url: string) =>
    trackingFragment({
      status: 'in_transit',
      city: '',
      timeZone: 'UTC',
      at: new Date(),
      entries: [],
      tracking: { number, url },
    })
  expect(shown('1Z"9', 'https://carrier.example/?n=1&m="')).toContain(
    '<a href="https://carrier.example/?n=1&amp;m=&quot;" rel="noreferrer noopener">Tracking number 1Z&quot;9</a>',
  )
  expect(shown('', 'https://carrier.example/')).toContain('>Track with the carrier</a>')
  expect(shown('1Z9', '')).toContain('<p class="soft">Tracking number 1Z9</p>')
  expect(shown('', '')).not.toMatch(/Track/)
})

test('of reports of the same time, the one recorded last is the latest', () => {
  const reports = [anEntry({ tracking_status: 'assigned' }), anEntry({ tracking_status: 'picked_up', eta })]
  const { moments, eta: expected } = getProgress('in_transit', reports)
  expect(moments[0]?.text).toBe('Collected from the sender')
  expect(expected).toEqual(eta)
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

const assigned = anEntry({ ...minute(1), status: 'ready', tracking_status: 'assigned', eta })

test('the ETA is shown as soon as a carrier has accepted', () => {
  expect(getProgress('ready', [registered])).toMatchObject({ eta: null, carrier: null })
  expect(getProgress('ready', [registered, assigned])).toMatchObject({ eta, carrier: 'Swift Courier' })
})

const reported = anEntry({ ...minute(5), status: 'ready', tracking_status: 'cancelled' })
const requested = anEntry({
  ...minute(5),
  type: 'details_changed',
  status: 'ready',
  tracking_status: null,
  carrier_code: null,
  reason: 'booking_cancelled',
})
test.each([[[reported]], [[requested]], [[requested, reported]]])(
  'a cancelled booking is history: the page no longer shows its carrier and ETA, and blames nobody (%#)',
  (end) => {
    const entries = [registered, assigned, ...end]
    const ready = getProgress('ready', entries)
    expect(ready).toMatchObject({ headline: 'Getting ready', carrier: null, eta: null })
    const texts = ready.moments.map(({ text }) => text)
    expect(texts.filter((text) => text === "The courier's job was cancelled")).toHaveLength(1)
    expect(getProgress('in_transit', entries)).toMatchObject({ headline: 'Looking for a courier', stepsDone: 1 })
    const again = anEntry({ ...assigned, ...minute(9), booking_id: 'bkg_2', carrier_code: 'city_vans' })
    expect(getProgress('ready', [...entries, again])).toMatchObject({ carrier: 'City Vans', eta })
  },
)

test('an ended shipment names its carrier only if that has collected it', () => {
  const collected = anEntry({ ...minute(3), tracking_status: 'picked_up' })
  const getCarrier = (status: (typeof shipmentStatuses)[number], ...entries: PublicTimelineEntry[]) =>
    getProgress(status, [registered, assigned, ...entries]).carrier
  for (const end of [[], [reported], [requested]]) {
    expect(getCarrier('cancelled', ...end)).toBeNull()
    expect(getCarrier('expired', ...end)).toBeNull()
  }
  expect(getCarrier('failed', requested)).toBeNull()
  expect(getCarrier('cancelled', collected, reported)).toBe('Swift Courier')
  expect(getCarrier('failed', collected, requested)).toBe('Swift Courier')
  expect(getCarrier('delivered', anEntry({ ...minute(9), tracking_status: 'delivered' }))).toBe('Swift Courier')
})

test('a description is never taken for a cancellation, nor the reason of a carrier that declined', () => {
  const worded = anEntry({ ...requested, reason: null, description: 'Booking cancelled: x' })
  const declined = anEntry({ ...requested, type: 'carrier_declined' })
  expect(getProgress('ready', [registered, assigned, worded, declined])).toMatchObject({
    carrier: 'Swift Courier',
    eta,
  })
})

test.each(incidentCodes)('the incident %s is shown while it holds up the shipment', (incident) => {
  const entries = [registered, anEntry({ ...minute(10), incident })]
  expect(getProgress('on_hold', entries).trouble).toBe(incidentPhrases[incident])
  expect(getProgress('out_for_delivery', entries).trouble).toBeNull()
})

test('a status or an incident that only a later version of a service knows has a text', () => {
  const newer = 'at_customs' as (typeof shipmentStatuses)[number]
  const change = anEntry({ ...minute(10), type: 'status_changed', status: newer, tracking_status: null })
  expect(getProgress(newer, [registered, change])).toMatchObject({ headline: 'On its way', stepsDone: null })
  const incident = 'abducted' as (typeof incidentCodes)[number]
  const held = anEntry({ ...minute(10), incident })
  expect(getProgress('on_hold', [registered, held]).trouble).toBe(incidentPhrases.unknown)
  expect(getProgress('on_hold', [registered, held]).moments[0]?.text).toBe(incidentPhrases.unknown)
})

test('every status has a text; an unknown one is not shown', () => {
  for (const status of shipmentStatuses) expect(getProgress(status, [registered]).headline).not.toBe('')
  for (const tracking_status of bookingStatuses) {
    expect(getProgress('in_transit', [anEntry({ tracking_status })]).moments.length).toBeLessThanOrEqual(1)
  }
  expect(getProgress('in_transit', [anEntry({ tracking_status: 'unknown' })]).moments).toEqual([])
})

const shipment = {
  status: 'in_transit',
  city: 'London <b>',
  timeZone: 'Europe/London',
  at: new Date('2026-12-01T09:30:00Z'),
  entries: [registered, anEntry(minute(1))],
} as const

test('the page shows only the city of the recipient', () => {
  const html = trackingPage(shipment, null).html
  expect(html).toContain('To London &lt;b&gt;')
  for (const personal of ['Grace', 'Miller', '51.5308', 'bkg_1', 'shp_']) expect(html).not.toContain(personal)
})

test('the ETA of the last report is shown in the time zone of the drop-off, until the delivery', () => {
  const entries = [registered, anEntry({ ...minute(1), eta: { ...eta, to: eta.from } }), anEntry({ ...minute(2), eta })]
  const shown = (overrides: object) => trackingFragment({ ...shipment, entries, ...overrides })
  expect(shown({})).toContain('Expected Tue 1 Dec, 14:10–14:30')
  expect(shown({ timeZone: 'Asia/Tokyo' })).toContain('Expected Tue 1 Dec, 23:10–23:30')
  expect(shown({ timeZone: 'America/New_York' })).toContain('Expected Tue 1 Dec, 09:10–09:30')
  expect(shown({ status: 'delivered' })).not.toContain('Expected')
  for (const status of ['on_hold', 'delivery_attempted']) expect(shown({ status })).toContain('Expected')
  expect(shown({ at: new Date('2026-12-01T14:29:00Z') })).toContain('Expected')
  expect(shown({ at: new Date(eta.to) })).not.toContain('Expected')
  expect(shown({ entries: [...entries, anEntry(minute(3))] })).not.toContain('Expected')
  const days = { from: eta.from, to: '2026-12-03T17:00:00.000Z' }
  expect(shown({ entries: [anEntry({ eta: days })] })).toContain('Expected Tue 1 Dec, 14:10 – Thu 3 Dec, 17:00')
})

test('every time is that of clocks at the drop-off, and the page says once which place that is', () => {
  const late = { occurred_at: '2026-12-01T15:05:00.000Z', eta }
  const { html } = trackingPage({ ...shipment, timeZone: 'Asia/Tokyo', entries: [registered, anEntry(late)] }, null)
  const moments = [...html.matchAll(/<time datetime="([^"]*)">([^<]*)/g)].map(([, at, shown]) => [at, shown])
  expect(moments).toEqual([
    ['2026-12-01T15:05:00.000Z', 'Wed 2 Dec, 00:05'],
    ['2026-12-01T09:00:00.000Z', 'Tue 1 Dec, 18:00'],
  ])
  expect(html.match(/Tokyo/g)).toHaveLength(1)
  expect(html).toContain('Times are Tokyo time.')
  expect(trackingFragment({ ...shipment, timeZone: 'America/New_York' })).toContain('Times are New York time.')
  expect(trackingFragment({ ...shipment, timeZone: 'UTC' })).toContain('Times are UTC.')
})

test('the page is not indexed, loads nothing from other origins and satisfies its own policy', () => {
  for (const { html, securityPolicy } of [trackingPage(shipment, null), unknownTrackingPage()]) {
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toMatch(/<(?:link|img|iframe)\b|<script src|@import|url\(|style="|onclick="/)
    expect(securityPolicy).toMatch(/^default-src 'none'; .*connect-src 'self'/)
    expect(securityPolicy).not.toMatch(/unsafe|img-src/)
  }
})

test('the page of an ended shipment opens no stream', () => {
  expect(trackingFragment(shipment)).toContain('data-last="evt_1">')
  expect(trackingFragment({ ...shipment, status: 'delivered' })).toContain('data-last="evt_1" data-over>')
})

test('each parcel of several has its status, its trouble and its own page at the carrier', () => {
  const shown = { status: 'in_transit', city: 'London', timeZone: 'UTC', at: new Date(), entries: [] } as const
  const parcel = (number: number, overrides: object) => ({
    number,
    status: 'picked_up' as const,
    incident: '' as const,
    tracking_number: '',
    carrier_tracking_url: '',
    ...overrides,
  })
  const carrierPage = { tracking_number: '1Z<2', carrier_tracking_url: 'https://carrier.example/1Z2' }
  const fragment = trackingFragment({
    ...shown,
    tracking: { number: 'first', url: '' },
    parcels: [
      parcel(1, { status: 'delivered', incident: 'damaged', tracking_number: '1Z1' }),
      parcel(2, { incident: 'damaged', ...carrierPage }),
    ],
  })
  const items = fragment.split('<ol class="parcels">')[1]?.split('<li class="').slice(1) ?? []
  expect(items[0]).toMatch(/^delivered.*Parcel 1<.*Delivered<.*Tracking number 1Z1</s)
  expect(items[0]).not.toContain('damaged')
  expect(items[1]).toMatch(/Parcel 2<.*On its way<.*The parcel is damaged<.*carrier\.example\/1Z2".*1Z&lt;2</s)
  expect(fragment).not.toContain('first')
})
