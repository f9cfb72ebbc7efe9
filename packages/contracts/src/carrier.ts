import { z } from 'zod'

/** One entry of GET /api/v1/carriers. */
export const publicCarrierSchema = z
  .object({
    carrier_code: z.string(),
    name: z.string(),
    simulated: z.boolean().describe('Whether this is a simulated carrier, available in test environments only.'),
    countries: z
      .array(z.string())
      .describe('Countries of pickup as ISO 3166-1 alpha-2 codes; `*` means every country.'),
    capabilities: z
      .object({ cancel: z.boolean(), update: z.boolean(), track: z.boolean(), label: z.boolean() })
      .describe('Operations the carrier supports for a booking.'),
    labels: z
      .array(z.object({ format: z.enum(['pdf', 'zpl', 'png']), size: z.enum(['4x6', 'a4']) }))
      .describe('Supported label formats and sizes, the default first.'),
    services: z.array(
      z.object({
        service_code: z.string(),
        name: z.string(),
        on_demand: z.boolean().describe('Whether a courier is sent at once instead of on a scheduled round.'),
        max_weight_kg: z.string().describe('Maximum weight of a parcel in kilograms, 3 decimals.'),
        max_length_cm: z.string().describe('Maximum length of a parcel in centimetres, 2 decimals.'),
        max_width_cm: z.string().describe('Maximum width of a parcel in centimetres, 2 decimals.'),
        max_height_cm: z.string().describe('Maximum height of a parcel in centimetres, 2 decimals.'),
        max_parcels: z.number().int().describe('Maximum number of parcels per shipment.'),
        quote_validity_seconds: z.number().int().describe('Seconds for which a quoted price is valid.'),
      }),
    ),
  })
  .meta({ id: 'Carrier' })
export type PublicCarrier = z.output<typeof publicCarrierSchema>
