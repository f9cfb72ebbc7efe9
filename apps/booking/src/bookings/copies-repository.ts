/** Shipments as other events show them, labels, and the accounts that carriers report for. */
import type { CarrierAccount, Label } from '@waybill/carriers/carrier-adapter'
import type { PublicShipment } from '@waybill/contracts/shipment'
import type { Db, Trx } from '../db.ts'
import { carrierAccount } from '../operations/carrier-requests.ts'

type Reader = Db | Trx

/** The shipment as its owner showed it at `sequence`: stored if new, else written over an older or equal one. */
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

/** A newer state of a shipment that we have a copy of; others are none of our business. */
export async function renewShipmentCopy(trx: Trx, shipment: PublicShipment, sequence: number): Promise<void> {
  await trx
    .updateTable('shipment_copy')
    .set({ sequence, object: JSON.stringify(shipment) })
    .where('environment_id', '=', shipment.environment_id)
    .where('shipment_id', '=', shipment.shipment_id)
    .where('sequence', '<', sequence)
    .execute()
}

/** `key`: the form, as `labelKey` names it. */
export async function storeLabel(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  label: Label,
  key: string,
): Promise<void> {
  const fields = { content_type: label.contentType, content: label.bytes }
  await trx
    .insertInto('label')
    .values({ environment_id: environmentId, booking_id: bookingId, format: key, ...fields })
    .onConflict((conflict) => conflict.columns(['environment_id', 'booking_id', 'format']).doUpdateSet(fields))
    .execute()
}

/** Labels in every form show what is no longer so. */
export async function dropLabels(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
): Promise<void> {
  await trx
    .deleteFrom('label')
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .execute()
}

export async function findLabel(
  db: Db,
  environmentId: string,
  bookingId: string,
  key: string,
): Promise<Label | undefined> {
  const row = await db
    .selectFrom('label')
    .select(['content_type', 'content'])
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('format', '=', key)
    .executeTakeFirst()
  return row && { contentType: row.content_type, bytes: row.content }
}

export type KnownAccount = CarrierAccount & { carrierCode: string }

/** From now on call-backs for the account are taken. */
export async function storeCarrierAccount(
  trx: Trx,
  account: { carrierAccountId: string; environmentId: string; carrierCode: string; livemode: boolean },
): Promise<void> {
  await trx
    .insertInto('carrier_account')
    .values({
      carrier_account_id: account.carrierAccountId,
      environment_id: account.environmentId,
      carrier_code: account.carrierCode,
      livemode: account.livemode,
    })
    .onConflict((conflict) => conflict.column('carrier_account_id').doNothing())
    .execute()
}

/** The account that an address for call-backs names: it fixes the environment. */
export async function findCarrierAccount(db: Reader, carrierAccountId: string): Promise<KnownAccount | undefined> {
  const row = await db
    .selectFrom('carrier_account')
    .selectAll()
    .where('carrier_account_id', '=', carrierAccountId)
    .executeTakeFirst()
  return (
    row && {
      ...carrierAccount(row.environment_id, carrierAccountId, row.livemode),
      carrierCode: row.carrier_code,
    }
  )
}
