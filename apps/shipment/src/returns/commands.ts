/** Use cases of returns. Each takes the transaction; none opens one or touches the network. */
import type { Shipment } from '@waybill/contracts/shipment'
import type { ReturnShipment } from '@waybill/contracts/shipments/returns'
import type { Writer } from '../db.ts'
import { assertKept } from '../handling/commands.ts'
import type { Cause } from '../shipments/change.ts'
import { getLocked, storeChange, storeNew } from '../shipments/commands.ts'
import type { Owner } from '../shipments/create.ts'
import { findShipments } from '../shipments/repository.ts'
import { assertReturnable, registerReturn } from './return.ts'

/**
 * The new return. The original stays locked, so that no piece is in two returns. Throws as `assertReturnable` and
 * `registerReturn` do, `shipment_not_found`, and `data_erased` if the addresses are gone.
 */
export async function returnShipment(
  trx: Writer,
  shipmentId: string,
  request: { owner: Owner; document: ReturnShipment },
  cause: Cause,
): Promise<Shipment> {
  const { environmentId } = request.owner
  const original = await getLocked(trx, environmentId, shipmentId)
  await assertKept(trx, original)
  assertReturnable(original)
  const keys = (original.returnIds ?? []).map((returnId) => ({ environmentId, shipmentId: returnId }))
  const returns = (await findShipments(trx, keys)).filter((one) => one !== undefined)
  const registered = registerReturn(original, returns, request, cause)
  await storeChange(trx, original, registered.original)
  return await storeNew(trx, registered.returned)
}
