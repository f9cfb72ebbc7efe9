/** Lists claims that have been held for long, for the service whose operations hold them. */

import type { ListClaimsReply } from '@waybill/contracts/gen/waybill/shipment/v1/ListClaimsReply'
import type { ListClaimsRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ListClaimsRequest'
import { invalidParameter } from '@waybill/contracts/requests/validation'
import { type HeldClaim, listHeldClaims } from '../claims/queries.ts'
import type { Reader } from '../db.ts'

const LISTED = 100
const MAX_LISTED = 1_000

/** Throws `invalid_parameter` or `invalid_cursor`. */
export async function listClaims(db: Reader, request: ListClaimsRequest__Output): Promise<ListClaimsReply> {
  const { older_than_seconds: olderThanSeconds, cursor, limit } = request
  if (limit > MAX_LISTED) throw invalidParameter('limit', `must be between 1 and ${MAX_LISTED}`)
  const page = { limit: limit || LISTED, cursor: cursor || null }
  const { items, meta } = await listHeldClaims(db, olderThanSeconds, page)
  return { claims: items.map(heldClaimMessage), next_cursor: meta.next_cursor ?? '' }
}

const heldClaimMessage = ({ environmentId, shipmentId, claimId, kind, heldSince }: HeldClaim) => ({
  environment_id: environmentId,
  shipment_id: shipmentId,
  claim_id: claimId,
  kind: kind ?? '',
  held_since: heldSince.toISOString(),
})
