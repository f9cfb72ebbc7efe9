import { publicEvent } from '@waybill/contracts/events/public-event'
import { expect, test } from 'vitest'
import { payloadText } from './payload.ts'
import { toStoredEvent } from './stored-event.ts'

const event = publicEvent(
  { environmentId: 'env_1', merchantId: 'mer_1', livemode: false, requestId: null, idempotencyKey: null },
  {
    type: 'shipment.created',
    subject: { type: 'shipment', id: 'shp_1' },
    sequence: 1,
    object: { shipment_id: 'shp_1' },
    occurredAt: new Date('2026-12-01T09:00:00Z'),
  },
)

test('an event is stored under its own time with the exact text that is sent', () => {
  expect(toStoredEvent(event, null)).toEqual({
    environmentId: 'env_1',
    eventId: event.id,
    eventAt: new Date('2026-12-01T09:00:00Z'),
    type: 'shipment.created',
    subjectType: 'shipment',
    subjectId: 'shp_1',
    sequence: 1,
    payload: payloadText(event),
    traceparent: null,
    detailedBy: [],
  })
})

test('rejects an event with an invalid timestamp', () => {
  expect(() => toStoredEvent({ ...event, timestamp: 'yesterday' }, null)).toThrow('invalid timestamp "yesterday"')
})
