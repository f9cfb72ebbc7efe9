/** What carriers report, and what all reports of a job together say: pure, whatever the order they came in. */
import { createHash } from 'node:crypto'
import type { CarrierDriver, CarrierProof, FactStatus, TrackingFact } from '@waybill/carriers/tracking-fact'
import type { Driver, IncidentCode, ProofOfDelivery } from '@waybill/contracts/booking'
import { finalBookingStatuses } from '@waybill/contracts/booking'
import { hashId } from '@waybill/contracts/ids'
import type { Condition, Tracking } from '../bookings/booking.ts'

/** How far ahead of us a carrier's clock may be. */
const FUTURE_TOLERANCE_MS = 5 * 60_000

/** Whose word it is. */
export interface FactSource {
  environmentId: string
  carrierAccountId: string
}

/** A report as it is kept: once per job and key, never changed. All but the times is JSON. */
export interface Fact {
  carrierJobId: string
  /** Unique among the job's reports. */
  factKey: string
  /** The attempt's id, as far as the carrier echoes it. */
  reference: string | null
  rawCode: string
  status: FactStatus
  condition: Condition | null
  incident: IncidentCode | null
  utcOffsetMinutes: number | null
  location: { latitude: number; longitude: number } | null
  driver: Driver | null
  pod: ProofOfDelivery | null
  description: string | null
  /** When it happened, as far as we believe it. */
  occurredAt: Date
  receivedAt: Date
}

/** The report as it is kept: keyed, clamped to 5 minutes after its receipt, with our own ids of driver and proof. */
export function factOf(report: TrackingFact, source: FactSource, receivedAt: Date): Fact {
  const { carrierJobId, location } = report
  const latest = receivedAt.getTime() + FUTURE_TOLERANCE_MS
  const factKey = report.carrierEventId ?? keyOf(report)
  const driver = report.driver && driverOf(report.driver, source)
  return {
    carrierJobId,
    factKey,
    reference: report.reference,
    rawCode: report.rawCode,
    status: report.status,
    condition: report.condition,
    incident: report.incident,
    utcOffsetMinutes: report.utcOffsetMinutes,
    location:
      location?.latitude == null || location.longitude == null
        ? null
        : { latitude: location.latitude, longitude: location.longitude },
    driver,
    pod: report.pod && proofOf(report.pod, hashId('pod', [...partsOf(source), carrierJobId, factKey]), driver),
    description: report.description,
    occurredAt: new Date(Math.min(report.occurredAt.getTime(), latest)),
    receivedAt,
  }
}

/** The carrier's driver under an id that is the same whenever and wherever we meet them. */
export const driverOf = (driver: CarrierDriver, source: FactSource): Driver => ({
  driverId: hashId('drv', [...partsOf(source), driver.carrierDriverId]),
  name: driver.name,
  email: driver.email ?? '',
  telephone: driver.telephone ?? '',
})

const partsOf = ({ environmentId, carrierAccountId }: FactSource) => [environmentId, carrierAccountId]

/** For carriers without ids of their own: what was said, when and where. */
function keyOf({ rawCode, occurredAt, location }: TrackingFact): string {
  const parts = [rawCode, occurredAt.toISOString(), location?.latitude, location?.longitude, location?.city]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** Photos and signatures join it once they are in our own store: a carrier's address would expire. */
const proofOf = (proof: CarrierProof, podId: string, driver: Driver | null): ProofOfDelivery => ({
  pod_id: podId,
  type: proof.type,
  captured_at: proof.capturedAt.toISOString(),
  captured_by: driver && { driver_id: driver.driverId, name: driver.name },
  recipient: proof.recipient,
  photos: [],
  signature: null,
  pin: proof.pin,
  barcodes: proof.barcodes.map(({ scannedAt, ...barcode }) => ({ ...barcode, scanned_at: scannedAt.toISOString() })),
  location: proof.location && {
    latitude: proof.location.latitude,
    longitude: proof.location.longitude,
    accuracy_m: proof.location.accuracyM,
    distance_to_dropoff_m: null,
  },
  notes: proof.notes,
})

/** For reports of the same moment: the later on the way wins, and among ends the one with the most behind it. */
const ranks = {
  unknown: 0,
  assigned: 1,
  reassigning: 2,
  en_route_to_pickup: 3,
  arrived_at_pickup: 4,
  picked_up: 5,
  en_route_to_dropoff: 6,
  arrived_at_dropoff: 7,
  returning: 8,
  cancelled: 9,
  failed: 10,
  delivered: 11,
  returned: 12,
} as const satisfies Record<FactStatus, number>

const isFinal = ({ status }: Fact): boolean => (finalBookingStatuses as readonly FactStatus[]).includes(status)

const impliesPickup: ReadonlySet<FactStatus> = new Set([
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'delivered',
  'returning',
  'returned',
])

const byKey = (a: Fact, b: Fact): number => (a.factKey < b.factKey ? -1 : a.factKey > b.factKey ? 1 : 0)

/** Less than 0 if `a` stands behind `b`: by end, time, rank, key. A non-final report never beats a final one. */
export const compareFacts = (a: Fact, b: Fact): number =>
  Number(isFinal(a)) - Number(isFinal(b)) ||
  a.occurredAt.getTime() - b.occurredAt.getTime() ||
  ranks[a.status] - ranks[b.status] ||
  byKey(a, b)

/** All reports of one job, each once, as one. */
export function foldFacts(facts: readonly Fact[]): Tracking {
  const ordered = facts.toSorted(compareFacts)
  const decisive = ordered.findLast(({ status }) => status !== 'unknown')
  const driver = ordered.findLast((fact) => fact.driver !== null)?.driver ?? null
  const pod = ordered.findLast((fact) => fact.pod !== null)?.pod ?? null
  // An unmapped code that names no trouble says nothing; one that does is news until something else happens.
  const latest = ordered.findLast(
    (fact) => fact.status !== 'unknown' || fact.incident !== null || fact.condition !== null,
  )
  return {
    ...(decisive === undefined || decisive.status === 'unknown'
      ? { status: null, statusAt: null }
      : { status: decisive.status, statusAt: decisive.occurredAt }),
    pickedUp: ordered.some(({ status }) => impliesPickup.has(status)),
    driver,
    incident: latest?.incident ?? null,
    condition: latest === undefined || isFinal(latest) ? null : latest.condition,
    pod,
  }
}
