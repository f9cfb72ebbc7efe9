/** Reads the tracking of a job's parcels. */
import type { Caller, CarrierFailure, Failed } from '../../carrier-adapter.ts'
import { factsOfParcels, type ParcelOfFacts } from '../../mapping/parcel-facts.ts'
import type { TrackingFact } from '../../tracking-fact.ts'
import type { Exchange, VendorClient } from '../../vendor/client.ts'
import { toFacts } from './mapping/facts.ts'
import { refundFacts } from './mapping/jobs.ts'
import { parseTag } from './mapping/requests.ts'
import { carrierToken } from './mapping/services.ts'
import { type WireTrack, type WireTransaction, wireRate, wireTrack } from './wire.ts'

type Target = Pick<Exchange, 'operation' | 'reference'>

/**
 * The facts of all parcels, with those about their refunds. `failure`: of a parcel whose tracking could not be read, so that its facts are
 * missing. `transactions`: those of the job, the first of which names it.
 */
export async function trackedFacts(
  client: VendorClient,
  transactions: readonly WireTransaction[],
  target: Target,
  call: Caller,
): Promise<{ facts: TrackingFact[]; failure: CarrierFailure | null }> {
  const [first] = transactions
  if (first === undefined) return { facts: [], failure: null }
  const context = { carrierJobId: first.object_id, reference: parseTag(first.metadata)?.reference ?? null }
  const parcels: ParcelOfFacts[] = []
  let failure: CarrierFailure | null = null
  for (const transaction of transactions) {
    const track = await readTrack(client, transaction, target, call)
    if (track.kind === 'failed') failure ??= track.failure
    parcels.push({
      trackingNumber: transaction.tracking_number,
      facts: [
        ...(track.kind === 'track' ? toFacts(track.track, context) : []),
        ...refundFacts(transaction, context.carrierJobId),
      ],
    })
  }
  const [only, ...others] = parcels
  return { facts: only && others.length === 0 ? [...only.facts] : factsOfParcels(parcels), failure }
}

async function readTrack(
  client: VendorClient,
  transaction: WireTransaction,
  target: Target,
  call: Caller,
): Promise<{ kind: 'track'; track: WireTrack } | { kind: 'none' } | Failed> {
  const { tracking_number: number } = transaction
  const carrier = number === null ? null : await findCarrier(client, transaction, target, call)
  if (number === null || carrier === null) return { kind: 'none' }
  if (typeof carrier !== 'string') return carrier
  const path = `/tracks/${encodeURIComponent(carrier)}/${encodeURIComponent(number)}`
  return client.read(await client.get(call, { ...target, path }), wireTrack, (track) => ({ kind: 'track', track }))
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
