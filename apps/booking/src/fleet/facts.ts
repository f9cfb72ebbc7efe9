/** Pure: what happens to a job of an own fleet, as tracking facts. */
import type { CarrierDriver, TrackingFact } from '@waybill/carriers/tracking-fact'
import type { IncidentCode } from '@waybill/contracts/booking'
import type { FleetDriver } from '@waybill/contracts/fleet/driver'
import type { DriverReport } from '@waybill/contracts/fleet/driver-job'
import type { Fact } from '../facts/stored-fact.ts'
import { type FleetJob, isBeforePickup } from './job.ts'

export const carrierDriver = ({ driverId, name, email, telephone }: FleetDriver): CarrierDriver => ({
  carrierDriverId: driverId,
  name,
  email,
  telephone,
  isOurs: true,
})

const blank = (job: FleetJob, code: string, at: Date): TrackingFact => ({
  carrierEventId: `${code}:${job.version}`,
  carrierJobId: job.jobId,
  reference: job.reference,
  rawCode: code,
  status: 'unknown',
  condition: null,
  incident: null,
  occurredAt: at,
  utcOffsetMinutes: null,
  location: null,
  driver: null,
  pod: null,
  description: null,
})

/** A driver has the job: the first one, or another in place of the one before. A hand-over after the pickup changes no status. */
export function takenFact(before: FleetJob, job: FleetJob, driver: FleetDriver, at: Date): TrackingFact {
  const taken = (code: string, status: TrackingFact['status'], description: string): TrackingFact => ({
    ...blank(job, code, at),
    status,
    description,
    driver: carrierDriver(driver),
  })
  if (before.driverId === null) return taken('driver_assigned', 'assigned', 'A driver has accepted the job.')
  if (isBeforePickup(before)) return taken('driver_changed', 'reassigning', 'Another driver has the job.')
  return taken('driver_changed', 'unknown', 'The goods were handed over to another driver.')
}

/** Nobody has taken the job. */
export const noDriverFact = (job: FleetJob, at: Date): TrackingFact => ({
  ...blank(job, 'no_driver', at),
  status: 'failed',
  incident: 'capacity',
  description: 'No driver of the own fleet has taken the job.',
})

/** The event id of the delivery, by which its photos are stored before it is reported. */
export const DELIVERY = 'delivered'

const usualIncidents: Partial<Record<DriverReport['status'], IncidentCode>> = {
  delivery_attempted: 'recipient_not_available',
  returning: 'recipient_refused',
}

/** The incident of a report: the driver's, or the usual one. */
export const getIncident = ({ status, incident }: Pick<DriverReport, 'status' | 'incident'>): IncidentCode | null =>
  incident ?? usualIncidents[status] ?? null

/** Default text of a report without a note. */
const reportTexts: Record<DriverReport['status'], string> = {
  en_route_to_pickup: 'The driver is on the way to the pickup.',
  arrived_at_pickup: 'The driver is at the pickup.',
  picked_up: 'The driver has the goods.',
  en_route_to_dropoff: 'The driver is on the way to the recipient.',
  arrived_at_dropoff: 'The driver is at the recipient.',
  delivery_attempted: 'Nobody took the goods.',
  returning: 'The goods are on their way back.',
  delivered: 'The goods are delivered.',
  returned: 'The goods are back.',
  failed: 'The delivery has failed.',
}

export function reportFact(job: FleetJob, report: DriverReport, driver: FleetDriver, at: Date): TrackingFact {
  const { status, note, recipient_name: recipient } = report
  const isAttempt = status === 'delivery_attempted'
  const { position } = driver
  const location = position && { latitude: position.latitude, longitude: position.longitude, accuracyM: null }
  return {
    ...blank(job, status, at),
    ...(status === DELIVERY && { carrierEventId: DELIVERY }),
    status: isAttempt ? 'arrived_at_dropoff' : status,
    condition: isAttempt ? 'delivery_attempted' : null,
    incident: getIncident(report),
    driver: carrierDriver(driver),
    description: note ?? reportTexts[status],
    pod:
      status === DELIVERY
        ? {
            type: 'delivery',
            capturedAt: at,
            recipient: recipient === null ? null : { name: recipient, relationship: null },
            photos: [],
            signature: null,
            pin: null,
            barcodes: [],
            location,
            notes: note,
          }
        : null,
  }
}

export const positionFact = (
  job: FleetJob,
  { latitude, longitude }: { latitude: number; longitude: number },
  at: Date,
): TrackingFact => ({
  ...blank(job, 'position', at),
  carrierEventId: `position:${at.toISOString()}`,
  description: 'Position of the driver.',
  location: { latitude, longitude, accuracyM: null, city: null, country: null },
})

/** A stored report as the adapter returns it. Ingested again it is the same. */
export const storedReport = ({
  factKey,
  driver,
  pod,
  location,
  eta: _eta,
  receivedAt: _at,
  ...fact
}: Fact): TrackingFact => ({
  ...fact,
  carrierEventId: factKey,
  location: location && { ...location, accuracyM: null, city: null, country: null },
  driver: driver && {
    carrierDriverId: driver.driverId,
    name: driver.name,
    isOurs: true,
    email: driver.email || null,
    telephone: driver.telephone || null,
  },
  pod: pod && {
    type: 'delivery',
    capturedAt: new Date(pod.captured_at),
    recipient: pod.recipient,
    notes: pod.notes,
    photos: [],
    signature: null,
    pin: null,
    barcodes: [],
    location: null,
  },
})
