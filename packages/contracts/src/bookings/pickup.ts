/** Pickups: what POST /api/v1/pickups takes, and what became of it. */
import { z } from 'zod'
import { publicErrorSchema } from '../batches/shipment-batch.ts'
import { decimalString, timestampString } from '../requests/described-texts.ts'
import { refuse } from '../requests/validation.ts'
import { addressSchema, publicAddressSchema } from '../values/address.ts'
import { currencyCode } from '../values/currency-code.ts'
import { numeric } from '../values/number.ts'
import { optionalText, timestamp } from '../values/text.ts'

const MOST_BOOKINGS = 100

/** Body of POST /api/v1/pickups. */
export const createPickupSchema = z
  .strictObject({
    booking_ids: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(MOST_BOOKINGS)
      .superRefine((ids, context) => {
        const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index)
        if (repeated !== -1) refuse(context, [repeated], 'repeated', 'must be different from the ids before it')
      })
      .describe('1 to 100 bookings of one carrier account whose parcels are to be collected together.'),
    window_from: timestamp.describe('From when the carrier may come.'),
    window_to: timestamp.describe('Until when, at most 12 hours later.'),
    address: addressSchema
      .nullable()
      .default(null)
      .describe('Where, as a shipment has it. Null, the default: the pickup address of the bookings.'),
    instructions: optionalText(300).describe('For the driver.'),
    max_price: z
      .strictObject({ amount: numeric(z.number().min(0).max(1_000_000)), currency: currencyCode })
      .nullable()
      .default(null)
      .describe('If the carrier names a higher price, or one in another currency, nothing is scheduled.'),
  })
  .meta({ id: 'CreatePickup' })
export type CreatePickup = z.output<typeof createPickupSchema>

export const pickupStatuses = [
  ...(['requested', 'scheduled', 'changed', 'missed'] as const),
  ...(['cancelled', 'failed', 'unknown'] as const),
] as const
export type PickupStatus = (typeof pickupStatuses)[number]

/** Statuses of pickups, and which may follow which. */
export const pickupTransitions: Readonly<Record<PickupStatus, readonly PickupStatus[]>> = {
  requested: ['scheduled', 'cancelled', 'failed', 'unknown'],
  scheduled: ['changed', 'missed', 'cancelled'],
  changed: ['missed', 'cancelled'],
  missed: [],
  cancelled: [],
  failed: [],
  unknown: [],
}

export const publicPickupSchema = z
  .object({
    pickup_id: z.string().describe('Identifier, pku_…'),
    merchant_id: z.string(),
    environment_id: z.string(),
    status: z
      .enum(pickupStatuses)
      .describe(
        '`requested`: the carrier is being asked. `scheduled`: it comes. `changed`: it comes late, it says. `missed`: it has not collected them. `cancelled`: it does not. `failed`: see `error`. `unknown`: an answer was lost, ask the carrier.',
      ),
    carrier_code: z.string(),
    carrier_account_id: z.string(),
    booking_ids: z.array(z.string()).describe('In the order of the request.'),
    parcels: z.int().describe('Number of parcels.'),
    weight_kg: decimalString('Weight of all parcels.'),
    window_from: timestampString('From when the carrier may come.'),
    window_to: timestampString('Until when.'),
    address: publicAddressSchema.nullable().describe('Null: erased.'),
    instructions: z.string().nullable(),
    confirmation_number: z.string().nullable().describe("The carrier's number of the pickup."),
    price: z
      .object({ amount: z.string(), currency: z.string() })
      .nullable()
      .describe('What the carrier charges for it; null: it names no price.'),
    error: publicErrorSchema.nullable().describe('Why it `failed`, is `missed` or `unknown`, or was not cancelled.'),
    cancellation_requested_at: z.string().nullable().describe('Since when the carrier is to be asked to cancel.'),
    scheduled_at: z.string().nullable(),
    cancelled_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Pickup' })
export type PublicPickup = z.output<typeof publicPickupSchema>
