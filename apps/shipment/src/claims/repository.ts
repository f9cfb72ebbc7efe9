/** Claims, which the lock of their shipment's row protects. */
import type { Writer } from '../db.ts'
import { claimRow, toClaim } from '../shipments/rows.ts'
import type { Claim } from './claim.ts'

export async function findClaim(trx: Writer, environmentId: string, claimId: string): Promise<Claim | undefined> {
  const row = await trx
    .selectFrom('claim')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('claim_id', '=', claimId)
    .executeTakeFirst()
  return row && toClaim(row)
}

/** Stores a claim. A settled claim of the same ID starts again. */
export async function storeClaim(trx: Writer, claim: Claim): Promise<void> {
  const { environment_id, claim_id, shipment_id, ...fields } = claimRow(claim)
  await trx
    .insertInto('claim')
    .values({ environment_id, claim_id, shipment_id, ...fields })
    .onConflict((conflict) => conflict.columns(['environment_id', 'claim_id']).doUpdateSet(fields))
    .execute()
}

export async function endClaim(trx: Writer, claim: Claim, outcome: string, at: Date): Promise<void> {
  await trx
    .updateTable('claim')
    .set({ state: 'settled', outcome, settled_at: at })
    .where('environment_id', '=', claim.environmentId)
    .where('claim_id', '=', claim.claimId)
    .execute()
}

/** Notes that the booking of the claimed shipment has ended. Takes effect when the claim is settled. */
export async function noteBookingEnded(trx: Writer, environmentId: string, claimId: string): Promise<void> {
  await trx
    .updateTable('claim')
    .set({ booking_ended: true })
    .where('environment_id', '=', environmentId)
    .where('claim_id', '=', claimId)
    .execute()
}
