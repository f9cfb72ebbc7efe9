/** Pure: a carrier's report as it is stored. */
import { createHash } from 'node:crypto'
import type {
  CarrierDriver,
  CarrierProof,
  FactStatus,
  ReportedParcel,
  TrackingFact,
} from '@waybill/carriers/tracking-fact'
import type { Driver, IncidentCode } from '@waybill/contracts/booking'
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { ProofOfDelivery } from '@waybill/contracts/bookings/proof-of-delivery'
import { hashId } from '@waybill/contracts/ids'
import type { Condition } from './condition.ts'

/** How far a carrier's clock may run ahead of ours. */
const FUTURE_TOLERANCE_MS = 5 * 60_000

/** The carrier account that reported. */
export interface FactSource {
  environmentId: string
  carrierAccountId: string
}

/** A stored report: once per job and key, never changed. Everything but the times is stored as JSON. */
export interface Fact {
  carrierJobId: string
  /** Unique among the job's reports. */
  factKey: string
  /** The attempt's id, if the carrier echoes it. */
  reference: string | null
  rawCode: string
  status: FactStatus
  condition: Condition | null
  incident: IncidentCode | null
  utcOffsetMinutes: number | null
  location: { latitude: number; longitude: number } | null
  driver: Driver | null
  pod: ProofOfDelivery | null
  eta?: { from: string; to: string } | null
  /** Null or absent: the report is about the whole job. */
  parcel?: ReportedParcel | null
  description: string | null
  /** When it happened by the carrier's clock, at most 5 minutes after its receipt. */
  occurredAt: Date
  receivedAt: Date
}

/** The report as it is stored: with a key, a clamped time, and our ids of the driver and the proof. */
export function toFact(report: TrackingFact, source: FactSource, receivedAt: Date): Fact {
  const { carrierJobId, location } = report
  const latest = receivedAt.getTime() + FUTURE_TOLERANCE_MS
  const factKey = report.carrierEventId ?? factKeyFromContent(report)
  const driver = report.driver && toDriver(report.driver, source)
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
    pod: report.pod && toProof(report.pod, hashId('pod', [...accountKey(source), carrierJobId, factKey]), driver),
    eta: report.eta && report.eta.fromAt <= report.eta.toAt ? toStoredEta(report.eta) : null,
    ...(report.parcel && { parcel: report.parcel }),
    description: report.description,
    occurredAt: new Date(Math.min(report.occurredAt.getTime(), latest)),
    receivedAt,
  }
}

const toStoredEta = ({ fromAt, toAt }: NonNullable<TrackingFact['eta']>) => ({
  from: fromAt.toISOString(),
  to: toAt.toISOString(),
})

/** The carrier's driver, with an id that is the same in every report of the account. */
export const toDriver = (driver: CarrierDriver, source: FactSource): Driver => ({
  driverId: driver.isOurs ? driver.carrierDriverId : hashId('drv', [...accountKey(source), driver.carrierDriverId]),
  name: driver.name,
  email: driver.email ?? '',
  telephone: driver.telephone ?? '',
  ...(driver.telephonePin && { telephonePin: driver.telephonePin }),
})

const accountKey = ({ environmentId, carrierAccountId }: FactSource) => [environmentId, carrierAccountId]

/** Key of a report without an event id: a hash of its code, time and place. */
function factKeyFromContent({ rawCode, occurredAt, location }: TrackingFact): string {
  const parts = [rawCode, occurredAt.toISOString(), location?.latitude, location?.longitude, location?.city]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** The parcel of a report, counted from 0: by its tracking number, else by its position. */
export function findParcel({ parcel }: Fact, { parcels }: { parcels?: readonly BookedParcel[] | null }): number | null {
  if (!parcel) return null
  const byNumber = (parcels ?? []).findIndex(
    ({ trackingNumber }) => trackingNumber !== null && trackingNumber === parcel.trackingNumber,
  )
  return byNumber === -1 ? parcel.position - 1 : byNumber
}

/** Without photos and signature, which are added once they are in our store: the carrier's URLs expire. */
const toProof = (proof: CarrierProof, podId: string, driver: Driver | null): ProofOfDelivery => ({
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
