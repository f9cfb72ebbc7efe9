/** The event that adds to the shipment's timeline which carriers of a dispatch declined. */
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import type { InternalPayload } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import type { Trx } from '../db.ts'
import type { OpenOperation } from '../operations/operation.ts'
import type { Decline } from './limits.ts'

/** Reports the declines of a round or of a booking. The timeline shows each reason of a service once per dispatch. */
export async function reportDeclines(
  trx: Trx,
  { environmentId, shipmentId, claimId }: OpenOperation,
  declined: readonly Decline[],
  at: Date,
): Promise<void> {
  if (declined.length === 0) return
  const internal: InternalPayload<'shipment.carriers_declined'> = {
    dispatch_id: claimId,
    declined: declined.map((decline) => ({
      carrier_code: decline.carrierCode,
      service_code: decline.serviceCode,
      reason: decline.reason,
      description: decline.description,
    })),
  }
  const event = { eventId: newId('evt'), type: 'shipment.carriers_declined', occurredAt: at, public: null, internal }
  await appendOutbox(trx, [{ ...event, environmentId, subjectType: 'shipment', subjectId: shipmentId, sequence: null }])
}
