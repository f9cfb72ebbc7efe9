/** Pure: jobs of a merchant's own fleet, and who gets them. Ids and times come in as data. */
import { isDeepStrictEqual } from 'node:util'
import type { CarrierAddress, CarrierParcel } from '@waybill/carriers/carrier-adapter'
import type { IncidentCode } from '@waybill/contracts/booking'
import type { FleetDriver } from '@waybill/contracts/fleet/driver'
import { activeJobStatuses, type DriverReportStatus, type FleetJobStatus } from '@waybill/contracts/fleet/driver-job'
import { distanceM } from '@waybill/contracts/values/distance'

/** How long a job on demand is searched for at most. Each driver is asked once. */
const SEARCH_NOW_MS = 10 * 60_000
/** A job on a round may also be assigned by hand until then, counted from when the goods are ready. */
const SEARCH_SAME_DAY_MS = 12 * 3_600_000

/** The transport as booked, or as changed since. */
export interface FleetRequest {
  pickup: CarrierAddress
  dropoff: CarrierAddress
  parcels: CarrierParcel[]
  merchantOrderRef: string
  pickupInstructions: string | null
  dropoffInstructions: string | null
}

/** Input of a rate card's price and delivery window: destination, weight, dimensions and times. */
export function isPricedAlike(
  before: Pick<FleetJob, 'request' | 'readyAt'>,
  after: Pick<FleetRequest, 'pickup' | 'dropoff' | 'parcels'> & { readyAt: Date | null },
): boolean {
  const { request, readyAt } = before
  if (request === null) return false
  const isSameTime = after.readyAt === null || after.readyAt.getTime() === readyAt.getTime()
  return isSameTime && isDeepStrictEqual(toPricedRequest(request), toPricedRequest(after))
}

const toPricedRequest = ({ pickup, dropoff, parcels }: Pick<FleetRequest, 'pickup' | 'dropoff' | 'parcels'>) => ({
  places: [pickup, dropoff].map(({ addressLine1, town, city, province, postCode, country, latitude, longitude }) => ({
    addressLine1,
    town,
    city,
    province,
    postCode,
    country,
    latitude,
    longitude,
  })),
  parcels: parcels.map(({ weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm }) => ({
    weightGrams,
    lengthTenthMm,
    widthTenthMm,
    heightTenthMm,
  })),
})

