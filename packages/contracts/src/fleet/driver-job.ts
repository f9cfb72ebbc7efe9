/** Jobs of a merchant's own fleet, as their drivers see and report them. */
import { z } from 'zod'
import { incidentCodes } from '../booking.ts'
import { optionalText } from '../values/text.ts'

/** Where a job can be. A search ends with a driver or as failed; a refused job never began. */
const fleetJobStatuses = [
  'searching',
  'accepted',
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'returning',
  'delivered',
  'returned',
  'failed',
  'cancelled',
  'refused',
] as const
export type FleetJobStatus = (typeof fleetJobStatuses)[number]

/** Statuses in which a driver has the job. */
export const activeJobStatuses = [
  'accepted',
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'returning',
] as const satisfies readonly FleetJobStatus[]

/** Statuses that a driver can report. */
const driverReports = [
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'delivery_attempted',
  'returning',
  'delivered',
  'returned',
  'failed',
] as const
export type DriverReportStatus = (typeof driverReports)[number]

/** Body of POST /api/v1/driver/jobs/{job_id}/reports. */
export const driverReportSchema = z
  .strictObject({
    status: z
      .enum(driverReports)
      .describe(
        '`delivery_attempted`: nobody took the goods. `failed` ends the job. The guide [Own drivers](/docs/own-fleet#the-driver-s-app) lists the order of reports.',
      ),
    incident: z
      .enum(incidentCodes)
      .nullable()
      .default(null)
      .describe('Why, if something is wrong; a `failed` report should have one.'),
    recipient_name: optionalText(100),
    note: optionalText(500),
  })
  .meta({ id: 'DriverReport' })
export type DriverReport = z.output<typeof driverReportSchema>

/** Body of POST /api/v1/bookings/{booking_id}/assign-driver. */
export const assignDriverSchema = z.strictObject({ driver_id: z.string().min(1).max(100) }).meta({ id: 'AssignDriver' })

const place = z.object({
  name: z.string().nullable(),
  company: z.string().nullable(),
  address_line_1: z.string(),
  address_line_2: z.string().nullable(),
  city: z.string(),
  post_code: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  instructions: z.string().nullable(),
})

/** A text: later versions may add others. */
const driverJobStatus = z.string().meta({ id: 'DriverJobStatus' })

/** A job or an offer, as its driver sees it. */
export const driverJobSchema = z
  .object({
    job_id: z.string(),
    status: driverJobStatus.describe('Where the job is.'),
    offer_expires_at: z.string().nullable(),
    service_code: z.string(),
    order_ref: z.string(),
    ready_at: z.string(),
    pickup: place,
    dropoff: place,
    parcels: z
      .array(z.object({ title: z.string().nullable(), weight_kg: z.string() }))
      .describe('What the driver carries.'),
    updated_at: z.string(),
  })
  .meta({ id: 'DriverJob' })
export type DriverJob = z.output<typeof driverJobSchema>

/** Media types that may be uploaded for a proof of delivery. */
export const MOST_JOB_PHOTOS = 10
export const LARGEST_PHOTO_BYTES = 5 * 1024 * 1024
