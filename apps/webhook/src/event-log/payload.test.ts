import { type PublicEvent, publicEvent } from '@waybill/contracts/events/public-event'
import { expect, test } from 'vitest'
import { MAX_PAYLOAD_BYTES, payloadText } from './payload.ts'

const anEvent = (object: Record<string, unknown>, before?: Record<string, unknown>): PublicEvent =>
  publicEvent(
    { environmentId: 'env_1', merchantId: 'mer_1', livemode: false, requestId: null, idempotencyKey: null },
    {
      type: 'shipment.updated',
      subject: { type: 'shipment', id: 'shp_1' },
      sequence: 2,
      object,
      before,
      occurredAt: new Date('2026-12-01T09:00:00.000Z'),
    },
  )

test('sends an event that fits unchanged', () => {
  const event = anEvent({ shipment_id: 'shp_1', status: 'ready' }, { shipment_id: 'shp_1', status: 'on_hold' })
  expect(JSON.parse(payloadText(event))).toEqual(event)
})

test('64 KiB fit, one byte more does not', () => {
  const overhead = Buffer.byteLength(payloadText(anEvent({ status: 'ready', note: '' })))
  const note = (bytes: number) => payloadText(anEvent({ status: 'ready', note: 'x'.repeat(bytes) }))
  expect(Buffer.byteLength(note(MAX_PAYLOAD_BYTES - overhead))).toBe(MAX_PAYLOAD_BYTES)
  expect(JSON.parse(note(MAX_PAYLOAD_BYTES - overhead + 1)).data.object).toEqual({
    shipment_id: 'shp_1',
    status: 'ready',
    truncated: true,
  })
})

test('the limit counts bytes, not characters', () => {
  const payload = payloadText(anEvent({ status: 'ready', note: '☃'.repeat(MAX_PAYLOAD_BYTES / 2) }))
  expect(JSON.parse(payload).data.object.truncated).toBe(true)
})

test('a truncated event keeps its envelope, and its previous attributes if they fit', () => {
  const large = 'x'.repeat(MAX_PAYLOAD_BYTES)
  const event = anEvent({ status: 'ready', note: large }, { status: 'on_hold', note: large })
  const smallBefore = anEvent({ status: 'ready', note: large }, { status: 'on_hold', note: large.slice(0, 9) })
  expect(JSON.parse(payloadText(event))).toMatchObject({ id: event.id, sequence: 2, data: { previous_attributes: {} } })
  expect(JSON.parse(payloadText(smallBefore)).data.previous_attributes).toEqual({
    status: 'on_hold',
    note: 'xxxxxxxxx',
  })
})
