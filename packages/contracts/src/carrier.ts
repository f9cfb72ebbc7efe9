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
    account: z
      .object({
        fields: z
          .array(
            z.object({
              name: z.string().describe('Name of the credential in `credentials`.'),
              label: z.string().describe('Label for a form.'),
              help: z.string().describe('Where to find the credential.'),
              required: z.boolean(),
              pattern: z
                .string()
                .nullable()
                .describe('Regular expression that every valid value matches. Null: any text of 1 to 500 characters.'),
              example: z.string().nullable().describe('An example of the form, not a real value.'),
            }),
          )
          .describe('The credentials of an account.'),
        callbacks: z
          .enum(['registered', 'manual', 'none'])
          .describe(
            '`registered`: verifying the account registers its `callback_url`. `manual`: enter `callback_url` at the carrier. `none`: the carrier is polled.',
          ),
      })
      .nullable()
      .describe('What an account of yours with this carrier needs. Null: none is needed.'),
    discovers_services: z
      .boolean()
      .describe('Whether the offers name the services, such as `usps.priority`, and `services` is empty.'),
    services: z.array(
      z.object({
        service_code: z.string(),
        name: z.string(),
        features: z
          .array(z.string())
          .describe(
            'What the service includes: `tracking`, `live_position`, `photo` and `signature` at the door, `insurance`. More may be added.',
          ),
        on_demand: z.boolean().describe('Whether a courier is sent at once instead of on a scheduled round.'),
        max_weight_kg: z.string().describe('Maximum weight of a parcel in kilograms, 3 decimals.'),
        max_length_cm: z.string().describe('Maximum length of a parcel in centimetres, 2 decimals.'),
        max_width_cm: z.string().describe('Maximum width of a parcel in centimetres, 2 decimals.'),
        max_height_cm: z.string().describe('Maximum height of a parcel in centimetres, 2 decimals.'),
        max_parcels: z.number().int().describe('Maximum number of parcels per shipment.'),
        on_demand_limits: z
          .object({
            max_distance_km: z
              .string()
              .describe('Maximum distance from pickup to drop-off in kilometres by road, 3 decimals.'),
            crosses_borders: z.boolean().describe('Whether pickup and drop-off may be in different countries.'),
          })
          .nullable()
          .describe(
            'Limits of the route of on-demand shipments, unless `dispatch` names services. Null: no limits are declared; the carrier answers for each route.',
          ),
        quote_validity_seconds: z
          .number()
          .int()
          .describe(
            'The longest time for which an offer can be booked, in seconds. The `expires_at` of an option can be earlier: an offer for today ends when the service can no longer keep it.',
          ),
      }),
    ),
  })
  .meta({ id: 'Carrier' })
export type PublicCarrier = z.output<typeof publicCarrierSchema>
