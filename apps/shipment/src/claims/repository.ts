/** Claims, which the lock of their shipment's row protects. */
import { compileOnce, type Param } from '@waybill/chassis/postgres/compiled-query'
import { inOneTrip, type Write } from '@waybill/chassis/postgres/pipelining'
import type { ClaimKind, Shipment } from '@waybill/contracts/shipment'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import { lockedShipment, selectToLock } from '../shipments/repository.ts'
import type { Claim } from './claim.ts'
import { claimRow, toClaim } from './rows.ts'

const PRUNE_BATCH = 1_000

const findByKey = compileOnce((db: Reader, param: Param<Pick<Claim, 'environmentId' | 'claimId'>>) => {
  const environmentId = param((key) => key.environmentId)
  const claimId = param((key) => key.claimId)
  return db
    .selectFrom('claim')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('claim_id', '=', claimId)
    .compile()
})

/** Locks the shipment's row and reads a claim under the lock, in one trip. */
export async function lockWithClaim(
  trx: Writer,
  { environmentId, shipmentId }: Pick<Claim, 'environmentId' | 'shipmentId'>,
  claimId: string,
): Promise<{ shipment: Shipment | undefined; known: Claim | undefined }> {
  const [locked, [row]] = await inOneTrip(trx, [
    selectToLock(trx, { environmentId, shipmentId }),
    findByKey.toQuery(trx, { environmentId, claimId }),
  ])
  return { shipment: await lockedShipment(trx, locked), known: row && toClaim(row) }
}

/** The write of a claim that was just taken. */
export const claimInsert = (trx: Writer, claim: Claim): Write => trx.insertInto('claim').values(claimRow(claim))

/** Stores a claim that was never taken, so that it cannot be taken later. A no-op if it is known. */
export async function storeDeadClaim(
  trx: Writer,
  {
    environmentId,
    shipmentId,
    claimId,
    requestId,
  }: Pick<Claim, 'environmentId' | 'shipmentId' | 'claimId' | 'requestId'>,
  end: { outcome: 'refused'; kind: ClaimKind } | { outcome: 'released'; kind: null },
): Promise<void> {
  await trx
    .insertInto('claim')
    .values({
      environment_id: environmentId,
      claim_id: claimId,
      shipment_id: shipmentId,
      kind: end.kind,
      state: 'settled',
      outcome: end.outcome,
      patch: null,
      reason_code: null,
      reason_note: null,
      booking_ended: false,
      request_id: requestId,
      settled_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'claim_id']).doNothing())
    .execute()
}

/** The write that ends a claim. */
export const claimEnd = (trx: Writer, claim: Claim, outcome: string, at: Date): Write =>
  trx
    .updateTable('claim')
    .set({ state: 'settled', outcome, settled_at: at })
    .where('environment_id', '=', claim.environmentId)
    .where('claim_id', '=', claim.claimId)

/** The write that notes that the booking of the claimed shipment has ended. Takes effect when the claim is settled. */
export const bookingEndedNote = (trx: Writer, environmentId: string, claimId: string): Write =>
  trx
    .updateTable('claim')
    .set({ booking_ended: true })
    .where('environment_id', '=', environmentId)
    .where('claim_id', '=', claimId)

/** Deletes a batch of the claims that ended more than `days` ago, never one that is held; resolves to their number. */
export async function pruneClaims(db: Reader, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from claim
    where (environment_id, claim_id) in (
      select environment_id, claim_id from claim
      where state <> 'held' and coalesce(settled_at, created_at) < now() - ${days} * interval '1 day'
      order by coalesce(settled_at, created_at) limit ${PRUNE_BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
