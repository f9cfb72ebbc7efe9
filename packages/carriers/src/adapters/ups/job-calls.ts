/** Calls about a shipment that was bought: cancel and track. */
import type { CancelOutcome, CarrierAdapter, CarrierCall, Failed, ParcelNumbers } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import { factsOfParcels, type ParcelOfFacts, statusByFacts } from '../../mapping/parcel-facts.ts'
import { whileUnread } from '../../mapping/repeated-cancellation.ts'
import type { TrackingFact } from '../../tracking-fact.ts'
import type { Exchange, VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { toFacts } from './mapping/facts.ts'
import { wireTracking, wireVoid } from './wire.ts'

const { timeoutsMs } = upsDescriptor

/** The request was not looked at, so that tracking would be answered in the same way. */
const NOT_PROCESSED = new Set([401, 403])
/** Codes of SummaryResult and of each package: voided now or earlier. Source: Shipping.yaml, PackageLevelResults. */
const VOIDED = '1'
const NOT_VOIDED = '0'

export const jobCalls = (client: VendorClient): Pick<CarrierAdapter, 'cancel' | 'track'> => ({
  async cancel({ carrierJobId, parcelNumbers: numbers }, call): Promise<CancelOutcome> {
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
    const tracked = await trackShipment(client, carrierJobId, { call, operation: 'cancel', numbers })
    if (tracked.kind === 'failed') return whileUnread(answer, tracked)
    if (statusByFacts(tracked.facts) === 'cancelled') return { kind: 'cancelled', refundPending: false }
    return tracked.missing === null ? answer : whileUnread(answer, tracked.missing)
  },

  async track(carrierJobId, call, numbers) {
    const tracked = await trackShipment(client, carrierJobId, { call, operation: 'track', numbers })
    return tracked.kind === 'failed' ? tracked : { kind: 'facts', facts: tracked.facts }
  },
})

const unclear = describeFailure('void_unclear', 'UPS does not say whether it has voided the whole shipment.', {
  httpStatus: 200,
  retryable: true,
})

const wanted = { locale: 'en_US', returnSignature: 'true', returnMilestones: 'false', returnPOD: 'false' }

/** UPS knows no package with the number, and may know others. */
const NOT_FOUND = 404
/** Packages are asked for at once. */
const MOST_AT_ONCE = 5

/**
 * The facts of all packages of a shipment. UPS answers for the package with the number only, so that each is asked for. `missing`: why
 * those of a package are not among them; null: they are.
 */
export async function trackShipment(
  client: VendorClient,
  carrierJobId: string,
  { call, operation, numbers = [] }: { call: CarrierCall; operation: Exchange['operation']; numbers?: ParcelNumbers },
): Promise<{ kind: 'facts'; facts: TrackingFact[]; missing: Failed | null } | Failed> {
  const read = async (number: string) => {
    const path = `/track/v1/details/${encodeURIComponent(number)}?${new URLSearchParams(wanted)}`
    return readPackage(client, await client.get(call, { operation, path, reference: carrierJobId }), number)
  }
  const all = numbers.length > 1 ? numbers : [carrierJobId]
  const answers: (Awaited<ReturnType<typeof read>> | null)[] = []
  while (answers.length < all.length) {
    const next = all.slice(answers.length, answers.length + MOST_AT_ONCE)
    answers.push(...(await Promise.all(next.map((number) => (number === null ? null : read(number))))))
    const reached = answers.find((answer) => answer?.kind === 'package' || answer?.failure.httpStatus === NOT_FOUND)
    // The others would fail as well.
    if (reached === undefined && answers.some((answer) => answer !== null)) break
  }
  const failed = answers.find((answer) => answer?.kind === 'failed')
  const isRead = answers.some((answer) => answer?.kind === 'package')
  if (failed?.kind === 'failed' && !isRead) return failed
  const parcels: ParcelOfFacts[] = answers.map((answer, index) => ({
    trackingNumber: all[index] ?? null,
    facts: answer?.kind === 'package' ? toFacts(answer.tracked, carrierJobId) : [],
  }))
  const [first] = answers
  const count = numbers.length > 1 || first?.kind !== 'package' ? all.length : (first.tracked.packageCount ?? 1)
  // A package without facts has not ended: the end of those that are known is not the end of the job.
  parcels.push(
    ...Array.from({ length: Math.max(count - parcels.length, 0) }, () => ({ trackingNumber: null, facts: [] })),
  )
  const isWhole = count === all.length && !all.includes(null)
  const facts = parcels.length > 1 ? factsOfParcels(parcels) : [...(parcels[0]?.facts ?? [])]
  return { kind: 'facts', facts, missing: failed?.kind === 'failed' ? failed : isWhole ? null : numberUnknown }
}

const numberUnknown: Failed = {
  kind: 'failed',
  failure: describeFailure('parcel_number_unknown', 'The tracking number of a package is not known.'),
}

/** UPS answers 200 with a warning for numbers that it does not know. */
function readPackage(client: VendorClient, outcome: HttpOutcome, number: string) {
  return client.read(outcome, wireTracking, ({ trackResponse: { shipment } }) => {
    const packages = shipment.flatMap((each) => each.package)
    const tracked = packages.find(({ trackingNumber }) => trackingNumber === number) ?? packages[0]
    if (tracked) return { kind: 'package' as const, tracked }
    const [warning] = shipment.flatMap(({ warnings }) => warnings)
    const message = warning?.message ?? 'UPS has no package with this number.'
    return {
      kind: 'failed' as const,
      failure: describeFailure(warning?.code ?? 'not_found', message, { httpStatus: NOT_FOUND }),
    }
  })
}
