import { describe, expect, test } from 'vitest'
import { finalBookingStatuses, isFinalBookingStatus, publicBooking, publicBookingSchema } from './booking.ts'
import { publicDriverLocation, publicDriverLocationSchema } from './bookings/driver-location.ts'
import { defaultDispatch } from './dispatch.ts'
import { publicQuote, publicQuoteSchema, quoteFromMessage, quoteMessage } from './quote.ts'
import {
  collectableAt,
  finalShipmentStatuses,
  isFinalShipmentStatus,
  publicShipment,
  publicShipmentSchema,
  shipmentFromMessage,
  shipmentMessage,
  shipmentStatuses,
} from './shipment.ts'
import { publicCancellation, publicCancellationSchema } from './shipments/cancellation.ts'
import {
  address,
  bareShipment,
  booking,
  delivery,
  parcel,
  quote,
  replay,
  replayPreview,
  shipment,
  subscription,
} from './testing/records.ts'
import { publicDelivery, publicDeliverySchema } from './webhooks/delivery.ts'
import { publicReplay, publicReplayPreview, publicReplayPreviewSchema, publicReplaySchema } from './webhooks/replay.ts'
import {
  publicSubscription,
  publicSubscriptionSchema,
  publicSubscriptionWithBacklog,
  publicSubscriptionWithBacklogSchema,
} from './webhooks/subscription.ts'

test.each([
  ['a shipment', publicShipmentSchema, publicShipment(shipment())],
  ['a shipment just created', publicShipmentSchema, publicShipment(bareShipment())],
  ['a cancellation', publicCancellationSchema, publicCancellation(shipment())],
  ['a quote', publicQuoteSchema, publicQuote(quote())],
  ['a quote without options', publicQuoteSchema, publicQuote(quote({ options: [], selectedOptionId: null }))],
  ['a booking', publicBookingSchema, publicBooking(booking(), 'https://waybill.example/label')],
  [
    'a booking just made',
    publicBookingSchema,
    publicBooking(booking({ driver: null, pod: null, hasLabel: false }), null),
  ],
  ['an unknown position', publicDriverLocationSchema, publicDriverLocation(booking(), null)],
  ['a subscription', publicSubscriptionSchema, publicSubscription(subscription())],
  [
    'a subscription that is behind',
    publicSubscriptionWithBacklogSchema,
    publicSubscriptionWithBacklog(subscription(), {
      behind: { since: new Date(), eventsBehind: 7 },
      missed: [{ reason: 'paused', since: new Date(), until: new Date(), eventCount: null }],
    }),
  ],
  ['a delivery', publicDeliverySchema, publicDelivery(delivery())],
  ['a replay', publicReplaySchema, publicReplay(replay())],
  ['a preview of a replay', publicReplayPreviewSchema, publicReplayPreview(replayPreview())],
])('%s maps to exactly the fields of its schema', (_, schema, mapped) => {
  expect(schema.strict().safeParse(JSON.parse(JSON.stringify(mapped))).error).toBeUndefined()
})

describe('a shipment', () => {
  test.each([
    ['with every field', shipment()],
    ['just created', bareShipment()],
    ['on demand', shipment({ onDemand: true, livemode: true, metadata: { mode: 'on_demand', priority: 'high' } })],
  ])('%s survives its gRPC message', (_, record) => {
    expect(shipmentFromMessage(shipmentMessage(record))).toEqual(record)
  })

  test('has its declared values with the digits that are stored, whatever the pickup country', () => {
    const stored = { declaredValueMinor: 129_950, declaredValueCurrency: 'HUF', declaredValueExponent: 0 }
    expect(publicShipment(shipment({ parcels: [parcel(stored)] })).parcels[0]?.declared_value).toBe('129950')
    const exact = { ...stored, declaredValueExponent: 2 }
    expect(publicShipment(shipment({ parcels: [parcel(exact)] })).parcels[0]?.declared_value).toBe('1299.50')
  })

  test('shows the date of collection, and is mapped once', () => {
    const record = shipment()
    expect(publicShipment(record).collection_date).toBe('2026-12-02')
    expect(publicShipment({ ...record, collectionDate: null }).collection_date).toBe('2026-12-01')
    expect(publicShipment(record)).toBe(publicShipment(record))
    expect(publicShipment({ ...record })).not.toBe(publicShipment(record))
  })

  test('can be collected at the later of both times, on demand too', () => {
    const [early, late] = [new Date('2026-12-01T09:00:00Z'), new Date('2026-12-01T10:30:00Z')]
    expect(collectableAt(shipment({ collectionAt: early, readyAt: late }))).toEqual(late)
    const onDemand = { onDemand: true, collectionAt: late, readyAt: early }
    expect(collectableAt(shipment({ ...onDemand, dispatch: defaultDispatch }))).toEqual(late)
  })

  test('a date without a time is that day at the pickup', () => {
    const day = { collectionAt: new Date('2026-12-01T00:00:00Z'), collectionDate: '2026-12-01', collectionAllDay: true }
    const from = (country: string, province: string | null = null) =>
      collectableAt(
        shipment({
          ...day,
          readyAt: new Date('2026-11-01T00:00:00Z'),
          pickupAddress: address({ country, province, latitude: null, longitude: null }),
        }),
      ).toISOString()
    expect(from('GB')).toBe('2026-12-01T00:00:00.000Z')
    expect(from('US', 'CA')).toBe('2026-12-01T08:00:00.000Z')
    expect(from('AU', 'NSW')).toBe('2026-11-30T13:00:00.000Z')
    expect(from('NP')).toBe('2026-11-30T18:15:00.000Z')
  })

  test('is final in the final statuses only', () => {
    expect(shipmentStatuses.filter(isFinalShipmentStatus)).toEqual([...finalShipmentStatuses])
    expect(finalBookingStatuses.every(isFinalBookingStatus)).toBe(true)
    expect(isFinalBookingStatus('pending')).toBe(false)
  })
})

