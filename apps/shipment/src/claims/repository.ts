import type { Writer } from '../db.ts'
import { claimRow, toClaim } from '../shipments/rows.ts'
import type { Claim } from './claim.ts'

/** A claim of the shipment that the caller has locked, which protects its claims too. */
export async function findClaim(trx: Writer, environmentId: string, claimId: string): Promise<Claim | undefined> {
  const row = await trx
    .selectFrom('claim')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('claim_id', '=', claimId)
    .executeTakeFirst()
  return row && toClaim(row)
}

/** Remembers a claim; one of the same id that has ended begins anew. */
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

/** The booking of the shipment that this claim holds has ended; what follows is decided when the claim ends. */
export async function noteBookingEnded(trx: Writer, environmentId: string, claimId: string): Promise<void> {
  await trx
    .updateTable('claim')
    .set({ booking_ended: true })
    .where('environment_id', '=', environmentId)
    .where('claim_id', '=', claimId)
    .execute()
}
