import { expect, test } from 'vitest'
import { previousAttributes, publicEvent } from './public-event.ts'

test('an event is what Standard Webhooks and our own envelope ask for', () => {
  const event = publicEvent(
    { environmentId: 'env_1', merchantId: 'mer_1', livemode: false, requestId: 'req_1', idempotencyKey: null },
    {
      type: 'booking.updated',
      subject: { type: 'booking', id: 'bkg_1' },
      sequence: 7,
      object: { status: 'assigned', booking_id: 'bkg_1' },
      before: { status: 'pending', booking_id: 'bkg_1' },
      occurredAt: new Date('2026-12-01T09:00:00Z'),
    },
  )
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'booking.updated',
    timestamp: '2026-12-01T09:00:00.000Z',
    api_version: 'v1',
    merchant_id: 'mer_1',
    environment_id: 'env_1',
    livemode: false,
    subject: { type: 'booking', id: 'bkg_1' },
    sequence: 7,
    data: { object: { status: 'assigned', booking_id: 'bkg_1' }, previous_attributes: { status: 'pending' } },
    request: { id: 'req_1', idempotency_key: null },
  })
})

test('previous attributes are the top-level fields that differ', () => {
  expect(previousAttributes({ a: { b: 1 }, c: 2, d: [1] }, { a: { b: 2 }, c: 2, d: [1] })).toEqual({ a: { b: 1 } })
})

test('of an embedded shipment, only the fields that differ are named', () => {
  const shipment = { status: 'ready', updated_at: '1', metadata: { a: '1', b: '2' } }
  const after = { status: 'delivered', updated_at: '2', metadata: { b: '2', a: '1' } }
  expect(previousAttributes({ shipment, pod: null }, { shipment: after, pod: {} })).toEqual({
    shipment: { status: 'ready', updated_at: '1' },
    pod: null,
  })
})
