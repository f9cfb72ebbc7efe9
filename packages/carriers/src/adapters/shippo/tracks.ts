/** Reads the tracking of a job's parcels. */
import type { Caller, Failed } from '../../carrier-adapter.ts'
import { factsOfParcels } from '../../mapping/parcel-facts.ts'
import type { TrackingFact } from '../../tracking-fact.ts'
import type { Exchange, VendorClient } from '../../vendor/client.ts'
import { toFacts } from './mapping/facts.ts'
import { parseTag } from './mapping/requests.ts'
import { carrierToken } from './mapping/services.ts'
import { type WireTransaction, wireRate, wireTrack } from './wire.ts'

type Target = Pick<Exchange, 'operation' | 'reference'>

/** The facts of all parcels, without those about refunds. `transactions`: those of the job, the first of which names it. */
export async function trackedFacts(
  client: VendorClient,
  transactions: readonly WireTransaction[],
  target: Target,
  call: Caller,
): Promise<{ kind: 'facts'; facts: TrackingFact[] } | Failed> {
  const [first] = transactions
  if (first === undefined) return { kind: 'facts', facts: [] }
  const context = { carrierJobId: first.object_id, reference: parseTag(first.metadata)?.reference ?? null }
  const parcels: TrackingFact[][] = []
  for (const transaction of transactions) {
    const { tracking_number: number } = transaction
    const carrier = number === null ? null : await findCarrier(client, transaction, target, call)
    if (number === null || carrier === null) {
      parcels.push([])
      continue
    }
    if (typeof carrier !== 'string') return carrier
    const path = `/tracks/${encodeURIComponent(carrier)}/${encodeURIComponent(number)}`
    const track = client.read(await client.get(call, { ...target, path }), wireTrack, (found) => ({
      kind: 'facts' as const,
      facts: toFacts(found, context),
    }))
    if (track.kind === 'failed') return track
    parcels.push(track.facts)
  }
  return { kind: 'facts', facts: parcels.length === 1 ? parcels.flat() : factsOfParcels(parcels) }
}

/** Shippo's name of the carrier: kept with the transaction, else of its rate. Null: the transaction names neither. */
async function findCarrier(
  { get, read }: VendorClient,
  { metadata, rate }: WireTransaction,
  target: Target,
  call: Caller,
): Promise<string | null | Failed> {
  const known = parseTag(metadata)?.carrier
  if (known !== undefined) return known
  if (rate === null) return null
  if (rate.provider !== null) return carrierToken(rate.provider)
  const outcome = await get(call, { ...target, path: `/rates/${encodeURIComponent(rate.object_id)}` })
  const found = read(outcome, wireRate, ({ provider }) => ({ kind: 'rate' as const, provider }))
  if (found.kind === 'failed') return found
  return found.provider === null ? null : carrierToken(found.provider)
}
