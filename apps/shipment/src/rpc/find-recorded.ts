import type { CallContext } from '@waybill/chassis/rpc/server'
import type { FindRecordedReply } from '@waybill/contracts/gen/waybill/shipment/v1/FindRecordedReply'
import type { FindRecordedRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/FindRecordedRequest'
import { factEntryKey } from '../bookings/projection.ts'
import type { Reader } from '../db.ts'
import { getShipment } from '../shipments/get-shipment.ts'
import { hasEntries } from '../timeline/repository.ts'

/** Whether the shipment has followed a carrier's reports. Throws `shipment_not_found`. */
export async function findRecorded(
  db: Reader,
  { shipment_id: shipmentId, booking_id, fact_keys }: FindRecordedRequest__Output,
  { environmentId }: CallContext,
): Promise<FindRecordedReply> {
  const entryKeys = [...new Set(fact_keys)].map((factKey) => factEntryKey(booking_id, factKey))
  const allRecorded = await hasEntries(db, { environmentId, shipmentId }, entryKeys)
  // Read afterwards: the entries and the change of the shipment are of one transaction.
  const { updatedAt } = await getShipment(db, environmentId, shipmentId)
  return { all_recorded: allRecorded, updated_at: updatedAt.toISOString() }
}
