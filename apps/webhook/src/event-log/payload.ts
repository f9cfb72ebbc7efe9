/** Pure: the payload of an event. */
import type { EventEnvelope } from '@waybill/contracts/events/internal-events'
import type { SubjectType } from '@waybill/contracts/events/public-event'

/** Largest payload that is sent. */
export const MAX_PAYLOAD_BYTES = 64 * 1024

const idField: Record<SubjectType, string> = {
  shipment: 'shipment_id',
  quote: 'quote_id',
  booking: 'booking_id',
  carrier_account: 'carrier_account_id',
  webhook_subscription: 'subscription_id',
}

/**
 * The text that is stored, signed and sent. If it exceeds 64 KiB, the object is replaced by its id, its status and
 * `truncated: true`; receivers fetch the rest.
 */
export function payloadText(event: EventEnvelope): string {
  const whole = JSON.stringify(event)
  if (Buffer.byteLength(whole) <= MAX_PAYLOAD_BYTES) return whole
  const { subject, data } = event
  const object = { [idField[subject.type]]: subject.id, status: data.object.status ?? null, truncated: true }
  const slim = JSON.stringify({ ...event, data: { ...data, object } })
  if (Buffer.byteLength(slim) <= MAX_PAYLOAD_BYTES) return slim
  return JSON.stringify({ ...event, data: { object, previous_attributes: {} } })
}
