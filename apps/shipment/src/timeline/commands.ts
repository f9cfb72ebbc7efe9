/** Use cases of the timeline. Each takes the transaction; none opens one or touches the network. */
import type { InternalPayload } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import type { Writer } from '../db.ts'
import { timelineEntry } from '../shipments/change.ts'
import { getLocked, storeChange } from '../shipments/commands.ts'
import { countDeclines, findStatuses } from './repository.ts'

/** Entries of carriers that declined, for each shipment. A search that goes on for hours adds no more. */
const MOST_DECLINES = 50

/** Adds who was asked to come and why each declined. Idempotent: a reason of a service is shown once per dispatch. */
export async function recordDeclines(
  trx: Writer,
  key: { environmentId: string; shipmentId: string },
  {
    dispatchId,
    declined,
    occurredAt,
  }: {
    dispatchId: string
    declined: InternalPayload<'shipment.carriers_declined'>['declined']
    occurredAt: Date
  },
  recordedAt: Date,
): Promise<void> {
  // Locked, so that entries get their positions in the order in which they become visible.
  const shipment = await getLocked(trx, key.environmentId, key.shipmentId)
  const left = MOST_DECLINES - (await countDeclines(trx, key))
  const statusAt = await findStatuses(trx, shipment)
  const entries = declined.slice(0, Math.max(0, left)).map((decline) =>
    timelineEntry(
      shipment,
      {
        type: 'carrier_declined',
        status: statusAt(occurredAt),
        eventId: newId('evt'),
        entryKey: [dispatchId, decline.carrier_code, decline.service_code ?? '', decline.reason].join('/'),
        carrierCode: decline.carrier_code,
        serviceCode: decline.service_code,
        reason: decline.reason,
        description: decline.description,
        occurredAt,
      },
      { at: recordedAt, requestId: null, idempotencyKey: null },
    ),
  )
  await storeChange(trx, shipment, { shipment, events: [], timeline: entries })
}
