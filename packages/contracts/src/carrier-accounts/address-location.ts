/** Where an address is on the map: what merchants send and get. */
import { z } from 'zod'
import { addressSchema } from '../values/address.ts'

/** Body of POST /api/v1/addresses/locate. */
export const locateAddressSchema = z
  .strictObject({
    address: addressSchema.describe(
      'An address as a shipment has it. Street, city, province, post code and country are looked up, nothing else.',
    ),
  })
  .meta({ id: 'LocateAddress' })

export const precisions = ['building', 'street', 'post_code', 'city', 'region'] as const

export const publicAddressLocationSchema = z
  .object({
    candidates: z
      .array(
        z.object({
          latitude: z.number().describe('Degrees.'),
          longitude: z.number().describe('Degrees.'),
          label: z.string().describe('The place as the geocoder writes it.'),
          precision: z
            .enum(precisions)
            .describe('How exact the place is: the `building`, or the middle of the smallest area that is known.'),
        }),
      )
      .describe('At most 5, the best first. Empty: the geocoder knows no such place.'),
    attribution: z
      .string()
      .nullable()
      .describe('Where the data comes from, to be shown beside it; null: the geocoder states nothing.'),
  })
  .meta({ id: 'AddressLocation' })
export type PublicAddressLocation = z.output<typeof publicAddressLocationSchema>
