/** Spend and outcomes of bookings by week, carrier and service. */
import { z } from 'zod'
import { decimalString, timestampString } from '../requests/described-texts.ts'

/** By what the costs are grouped, beside the currency. */
export const costGroups = ['week', 'carrier', 'service'] as const
export type CostGroup = (typeof costGroups)[number]

/** Weeks of an answer at most. */
export const MOST_COST_WEEKS = 53
/** Rows of an answer at most. */
export const MOST_COST_ROWS = 5_000

const count = (description: string) => z.int().describe(description)

const costRowSchema = z
  .object({
    week: z.string().nullable().describe('Its Monday; null: not grouped by `week`.'),
    carrier_code: z.string().nullable(),
    service_code: z.string().nullable(),
    currency: z.string(),
    amount: decimalString('Due before tax: prices and later charges, less credits.'),
    tax_amount: z.string(),
    total_amount: z.string(),
    charges_amount: decimalString('Later charges less credits, in `amount`.'),
    cancelled_amount: decimalString('Prices before tax of bookings that ended before the pickup: not due.'),
    bookings: count('That a carrier took.'),
    parcels: count('Without those of bookings that ended before the pickup.'),
    delivered: z.int(),
    on_time: count('Delivered by `quote_option.eta_to`, as booked.'),
    late: count('Delivered later. At an unknown time: neither.'),
    returned: z.int(),
    failed: count('Taken and not delivered.'),
    cancelled: count('Before the pickup.'),
    refused: count('Not taken: not among `bookings`.'),
  })
  .meta({ id: 'CostRow' })

/** Response to a request for costs. */
export const costsSchema = z
  .object({
    from: z.string().describe('A Monday.'),
    to: z.string().describe('A Sunday.'),
    group_by: z.array(z.enum(costGroups)),
    as_of: timestampString('Changes until then are counted; null: older bookings are still being counted.').nullable(),
    rows: z.array(costRowSchema),
  })
  .meta({ id: 'Costs' })
export type Costs = z.output<typeof costsSchema>
export type CostRow = Costs['rows'][number]
