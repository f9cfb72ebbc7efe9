/** Pickup locations: places where couriers collect, with their opening hours. */
import { z } from 'zod'
import {
  type Address,
  addressSchema,
  fullAddress,
  fullAddressSchema,
  locationId,
  replacedAddressSchema,
} from '../values/address.ts'
import { weekdays } from '../values/local-time.ts'
import { defaultCollectionHours, type Interval, type WeeklyHours } from '../values/opening-hours.ts'
import { optionalText, patchedText } from '../values/text.ts'
import { getTimeZone, isTimeZone } from '../values/time-zone.ts'
import { acrossFields } from './across-fields.ts'
import { readOnly } from './read-only-fields.ts'
import { refuse } from './validation.ts'

const MOST_INTERVALS = 8
const MOST_CLOSED_DATES = 400

const clockTime = (last: RegExp, example: string) =>
  z.string().regex(last, { error: `must be a local time HH:MM such as ${example}` })

const times = z.strictObject({
  from: clockTime(/^([01]\d|2[0-3]):[0-5]\d$/, '09:00').describe('Local time, `HH:MM`.'),
  to: clockTime(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, '18:00').describe('Local time, `HH:MM`; `24:00` is midnight.'),
})

const interval = acrossFields(times, ({ from, to }, context) => {
  if (from === undefined || to === undefined || from < to) return
  const message = `must be later than ${from}; end at 24:00 and begin at 00:00 of the next day if the hours pass midnight`
  refuse(context, ['to'], 'invalid_value', message)
}).meta({ id: 'OpeningInterval' })

/** The intervals of a day may touch. Those that end before they begin are refused by themselves. */
const ofDay = acrossFields(z.array(interval).max(MOST_INTERVALS), (intervals, context) => {
  const inOrder = intervals.map((one) =>
    one?.from !== undefined && one.to !== undefined ? { from: one.from, to: one.to } : null,
  )
  inOrder.forEach((one, index) => {
    const other = one && inOrder.slice(0, index).find((each) => each && each.from < one.to && one.from < each.to)
    if (!other) return
    const message = `must not overlap ${other.from} to ${other.to} of the same day: join the two, or let one begin when the other ends`
    refuse(context, [index], 'overlapping', message)
  })
}).optional()
const hoursSchema = z
  .strictObject(
    Object.fromEntries(weekdays.map((day) => [day, ofDay])) as Record<(typeof weekdays)[number], typeof ofDay>,
  )
  .refine((hours) => Object.values(hours).some((intervals) => (intervals ?? []).length > 0), {
    error: 'must have opening hours on at least one weekday',
    params: { code: 'invalid_value' },
  })
  .transform((hours): WeeklyHours => completeHours(hours))
  .meta({ id: 'OpeningHours' })

/** A day that is left out is closed. */
const completeHours = (hours: Partial<Record<(typeof weekdays)[number], Interval[]>>): WeeklyHours =>
  Object.fromEntries(weekdays.map((day) => [day, hours[day] ?? []])) as unknown as WeeklyHours

const closedDates = z
  .array(z.iso.date({ error: 'must be a date that exists, such as 2026-12-24' }))
  .max(MOST_CLOSED_DATES)
  .transform((dates) => [...new Set(dates)].sort())

const timeZone = z
  .string()
  .refine(isTimeZone, { error: 'must be an IANA time zone such as Europe/London', params: { code: 'invalid_value' } })
const holidays = z.enum(['observe', 'ignore'])

