/** Drivers of a merchant's own fleet: what merchants send, what booking stores, what they see. */
import { z } from 'zod'
import type { ErrorDetail } from '../app-error.ts'
import type { Accepted } from '../requests/across-fields.ts'
import { changedNames, ignored, isEarlierResponse, readOnly, readOnlyDetail } from '../requests/read-only-fields.ts'
import { numeric, wholeNumber } from '../values/number.ts'
import { optionalEmail, optionalPhone, patchedEmail, patchedPhone, requiredText } from '../values/text.ts'

const MOST_JOBS = 50

const fields = {
  name: requiredText(100),
  telephone: optionalPhone,
  email: optionalEmail,
  capacity: wholeNumber(1, MOST_JOBS),
  available: z.boolean(),
  active: z.boolean(),
}

/** Body of POST /api/v1/drivers. */
export const createDriverSchema = z
  .strictObject({
    ...fields,
    capacity: fields.capacity.default(5),
    available: fields.available.default(true),
    active: fields.active.default(true),
  })
  .meta({ id: 'CreateDriver' })
export type DriverDocument = z.output<typeof createDriverSchema>

const fixedNames = ['driver_id', 'environment_id', 'open_jobs', 'position', 'created_at'] as const

/** Body of PATCH /api/v1/drivers/{driver_id}: each field that is sent is replaced. Takes a response. */
export const updateDriverSchema = z
  .strictObject({
    ...z.strictObject(fields).partial().shape,
    telephone: patchedPhone,
    email: patchedEmail,
    ...Object.fromEntries(fixedNames.map((name) => [name, readOnly.optional()])),
    updated_at: ignored.optional(),
  })
  .meta({ id: 'UpdateDriver' })
export type UpdateDriver = z.output<typeof updateDriverSchema>

/** Body of PATCH /api/v1/driver, which the driver sends. */
export const driverAvailabilitySchema = z
  .strictObject({ available: fields.available })
  .meta({ id: 'DriverAvailability' })

const latitude = numeric(z.number().min(-90).max(90))
const longitude = numeric(z.number().min(-180).max(180))

/** Body of POST /api/v1/driver/positions. */
export const driverPositionSchema = z.strictObject({ latitude, longitude }).meta({ id: 'DriverPosition' })
export type DriverPositionDocument = z.output<typeof driverPositionSchema>

/** A driver as the booking service stores one. */
export interface FleetDriver {
  environmentId: string
  driverId: string
  name: string
  telephone: string | null
  email: string | null
  /** How many jobs and offers the driver may have at once. */
  capacity: number
  /** Set by the driver: gets offers. */
  available: boolean
  /** Set by the merchant: false refuses the token and ends all offers. */
  active: boolean
  position: { latitude: number; longitude: number; at: Date } | null
  /** Rises with each change by the merchant or of `available`; also the ETag. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** The stored fields of a driver that a patch changes. */
export function patchedDriver(before: FleetDriver, patch: UpdateDriver): FleetDriver {
  const { name, telephone, email, capacity, available, active } = before
  const names = Object.keys(fields)
  const sent = Object.entries(patch).filter(([field, value]) => names.includes(field) && value !== undefined)
  return { ...before, name, telephone, email, capacity, available, active, ...Object.fromEntries(sent) }
}

/** The read-only fields of a document which are not those of the driver. */
export function wrongDriverSentBack(shown: PublicFleetDriver, document: Accepted<UpdateDriver>): ErrorDetail[] {
  const sent = document as Partial<PublicFleetDriver>
  // Drivers move and take jobs between a read and a change.
  const isResponse = isEarlierResponse(sent, new Date(shown.updated_at))
  return changedNames(shown, sent, fixedNames)
    .filter((name) => !isResponse || (name !== 'open_jobs' && name !== 'position'))
    .map((name) => readOnlyDetail([name]))
}

export const publicFleetDriverSchema = z
  .object({
    driver_id: z.string(),
    environment_id: z.string(),
    name: z.string(),
    telephone: z.string().nullable(),
    email: z.string().nullable(),
    capacity: z.number().int().describe('How many jobs and offers the driver may have at once.'),
    available: z.boolean().describe('Gets offers. The driver may change it, too.'),
    active: z.boolean().describe('False ends the token of the driver and all offers.'),
    open_jobs: z.number().int().describe('Jobs that the driver has accepted and not ended, and open offers.'),
    position: z.object({ latitude: z.number(), longitude: z.number(), at: z.string() }).nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'FleetDriver' })
export type PublicFleetDriver = z.output<typeof publicFleetDriverSchema>

/** The answer to the calls that make a token. It is not shown again. */
export const driverWithTokenSchema = publicFleetDriverSchema
  .extend({ token: z.string().describe('Bearer token of the driver. Shown only once.') })
  .meta({ id: 'FleetDriverWithToken' })

export const publicFleetDriver = (driver: FleetDriver, openJobs: number): PublicFleetDriver => ({
  driver_id: driver.driverId,
  environment_id: driver.environmentId,
  name: driver.name,
  telephone: driver.telephone,
  email: driver.email,
  capacity: driver.capacity,
  available: driver.available,
  active: driver.active,
  open_jobs: openJobs,
  position: driver.position && {
    latitude: driver.position.latitude,
    longitude: driver.position.longitude,
    at: driver.position.at.toISOString(),
  },
  created_at: driver.createdAt.toISOString(),
  updated_at: driver.updatedAt.toISOString(),
})
