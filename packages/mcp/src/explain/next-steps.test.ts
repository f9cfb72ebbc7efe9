import type { Booking, Quote, Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import type { Facts } from './facts.ts'
import { nextSteps } from './next-steps.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:00Z')

/** Only what the function reads. */
const facts = (shipment: object, rest: { quotes?: object[]; bookings?: object[]; failed?: object[] } = {}): Facts => ({
  shipment: {
    status: 'ready',
    booking_id: null,
    dispatch: null,
    hold: null,
    cancellation_requested_at: null,
    ...shipment,
  } as Shipment,
  timeline: [],
  quotes: (rest.quotes ?? []) as Quote[],
  bookings: (rest.bookings ?? []) as Booking[],
  webhooks: rest.failed
    ? [
        {
          subscription_id: 'whs_1',
          status: 'active',
          behind: 0,
          succeeded: 0,
          waiting: 0,
          failed: rest.failed as never,
        },
      ]
    : null,
})

const anOption = (expires_at: string) => ({ expires_at })
const decline = (retryable: boolean) => ({ retryable })

test.each([
  ['no quote', facts({}), /^Ask for offers/],
  ['offers', facts({}, { quotes: [{ status: 'pending', options: [anOption('2026-03-01T12:10:00Z')] }] }), /book it/],
  ['old offers', facts({}, { quotes: [{ status: 'pending', options: [anOption('2026-03-01T11:00:00Z')] }] }), /ended/],
  ['no offer now', facts({}, { quotes: [{ options: [], messages: [decline(false), decline(true)] }] }), /Ask again/],
  ['no offer ever', facts({}, { quotes: [{ options: [], messages: [decline(false)] }] }), /No carrier can/],
  [
    'an unanswered booking',
    facts({ booking_id: 'bkg_1' }, { bookings: [{ booking_id: 'bkg_1', status: 'pending' }] }),
    /book nothing else/,
  ],
  [
    'a booking',
    facts({ booking_id: 'bkg_1' }, { bookings: [{ booking_id: 'bkg_1', status: 'assigned' }] }),
    /print its label/,
  ],
  ['a cancellation', facts({ cancellation_requested_at: '2026-03-01T11:59:00Z' }), /answer the cancellation/],
  ['on demand', facts({ dispatch: {} }), /looking for a courier/],
  ['on hold', facts({ hold: { reason: 'Paid?' } }), /ask whether to release/],
  ['on the way', facts({ status: 'in_transit' }), /on their way/],
  ['delivered', facts({ status: 'delivered' }), /nothing to do/],
  ['a status of later', facts({ status: 'teleported' }), /teleported is newer/],
])('%s', (_case, given, step) => {
  expect(nextSteps(given, NOW_MS)).toEqual([expect.stringMatching(step)])
})

test('failed webhooks are something to do, too', () => {
  expect(nextSteps(facts({ status: 'delivered' }, { failed: [{}] }), NOW_MS)[1]).toContain('receiver of the webhooks')
})