/** Body of POST /api/v1/pickup-locations. */
export const createPickupLocationSchema = z
  .strictObject({
    name: optionalText(200),
    address: addressSchema.describe(
      'The hours apply to shipments whose `pickup_address` has the same country, post code (without one, province), city and street lines. Case, accents, blanks and punctuation do not matter, nor do names, contacts and coordinates.',
    ),
    hours: hoursSchema
      .default(defaultCollectionHours)
      .describe(
        'Opening hours by weekday, in local time. A day that is left out is closed. Hours of a day may touch, but not overlap. Default: Monday to Friday, 09:00 to 18:00.',
      ),
    closed_dates: closedDates.default([]).describe('Dates on which the place is closed.'),
    time_zone: timeZone
      .nullish()
      .transform((zone) => zone ?? null)
      .describe('IANA time zone. Default: found by the coordinates of the address, else by its country and province.'),
    holidays: holidays
      .default('observe')
      .describe('`observe` (default): closed on public holidays of country and province. `ignore`: open on them.'),
  })
  .meta({ id: 'CreatePickupLocation' })
export type CreatePickupLocation = z.output<typeof createPickupLocationSchema>

/** Body of PATCH /api/v1/pickup-locations/{pickup_location_id}: each field that is sent is replaced as a whole. Takes a response. */
export const updatePickupLocationSchema = z
  .strictObject({
    name: patchedText(200),
    address: replacedAddressSchema.optional(),
    hours: hoursSchema.optional(),
    closed_dates: closedDates.optional(),
    time_zone: timeZone
      .nullable()
      .optional()
      .describe(
        'IANA time zone; null: found by the address. One that was found by the address stays so if it is sent back unchanged.',
      ),
    holidays: holidays.optional(),
    pickup_location_id: readOnly.optional(),
    environment_id: readOnly.optional(),
    location_id: readOnly.optional(),
    created_at: readOnly.optional(),
    updated_at: readOnly.optional(),
  })
  .meta({ id: 'UpdatePickupLocation' })
export type UpdatePickupLocation = z.output<typeof updatePickupLocationSchema>

/** A pickup location as the shipment service stores it. */
export interface PickupLocation {
  environmentId: string
  pickupLocationId: string
  name: string | null
  address: Address
  hours: WeeklyHours
  closedDates: string[]
  /** Null: found by the address. */
  timeZone: string | null
  holidays: 'observe' | 'ignore'
  /** Rises with each change; also the ETag. */
  sequence: number
  createdAt: Date
  updatedAt: Date
}

const publicInterval = z.object({ from: z.string(), to: z.string() })

export const publicPickupLocationSchema = z
  .object({
    pickup_location_id: z.string(),
    environment_id: z.string(),
    location_id: z.string(),
    name: z.string().nullable(),
    address: fullAddressSchema,
    hours: z
      .object(
        Object.fromEntries(weekdays.map((day) => [day, z.array(publicInterval)])) as Record<
          (typeof weekdays)[number],
          z.ZodArray<typeof publicInterval>
        >,
      )
      .describe('Opening hours by weekday, in local time.'),
    closed_dates: z.array(z.string()),
    time_zone: z.string().describe('IANA time zone of the hours.'),
    // Merchants send a location back: typed as a PATCH accepts it.
    holidays: holidays
      .meta({ sentBack: true })
      .describe('`observe` or `ignore`: whether the place is closed on public holidays.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'PickupLocation' })
export type PublicPickupLocation = z.output<typeof publicPickupLocationSchema>

/** Days and times in order: PostgreSQL has its own. */
const shownHours = (hours: WeeklyHours): PublicPickupLocation['hours'] =>
  Object.fromEntries(
    weekdays.map((day) => [day, (hours[day] ?? []).map(({ from, to }) => ({ from, to }))]),
  ) as PublicPickupLocation['hours']

export const publicPickupLocation = (location: PickupLocation): PublicPickupLocation => ({
  pickup_location_id: location.pickupLocationId,
  environment_id: location.environmentId,
  location_id: locationId(location.environmentId, location.address),
  name: location.name,
  address: fullAddress(location.environmentId, location.address),
  hours: shownHours(location.hours),
  closed_dates: location.closedDates,
  time_zone: location.timeZone ?? getTimeZone(location.address),
  holidays: location.holidays,
  created_at: location.createdAt.toISOString(),
  updated_at: location.updatedAt.toISOString(),
})