describe('a quote', () => {
  test.each([
    ['accepted', quote()],
    ['open', quote({ status: 'pending', selectedOptionId: null, bookingId: null, messages: [] })],
  ])('that is %s survives its gRPC message', (_, record) => {
    expect(quoteFromMessage(quoteMessage(record))).toEqual(record)
  })

  test('shows amounts, their total and the option that was booked', () => {
    const { options, selected_option } = publicQuote(quote())
    expect(options[0]).toMatchObject({ amount: '10.00', tax_amount: '2.00', total_amount: '12.00' })
    expect(options[0]?.rules).toEqual({ max_weight_kg: 25.5 })
    expect(selected_option).toEqual(options[1])
    expect(publicQuote(quote({ selectedOptionId: null })).selected_option).toBeNull()
  })
})

describe('a booking', () => {
  test('shows what the carrier has charged since, as decimal amounts', () => {
    expect(publicBooking(booking(), null).charges).toEqual([
      {
        type: 'weight_adjustment',
        amount: '1.50',
        tax_amount: '0.30',
        currency: 'GBP',
        reason: '0.5 kg heavier',
        at: '2026-12-01T09:00:00.000Z',
      },
    ])
  })

  test.each([
    ['fraud', 'Card declined', 'Card declined'],
    ['fraud', null, 'fraud'],
    [null, null, null],
  ])(
    'cancelled with code %j and note %j has the reason %j',
    (cancellationReasonCode, cancellationReasonNote, expected) => {
      const mapped = publicBooking(booking({ cancellationReasonCode, cancellationReasonNote }), null)
      expect(mapped.cancel_reason).toBe(expected)
    },
  )

  test('without a label shows no URL for one', () => {
    expect(publicBooking(booking({ hasLabel: false }), 'https://waybill.example/label').label_url).toBeNull()
  })

  test('whose copy of the shipment is older than tracking pages has no tracking URL', () => {
    const { tracking_url: _, ...older } = publicShipment(shipment())
    const record = booking({ shipment: older as ReturnType<typeof publicShipment> })
    expect(publicBooking(record, null).tracking_url).toBeNull()
  })

  test('names its driver twice, or not at all', () => {
    expect(publicBooking(booking(), null)).toMatchObject({ current_driver_id: 'drv_1', driver: { driver_id: 'drv_1' } })
    expect(publicBooking(booking({ driver: null }), null)).toMatchObject({ current_driver_id: null, driver: null })
  })

  test('has a position with the times of its report', () => {
    const at = new Date('2026-12-01T09:00:00Z')
    const position = { latitude: 51.5, longitude: -0.1, occurredAt: at, receivedAt: at }
    expect(publicDriverLocation(booking(), position)).toMatchObject({
      location: { latitude: 51.5, longitude: -0.1 },
      occurred_at: '2026-12-01T09:00:00.000Z',
      received_at: '2026-12-01T09:00:00.000Z',
    })
  })
})

test.each([
  ['08:00', 'running', 0],
  ['09:00', 'running', 0.5],
  ['10:00', 'running', 0.999],
  ['07:00', 'running', 0],
  ['09:00', 'cancelled', 0.5],
  ['09:00', 'completed', 1],
] as const)('a replay at %s that is %s has made %d of its way', (time, status, progress) => {
  const reachedAt = new Date(`2026-12-01T${time}:00Z`)
  expect(publicReplay(replay({ status, reachedAt })).progress).toBe(progress)
})
