/** Lists of claims. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { ClaimKind } from '@waybill/contracts/shipment'
import { sql } from 'kysely'
import type { Reader } from '../db.ts'

export interface HeldClaim {
  environmentId: string
  shipmentId: string
  claimId: string
  kind: ClaimKind | null
  heldSince: Date
}

const LIST = ['held claims']

/** Claims of all environments held for longer than `olderThanSeconds`, oldest first. Throws `invalid_cursor`. */
export async function listHeldClaims(
  db: Reader,
  olderThanSeconds: number,
  page: PageRequest,
): Promise<ListPage<HeldClaim>> {
  let query = db
    .selectFrom('claim')
    .select([
      'environment_id as environmentId',
      'shipment_id as shipmentId',
      'claim_id as claimId',
      'kind',
      'created_at as heldSince',
    ])
    // Text keeps the microseconds that a Date would cut off.
    .select(sql<string>`created_at::text`.as('place'))
    .where('state', '=', sql.lit('held'))
    .where('created_at', '<', sql<Date>`now() - ${olderThanSeconds} * interval '1 second'`)
  if (page.cursor !== null) {
    const [heldSince = '', environmentId = '', claimId = ''] = decodeCursor(LIST, page.cursor)
    query = query.where(
      sql<boolean>`(created_at, environment_id, claim_id) > (${heldSince}::timestamptz, ${environmentId}, ${claimId})`,
    )
  }
  const rows = await query
    .orderBy('created_at')
    .orderBy('environment_id')
    .orderBy('claim_id')
    .limit(page.limit + 1)
    .execute()
  const found = toPage(rows, page.limit, (last) => encodeCursor(LIST, [last.place, last.environmentId, last.claimId]))
  return { ...found, items: found.items.map(({ place: _, ...claim }) => claim) }
}