export interface FleetJob {
  environmentId: string
  jobId: string
  /** The attempt's id. */
  reference: string
  status: FleetJobStatus
  serviceCode: string
  /** Null: erased. */
  request: FleetRequest | null
  readyAt: Date
  driverId: string | null
  offeredDriverId: string | null
  declinedBy: readonly string[]
  dueAt: Date | null
  searchUntil: Date
  incident: IncidentCode | null
  version: number
  positionAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A driver, and how many jobs and offers the driver has. */
export type BusyDriver = FleetDriver & { openJobs: number }

const isFree = ({ active, available, openJobs, capacity }: BusyDriver): boolean =>
  active && available && openJobs < capacity

const isOnDemand = ({ serviceCode }: Pick<FleetJob, 'serviceCode'>): boolean => serviceCode === 'fleet_now'

/** The free drivers who were not asked yet: the nearest to the pickup first, then those of unknown position. */
export function rankDrivers(
  drivers: readonly BusyDriver[],
  { request, declinedBy }: Pick<FleetJob, 'request' | 'declinedBy'>,
): BusyDriver[] {
  const metres = ({ position }: BusyDriver) =>
    (position && request && distanceM(position, request.pickup)) ?? Number.POSITIVE_INFINITY
  return drivers
    .filter((driver) => isFree(driver) && !declinedBy.includes(driver.driverId))
    .map((driver) => ({ driver, metres: metres(driver) }))
    .sort(
      (a, b) =>
        (a.metres === b.metres ? 0 : a.metres - b.metres) ||
        a.driver.openJobs - b.driver.openJobs ||
        (a.driver.driverId < b.driver.driverId ? -1 : 1),
    )
    .map(({ driver }) => driver)
}

/** A new job. It is refused if it is to be carried at once and no driver is free. */
export function openJob(
  input: Pick<FleetJob, 'environmentId' | 'jobId' | 'reference' | 'serviceCode' | 'readyAt'> & {
    request: FleetRequest
    at: Date
  },
  drivers: readonly BusyDriver[],
): FleetJob {
  const { at, ...job } = input
  const onDemand = isOnDemand(job)
  const isRefused = onDemand && rankDrivers(drivers, { ...job, declinedBy: [] }).length === 0
  const searchUntil = onDemand ? at.getTime() + SEARCH_NOW_MS : job.readyAt.getTime() + SEARCH_SAME_DAY_MS
  return {
    ...job,
    status: isRefused ? 'refused' : 'searching',
    driverId: null,
    offeredDriverId: null,
    declinedBy: [],
    dueAt: isRefused ? null : at,
    searchUntil: new Date(searchUntil),
    incident: null,
    version: 1,
    positionAt: null,
    createdAt: at,
    updatedAt: at,
  }
}

export interface SearchTimes {
  /** How long a driver may take to answer an offer. */
  offerMs: number
  /** Pause before a job on a round is looked at again that nobody can take. */
  pauseMs: number
}

/**
 * A job whose time has come: its offer has expired, or there was none. It is offered to the next driver; if there is none,
 * the search ends for a job on demand, and goes on for one on a round.
 */
export function searchOn(job: FleetJob, drivers: readonly BusyDriver[], times: SearchTimes, at: Date): FleetJob {
  const { offeredDriverId: silent } = job
  const asked = { ...job, declinedBy: silent === null ? job.declinedBy : [...job.declinedBy, silent] }
  const [next] = at < job.searchUntil ? rankDrivers(drivers, asked) : []
  const changed = { ...asked, version: job.version + 1, updatedAt: at }
  if (next) return { ...changed, offeredDriverId: next.driverId, dueAt: later(at, times.offerMs) }
  if (isOnDemand(job) || at >= job.searchUntil)
    return { ...changed, status: 'failed', offeredDriverId: null, dueAt: null, incident: 'capacity' }
  // Nothing has changed unless an offer has ended.
  return { ...(silent === null ? job : changed), offeredDriverId: null, dueAt: later(at, times.pauseMs) }
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The driver takes the job, after an offer or by the merchant's hand. After the pickup the status stays. */
export const withDriver = (job: FleetJob, driverId: string, at: Date): FleetJob => ({
  ...job,
  status: isBeforePickup(job) ? 'accepted' : job.status,
  driverId,
  offeredDriverId: null,
  dueAt: null,
  version: job.version + 1,
  updatedAt: at,
})

/** The driver does not take the job: it is due for the next one. */
export const declined = (job: FleetJob, driverId: string, at: Date): FleetJob => ({
  ...job,
  offeredDriverId: null,
  declinedBy: [...job.declinedBy, driverId],
  dueAt: at,
  version: job.version + 1,
  updatedAt: at,
})

const beforePickup = ['searching', 'accepted', 'en_route_to_pickup', 'arrived_at_pickup'] as const

/** Whether the goods are still with the merchant and the job has not ended. */
export const isBeforePickup = ({ status }: FleetJob): boolean =>
  (beforePickup as readonly FleetJobStatus[]).includes(status)

/** Whether the job has not ended: a driver may get it, or has it. */
export const isOpen = ({ status }: FleetJob): boolean =>
  status === 'searching' || (activeJobStatuses as readonly FleetJobStatus[]).includes(status)

/** Reports that a driver may make in each status. Repeating a report is a no-op. */
const reportsIn: Partial<Record<FleetJobStatus, readonly DriverReportStatus[]>> = {
  accepted: ['en_route_to_pickup', 'arrived_at_pickup', 'picked_up', 'failed'],
  en_route_to_pickup: ['arrived_at_pickup', 'picked_up', 'failed'],
  arrived_at_pickup: ['picked_up', 'failed'],
  picked_up: ['en_route_to_dropoff', 'arrived_at_dropoff', 'delivery_attempted', 'delivered', 'returning', 'failed'],
  en_route_to_dropoff: ['arrived_at_dropoff', 'delivery_attempted', 'delivered', 'returning', 'failed'],
  arrived_at_dropoff: ['en_route_to_dropoff', 'delivery_attempted', 'delivered', 'returning', 'failed'],
  returning: ['returned', 'failed'],
}

/** Whether the report is one that has been made. An attempt may be reported at each door. */
export const isRepeated = ({ status }: FleetJob, report: DriverReportStatus): boolean => report === status

export const mayReport = ({ status }: FleetJob, report: DriverReportStatus): boolean =>
  reportsIn[status]?.includes(report) ?? false

/** The job after a report that its status allows. */
export const reported = (
  job: FleetJob,
  { status, incident }: { status: DriverReportStatus; incident: IncidentCode | null },
  at: Date,
): FleetJob => ({
  ...job,
  status: status === 'delivery_attempted' ? 'arrived_at_dropoff' : status,
  incident,
  version: job.version + 1,
  updatedAt: at,
})

export const cancelled = (job: FleetJob, at: Date): FleetJob => ({
  ...job,
  status: 'cancelled',
  offeredDriverId: null,
  dueAt: null,
  version: job.version + 1,
  updatedAt: at,
})
