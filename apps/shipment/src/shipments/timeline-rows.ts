/** Maps rows of the timeline to entries and back. */
import { type NewRow, newColumns } from '@waybill/chassis/postgres/insert-rows'
import type { Shipment } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import type { Selectable } from 'kysely'
import type { TimelineTable } from '../db.ts'
import type { TimelineEntry } from './change.ts'

export const newTimelineColumns = newColumns<TimelineTable>()([
  'environment_id',
  'shipment_id',
  'entry_key',
  'event_id',
  'type',
  'status',
  'tracking_status',
  'incident',
  'description',
  'carrier_code',
  'service_code',
  'reason',
  'booking_id',
  'location',
  'eta',
  'occurred_at',
  'recorded_at',
  'sequence',
])

export const timelineRow = (
  { environmentId, shipmentId }: Pick<Shipment, 'environmentId' | 'shipmentId'>,
  entry: TimelineEntry,
): NewRow<TimelineTable> => ({
  environment_id: environmentId,
  shipment_id: shipmentId,
  entry_key: entry.entryKey,
  event_id: entry.eventId,
  type: entry.type,
  status: entry.status,
  tracking_status: entry.trackingStatus,
  incident: entry.incident,
  description: entry.description,
  carrier_code: entry.carrierCode,
  service_code: entry.serviceCode,
  reason: entry.reason,
  booking_id: entry.bookingId,
  location: entry.location,
  eta: entry.eta,
  occurred_at: entry.occurredAt,
  recorded_at: entry.recordedAt,
  sequence: entry.sequence,
})

export type TimelineRow = Selectable<TimelineTable>

export const publicTimelineEntry = (row: TimelineRow): PublicTimelineEntry => ({
  event_id: row.event_id,
  type: row.type,
  status: row.status,
  tracking_status: row.tracking_status,
  incident: row.incident,
  description: row.description,
  carrier_code: row.carrier_code,
  service_code: row.service_code,
  reason: row.reason,
  booking_id: row.booking_id,
  location: row.location,
  eta: row.eta,
  occurred_at: row.occurred_at.toISOString(),
  recorded_at: row.recorded_at.toISOString(),
})
