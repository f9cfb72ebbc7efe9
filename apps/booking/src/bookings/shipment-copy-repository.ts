/** Copies of shipments as merchants see them, embedded in bookings. */
import type { PublicShipment } from '@waybill/contracts/shipment'
import type { Trx } from '../db.ts'

/** Stores the shipment as of `sequence`, unless the copy is newer. */
export async function storeShipmentCopy(
  trx: Trx,
  { environment_id, shipment_id, ...rest }: PublicShipment,
  sequence: number,
): Promise<void> {
  const object = JSON.stringify({ environment_id, shipment_id, ...rest })
  await trx
    .insertInto('shipment_copy')
    .values({ environment_id, shipment_id, sequence, object })
    .onConflict((conflict) =>
      conflict
        .columns(['environment_id', 'shipment_id'])
        .doUpdateSet({ sequence, object })
        .where('shipment_copy.sequence', '<=', sequence),
    )
    .execute()
}

/** Updates an existing copy to a newer state. A shipment without a copy has no booking and is ignored. */
export async function renewShipmentCopy(trx: Trx, shipment: PublicShipment, sequence: number): Promise<void> {
  await trx
    .updateTable('shipment_copy')
    .set({ sequence, object: JSON.stringify(shipment) })
    .where('environment_id', '=', shipment.environment_id)
    .where('shipment_id', '=', shipment.shipment_id)
    .where('sequence', '<', sequence)
    .execute()
}
