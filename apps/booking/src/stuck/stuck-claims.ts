import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import type { StuckQuery, StuckRow } from '@waybill/chassis/stuck/stuck-checks'
import { findOrphanClaims } from '../claims/queries.ts'
import type { Dependencies } from '../dependencies.ts'

const PAGE = 1_000
/** Claims of open operations are listed too. More than this many in all are not looked at. */
const MAX_PAGES = 10
const RPC_TIMEOUT_MS = 2_000

/** Claims on shipments that no open operation holds, although the sweep has had time to end them. */
export async function findStuckClaims(
  { db, shipments }: Pick<Dependencies, 'db' | 'shipments'>,
  { afterSeconds, limit }: StuckQuery,
): Promise<StuckRow[]> {
  const found: Omit<StuckRow, 'total'>[] = []
  let cursor = ''
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const context = systemContext({ environmentId: '', merchantId: '', livemode: false, timeoutMs: RPC_TIMEOUT_MS })
    const page = { older_than_seconds: afterSeconds, limit: PAGE, cursor }
    // Listed before the operations are read, as in the sweep.
    const reply = await shipments.ListClaims({ context: contextMessage(context), ...page })
    const held = new Map(reply.claims.map((claim) => [claim.claim_id, claim]))
    const orphans = await findOrphanClaims(
      db,
      reply.claims.map(({ environment_id, shipment_id, claim_id }) => ({
        environmentId: environment_id,
        shipmentId: shipment_id,
        claimId: claim_id,
      })),
    )
    for (const { environmentId, shipmentId, claimId, hasEnded, hasLiveBooking } of orphans) {
      const claim = held.get(claimId)
      if (claim === undefined) continue
      const operation = hasEnded ? 'its operation has ended' : 'it has no operation'
      const booking = hasLiveBooking ? ', and the shipment has a live booking' : ''
      const why = `holds shipment ${shipmentId} to ${claim.kind}; ${operation}${booking}`
      found.push({ id: claimId, environmentId, since: new Date(claim.held_since), why })
    }
    cursor = reply.next_cursor
    if (cursor === '') break
  }
  const oldestFirst = found.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  return oldestFirst.slice(0, limit).map((row) => ({ ...row, total: found.length }))
}
