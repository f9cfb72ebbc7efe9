/** Checks of addresses: what merchants send and get. */
import { z } from 'zod'
import { addressSchema } from '../values/address.ts'

/** Body of POST /api/v1/addresses/check. */
export const checkAddressSchema = z
  .strictObject({
    address: addressSchema.describe('An address as a shipment has it.'),
    carrier_account_id: z
      .string()
      .max(64)
      .nullable()
      .default(null)
      .describe(
        'Your account that is asked, cac_…; its carrier may charge for it. Null, the default: the oldest enabled one that checks addresses in the country.',
      ),
  })
  .meta({ id: 'CheckAddress' })

const statuses = ['verified', 'corrected', 'doubtful', 'unknown'] as const

const correctable = {
  address_line_1: z.string(),
  address_line_2: z.string().nullable(),
  city: z.string(),
  province: z.string().nullable(),
  post_code: z.string().nullable(),
}
const suggestionSchema = z.object(correctable).partial()

export const publicAddressCheckSchema = z
  .object({
    status: z
      .enum(statuses)
      .describe(
        '`verified`: the carrier knows the address. `corrected`: it knows it with the `suggestion`. `doubtful`: it does not know it, or something is missing; see `messages`. `unknown`: nobody could tell.',
      ),
    checked_by: z
      .object({ carrier_code: z.string(), carrier_account_id: z.string() })
      .nullable()
      .describe('The account that was asked. Null: none; only the form was compared with the rules of the country.'),
    suggestion: suggestionSchema.describe(
      'The fields that differ by more than their spelling, as PATCH of a shipment takes them; empty: none. Nothing is changed by itself.',
    ),
    residential: z.boolean().nullable().describe('Whether the carrier takes it for a home; null: not known.'),
    latitude: z.number().nullable().describe('Degrees; null: not known.'),
    longitude: z.number().nullable().describe('Degrees; null: not known.'),
    messages: z.array(
      z.object({
        code: z.string().describe("A code of the carrier's, or one of the guide."),
        message: z.string(),
        pointer: z.string().nullable().describe('JSON pointer to the field in the request; null: the whole address.'),
      }),
    ),
  })
  .meta({ id: 'AddressCheck' })
export type PublicAddressCheck = z.output<typeof publicAddressCheckSchema>
