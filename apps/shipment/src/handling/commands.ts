/** Use cases of handling. Each takes the transaction; none opens one or touches the network. */
import type { Shipment } from '@waybill/contracts/shipment'
import type { HandlingChange } from '@waybill/contracts/shipments/handling'
import type { Writer } from '../db.ts'
import { assertKept } from '../erasure/kept.ts'
import type { Cause } from '../shipments/change.ts'
import { getLocked, storeChange } from '../shipments/commands.ts'
import { handle } from './handling.ts'

/** Throws as `handle` does, `shipment_not_found`, and `data_erased` if texts would be added to an erased shipment. */
export async function handleShipment(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  { change, actorId, cause }: { change: HandlingChange; actorId: string; cause: Cause },
): Promise<Shipment> {
  const before = await getLocked(trx, environmentId, shipmentId)
  if (change.add_tags?.length || change.hold) await assertKept(trx, before)
  const handled = handle(before, change, actorId, cause)
  await storeChange(trx, before, handled)
  return handled.shipment
}
