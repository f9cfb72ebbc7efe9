import { z } from 'zod'

/** One entry of GET /api/v1/carriers. */
export const publicCarrierSchema = z
  .object({
    carrier_code: z.string(),
    name: z.string(),
    simulated: z.boolean().describe('Exists in the simulator only, and in test environments only.'),
    countries: z.array(z.string()).describe('Where it collects, by ISO 3166-1 alpha-2; `*`: everywhere.'),
    capabilities: z
      .object({ cancel: z.boolean(), update: z.boolean(), track: z.boolean(), label: z.boolean() })
      .describe('What it can do for a booking.'),
    labels: z
      .array(z.object({ format: z.enum(['pdf', 'zpl', 'png']), size: z.enum(['4x6', 'a4']) }))
      .describe('The forms in which it prints labels, its usual one first.'),
    services: z.array(
      z.object({
        service_code: z.string(),
        name: z.string(),
        on_demand: z.boolean().describe('Comes now, instead of on a round or on the next day.'),
        max_weight_kg: z.string().describe('Of one parcel, kilograms, 3 decimals.'),
        max_length_cm: z.string().describe('Of one parcel, centimetres, 2 decimals.'),
        max_width_cm: z.string().describe('Of one parcel, centimetres, 2 decimals.'),
        max_height_cm: z.string().describe('Of one parcel, centimetres, 2 decimals.'),
        max_parcels: z.number().int(),
        quote_validity_seconds: z.number().int().describe('How long a price holds.'),
      }),
    ),
  })
  .meta({ id: 'Carrier' })
export type PublicCarrier = z.output<typeof publicCarrierSchema>
