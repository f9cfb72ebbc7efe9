/** Calls about a shipment that was bought: cancel and track. */
import type { CancelOutcome, CarrierAdapter, CarrierCall, Failed } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import { factsOfParcels, type ParcelOfFacts, statusByFacts } from '../../mapping/parcel-facts.ts'
import { whileUnread } from '../../mapping/repeated-cancellation.ts'
import type { TrackingFact } from '../../tracking-fact.ts'
import type { Exchange, VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { toFacts } from './mapping/facts.ts'
import { type WirePackage, wireTracking, wireVoid } from './wire.ts'

const { timeoutsMs } = upsDescriptor

/** The request was not looked at, so that tracking would be answered in the same way. */
const NOT_PROCESSED = new Set([401, 403])
/** Codes of SummaryResult and of each package: voided now or earlier. Source: Shipping.yaml, PackageLevelResults. */
const VOIDED = '1'
const NOT_VOIDED = '0'

export const jobCalls = (client: VendorClient): Pick<CarrierAdapter, 'cancel' | 'track'> => ({
  async cancel({ carrierJobId }, call): Promise<CancelOutcome> {
    const outcome = await client.send(call, {
      operation: 'cancel',
      method: 'DELETE',
      reference: carrierJobId,
      timeoutMs: timeoutsMs.cancel,
      path: `/shipments/v2409/void/cancel/${encodeURIComponent(carrierJobId)}`,
    })
    const answer = client.written(outcome, wireVoid, ({ VoidShipmentResponse: voided }): CancelOutcome => {
      const packages = [...voided.PackageLevelResult, ...voided.PackageLevelResults]
      const results = [voided.SummaryResult, ...packages]
      const not = results.find(({ Status }) => Status.Code === NOT_VOIDED)
      if (not === undefined && results.every(({ Status }) => Status.Code === VOIDED))
        return { kind: 'cancelled', refundPending: false }
      if (not === undefined) return { kind: 'unknown', failure: unclear }
      const message = `UPS has not voided the whole shipment: ${not.Status.Description ?? 'it gives no reason'}.`
      return { kind: 'refused', failure: describeFailure('not_voided', message, { httpStatus: 200 }) }
    })
    if (answer.kind !== 'refused' || NOT_PROCESSED.has(answer.failure.httpStatus ?? 0)) return answer
    // A shipment that was voided earlier is refused too.
    const tracked = await trackShipment(client, carrierJobId, { call, operation: 'cancel' })
    if (tracked.kind === 'failed') return whileUnread(answer, tracked)
    if (statusByFacts(tracked.facts) === 'cancelled') return { kind: 'cancelled', refundPending: false }
    return tracked.missing === null ? answer : whileUnread(answer, tracked.missing)
  },

  async track(carrierJobId, call) {
    const tracked = await trackShipment(client, carrierJobId, { call, operation: 'track' })
    return tracked.kind === 'failed' ? tracked : { kind: 'facts', facts: tracked.facts }
  },
})

const unclear = describeFailure('void_unclear', 'UPS does not say whether it has voided the whole shipment.', {
  httpStatus: 200,
  retryable: true,
})

const TRACKING = '/track/v1'
const wanted = { locale: 'en_US', returnSignature: 'true', returnMilestones: 'false', returnPOD: 'false' }

/** The facts of all packages of a shipment. `missing`: why those of the further packages are not among them; null: they are. */
export async function trackShipment(
  client: VendorClient,
  carrierJobId: string,
  { call, operation }: { call: CarrierCall; operation: Exchange['operation'] },
): Promise<{ kind: 'facts'; facts: TrackingFact[]; missing: Failed | null } | Failed> {
  const get = (path: string) => client.get(call, { operation, path: `${TRACKING}${path}`, reference: carrierJobId })
  const id = encodeURIComponent(carrierJobId)
  const first = readPackages(client, await get(`/details/${id}?${new URLSearchParams(wanted)}`))
  if (first.kind === 'failed') return first
  const count = first.packages[0]?.packageCount ?? 1
  const all =
    count > first.packages.length
      ? readPackages(client, await get(`/shipment/details/${id}?locale=en_US&offset=0&count=50`))
      : first
  const isLeading = ({ trackingNumber }: WirePackage) => trackingNumber === carrierJobId
  const known = all.kind === 'failed' ? first.packages : all.packages
  const packages = [...known.filter(isLeading), ...known.filter((each) => !isLeading(each))]
  const parcels: ParcelOfFacts[] = packages.map((tracked) => ({
    trackingNumber: tracked.trackingNumber,
    facts: toFacts(tracked, carrierJobId),
  }))
  const missing = all.kind === 'failed' ? all : null
  // A package without facts has not ended: the end of those that are known is not the end of the job.
  if (missing !== null) {
    parcels.push(...Array.from({ length: count - parcels.length }, () => ({ trackingNumber: null, facts: [] })))
  }
  const facts = parcels.length > 1 ? factsOfParcels(parcels) : [...(parcels[0]?.facts ?? [])]
  return { kind: 'facts', facts, missing }
}

/** UPS answers 200 with a warning for numbers that it does not know. */
function readPackages(client: VendorClient, outcome: HttpOutcome) {
  return client.read(outcome, wireTracking, ({ trackResponse: { shipment } }) => {
    const packages = shipment.flatMap((each) => each.package)
    if (packages.length > 0) return { kind: 'packages' as const, packages }
    const [warning] = shipment.flatMap(({ warnings }) => warnings)
    const message = warning?.message ?? 'UPS has no package with this number.'
    return {
      kind: 'failed' as const,
      failure: describeFailure(warning?.code ?? 'not_found', message, { httpStatus: 404 }),
    }
  })
}
