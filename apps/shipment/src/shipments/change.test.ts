import { publicShipment } from '@waybill/contracts/shipment'
import { expect, test } from 'vitest'
import { aShipment, cause } from '../testing/shipment.ts'
import { changed, dispatchRequested } from './change.ts'

test('a change of details is one event with the next sequence and the previous values', () => {
  const before = aShipment({ sequence: 4 })
  const { shipment, events } = changed(before, { dropoffInstructions: 'Knock' }, cause)
  expect(shipment).toMatchObject({ sequence: 5, updatedAt: cause.at, dropoffInstructions: 'Knock' })
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ type: 'shipment.updated', sequence: 5 })
  expect(events[0]?.public?.data).toEqual({
    object: publicShipment(shipment),
    previous_attributes: {
      dropoff_instructions: before.dropoffInstructions,
      updated_at: before.updatedAt.toISOString(),
    },
  })
})

test('a change that began before the last one was stored is later by a millisecond', () => {
  const before = aShipment({ updatedAt: new Date('2026-12-01T09:00:00.005Z') })
  const { shipment, events, timeline } = changed(before, { dropoffInstructions: 'Knock' }, cause)
  const at = new Date('2026-12-01T09:00:00.006Z')
  expect(shipment.updatedAt).toEqual(at)
  expect(events).toMatchObject([{ occurredAt: at, public: { timestamp: at.toISOString() } }])
  expect(events[0]?.public?.data.previous_attributes).toHaveProperty('updated_at')
  expect(timeline).toMatchObject([{ occurredAt: at, recordedAt: at }])
})

test('a change of status emits shipment.updated, then the event of the status', () => {
  const { shipment, events } = changed(aShipment(), { status: 'in_transit' }, cause)
  expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['shipment.updated', 2],
    ['shipment.in_transit', 3],
  ])
  expect(shipment.sequence).toBe(3)
  expect(events[1]?.public?.data.previous_attributes).toMatchObject({ status: 'ready' })
})

test('a return to ready emits shipment.updated only', () => {
  const { events } = changed(aShipment({ status: 'on_hold' }), { status: 'ready' }, cause)
  expect(events.map(({ type }) => type)).toEqual(['shipment.updated'])
})

test('a claim emits no event', () => {
  const decision = changed(aShipment(), { claimKind: 'book', claimId: 'op_1' }, cause)
  expect(decision).toMatchObject({ shipment: { claimId: 'op_1', sequence: 1 }, events: [], timeline: [] })
})

test('the timeline lists the changed fields', () => {
  const { timeline, events } = changed(aShipment(), { metadata: { a: 'b' }, pickupInstructions: null }, cause)
  expect(timeline).toMatchObject([
    {
      type: 'details_changed',
      status: 'ready',
      description: 'Changed: pickup_instructions, metadata',
      eventId: events[0]?.eventId,
      entryKey: events[0]?.eventId,
    },
  ])
})

test.each([
  ['another time', { collectionAt: new Date('2099-01-01T09:00:00Z'), collectionDate: null, collectionAllDay: false }],
  ['any time', { collectionAt: new Date('2099-01-01'), collectionDate: '2099-01-01', collectionAllDay: true }],
])('%s on the date that is shown is a change of the collection date', (_, fields) => {
  const before = aShipment({ collectionAt: new Date('2099-01-01T15:00:00Z') })
  const { shipment, events, timeline } = changed(before, { ...fields, pickupInstructions: 'Ring' }, cause)
  expect(shipment).toMatchObject({ ...fields, sequence: 2, updatedAt: cause.at })
  expect(timeline).toMatchObject([{ description: 'Changed: collection_date, pickup_instructions' }])
  const { pickupInstructions, updatedAt } = before
  const previous = { pickup_instructions: pickupInstructions, updated_at: updatedAt.toISOString() }
  expect(events).toMatchObject([{ type: 'shipment.updated', public: { data: { previous_attributes: previous } } }])
})

test('an impossible transition throws', () => {
  expect(() => changed(aShipment({ status: 'cancelled' }), { status: 'in_transit' }, cause)).toThrow(
    'is cancelled and cannot become in_transit',
  )
})

test('a courier can be requested only while the shipment is held for dispatch', () => {
  expect(() => dispatchRequested(aShipment(), cause)).toThrow('is not held for dispatch')
})
