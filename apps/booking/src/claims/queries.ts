/** Claims that no operation will end. */
import { finalBookingStatuses } from '@waybill/contracts/booking'
import { sql } from 'kysely'
import type { Db } from '../db.ts'

interface HeldClaim {
  environmentId: string
  shipmentId: string
  claimId: string
}

export interface OrphanClaim extends HeldClaim {
  /** Whether its operation has ended; false: there is none. */
  hasEnded: boolean
  /** Whether the shipment has a booking that has not ended. */
  hasLiveBooking: boolean
}

/** Those of the claims that no open operation holds. */
export async function findOrphanClaims(db: Db, claims: readonly HeldClaim[]): Promise<OrphanClaim[]> {
  const { rows } = await sql<OrphanClaim>`
    select environment_id as "environmentId", shipment_id as "shipmentId", claim_id as "claimId",
      exists (
        select from operation
        where operation.environment_id = held.environment_id and operation.claim_id = held.claim_id
      ) as "hasEnded",
      exists (
        select from booking
        where booking.environment_id = held.environment_id and booking.shipment_id = held.shipment_id
          and booking.status not in (${sql.join(finalBookingStatuses.map((status) => sql.lit(status)))})
      ) as "hasLiveBooking"
    from unnest(
      ${claims.map(({ environmentId }) => environmentId)}::text[],
      ${claims.map(({ shipmentId }) => shipmentId)}::text[],
      ${claims.map(({ claimId }) => claimId)}::text[]
    ) as held (environment_id, shipment_id, claim_id)
    where not exists (
      select from operation
      where operation.environment_id = held.environment_id and operation.claim_id = held.claim_id
        and operation.state = 'open'
    )`.execute(db)
  return rows
}
