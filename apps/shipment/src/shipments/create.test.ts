import { publicEventSchema } from '@waybill/contracts/events/public-event'
import { createOnDemandShipmentSchema, createShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { publicShipment } from '@waybill/contracts/shipment'
import { anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { cause, owner } from '../testing/shipment.ts'
import { create, createOnDemand } from './create.ts'

const scheduled = (overrides: Record<string, unknown> = {}) =>
  create(owner, parseDocument(createShipmentSchema, aShipmentDocument(overrides)), cause)
const onDemand = (overrides: Record<string, unknown> = {}) =>
  createOnDemand(owner, createOnDemandShipmentSchema.parse(aShipmentDocument(overrides)), cause, {
    dispatchWindowMinutes: 10,
  })

test('a new shipment is ready, has no claim and is at sequence 1', () => {
  const { shipment } = scheduled()
  expect(shipment).toMatchObject({
    ...owner,
    status: 'ready',
    onDemand: false,
    claimId: null,
    bookingId: null,
    pendingBookingId: null,
    routeRevision: 1,
    sequence: 1,
    createdAt: cause.at,
  })
})

test('ready_at is the time of creation by default', () => {
  expect(scheduled().shipment.readyAt).toEqual(cause.at)
  const ready_at = '2026-12-03T10:00:00Z'
  expect(scheduled({ ready_at }).shipment.readyAt).toEqual(new Date(ready_at))
})

test('contents are the title by default; the declared value is in minor units of the pickup currency', () => {
  const parcels = [aParcelDocument({ declared_value: 12.5 }), aParcelDocument({ contents_description: 'Rye' })]
  expect(scheduled({ parcels }).shipment.parcels).toMatchObject([
    { contentsDescription: 'Box of bread', declaredValueMinor: 1250, weightGrams: 1250, lengthTenthMm: 3000 },
    { contentsDescription: 'Rye', declaredValueMinor: 0 },
  ])
})

test.each([
  ['GB', { declared_value: 12.345 }, 'parcels[1].declared_value must have at most 2 decimal places, as GBP has.'],
  ['JP', { declared_value: 1200.5 }, 'parcels[1].declared_value must be a whole number: JPY has no decimal places.'],
  [
    'GB',
    { declared_value: '1.2345', declared_value_currency: 'KWD' },
    'parcels[1].declared_value must have at most 3 decimal places, as KWD has.',
  ],
])('in %s a parcel with %j is refused, not rounded', (country, value, message) => {
  const document = { pickup_address: anAddress({ country }), parcels: [aParcelDocument(), aParcelDocument(value)] }
  expect(() => scheduled(document)).toThrow(
    expect.objectContaining({
      code: 'validation_error',
      message,
      details: [expect.objectContaining({ code: 'too_many_decimals' })],
    }),
  )
})

test('a declared value has the currency that it names', () => {
  const parcels = [aParcelDocument({ declared_value: '1200.00', declared_value_currency: 'JPY' })]
  const { shipment } = scheduled({ parcels })
  expect(publicShipment(shipment).parcels[0]).toMatchObject({
    declared_value: '1200',
    declared_value_currency: 'JPY',
  })
})

test('shipment.created has the shipment as merchants see it', () => {
  const { shipment, events } = scheduled()
  expect(events).toHaveLength(1)
  const event = publicEventSchema.parse(events[0]?.public)
  expect(event).toMatchObject({
    type: 'shipment.created',
    sequence: 1,
    subject: { type: 'shipment', id: shipment.shipmentId },
    data: { object: publicShipment(shipment), previous_attributes: {} },
    request: { id: 'req_1', idempotency_key: null },
  })
  expect(events[0]?.internal).toEqual({ route_revision: 1, status: 'ready', on_demand: false })
})

test('the timeline begins with the creation', () => {
  expect(scheduled().timeline).toMatchObject([{ type: 'status_changed', status: 'ready', occurredAt: cause.at }])
})

test('an on-demand shipment is in transit, held for dispatch, and requests a courier', () => {
  const { shipment, events } = onDemand()
  expect(shipment).toMatchObject({ status: 'in_transit', onDemand: true, claimKind: 'dispatch' })
  expect(shipment.claimId).toMatch(/^op_/)
  expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['shipment.created', 1],
    ['shipment.dispatch_requested', null],
  ])
  expect(events[1]).toMatchObject({
    public: null,
    internal: {
      shipment_id: shipment.shipmentId,
      claim_id: shipment.claimId,
      merchant_id: 'mer_1',
      livemode: false,
      request_id: 'req_1',
    },
  })
})

test('an on-demand shipment has its reserved metadata', () => {
  const { shipment } = onDemand({ metadata: { source: 'app' } })
  expect(shipment.metadata).toEqual({ source: 'app', mode: 'on_demand', priority: 'high' })
})

test('an on-demand shipment without collection date is collected now', () => {
  expect(onDemand({ collection_date: undefined }).shipment.collectionAt).toEqual(cause.at)
})

test.each([
  ['Honolulu', { country: 'US', latitude: 21.3069, longitude: -157.8583 }, '2026-12-01T03:31:00Z', '2026-11-30'],
  ['Los Angeles', { country: 'US', latitude: 34.0522, longitude: -118.2437 }, '2026-12-01T03:31:00Z', '2026-11-30'],
  ['Auckland', { country: 'NZ', latitude: -36.8509, longitude: 174.7645 }, '2026-12-01T15:00:00Z', '2026-12-02'],
])('without collection date, an on-demand shipment in %s has the date there', (_, place, time, date) => {
  const at = new Date(time)
  const document = aShipmentDocument({ collection_date: undefined, pickup_address: anAddress(place) })
  const { shipment } = createOnDemand(
    owner,
    createOnDemandShipmentSchema.parse(document),
    { ...cause, at },
    {
      dispatchWindowMinutes: 10,
    },
  )
  expect(publicShipment(shipment).collection_date).toBe(date)
  expect(shipment.collectionAt).toEqual(at)
})
