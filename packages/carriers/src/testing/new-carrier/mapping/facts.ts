/** Pure: between the terms of New Carrier and ours. Nothing here throws, reads a clock or makes an id. */
import type { z } from 'zod'
import type { FactStatus, TrackingFact } from '../../../tracking-fact.ts'
import type { wireEvent } from '../wire.ts'

/** Statuses of New Carrier. Name the page of its reference here. */
const statusByCode = new Map<string, FactStatus>([['created', 'assigned']])

export const toFact = ({ id, shipment_id, status, at }: z.output<typeof wireEvent>): TrackingFact => ({
  carrierEventId: id,
  carrierJobId: shipment_id,
  reference: null,
  rawCode: status,
  occurredAt: at,
  status: statusByCode.get(status) ?? 'unknown',
  utcOffsetMinutes: null,
  location: null,
  driver: null,
  description: null,
  incident: null,
  condition: null,
  pod: null,
})
