/** What a quote says of carriers and services without an offer, with its mapping to the public shape. */
import { z } from 'zod'

/** Documented codes of messages; carriers and later versions add others. */
export const carrierMessageCodes = [
  'too_heavy',
  'too_long',
  'too_large',
  'too_many_parcels',
  'no_coverage',
  'too_far',
  'no_coordinates',
  'not_in_time',
  'no_offer',
  'offer_expired',
  'carrier_unavailable',
  'timeout',
  'rate_limited',
  'malformed_answer',
  'carrier_error',
  'account_failing',
  'origin_not_served',
  'customs_not_supported',
  'missing_field',
  'phone_required',
  'phone_invalid',
  'phone_missing',
  'province_required',
  'carrier_notice',
] as const
export type CarrierMessageCode = (typeof carrierMessageCodes)[number]

/** Why a carrier, or one of its services, made no offer; with the code `carrier_notice`, what it says beside its offers. */
export interface CarrierMessage {
  carrierCode: string
  carrierAccountId: string
  /** Null: every service of the carrier. */
  serviceCode: string | null
  /** One of `carrierMessageCodes` or a code of the carrier. */
  code: string
  message: string
  retryable: boolean
  /** JSON pointer to the field of the shipment to mend: `/dropoff_address/phone`; null: none. */
  pointer: string | null
}

export const publicCarrierMessageSchema = z
  .object({
    carrier_code: z.string(),
    carrier_account_id: z.string(),
    service_code: z.string().nullable(),
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    pointer: z.string().nullable(),
  })
  .meta({ id: 'CarrierMessage' })
export type PublicCarrierMessage = z.output<typeof publicCarrierMessageSchema>

/** The only mapping of a message to its public shape: in quotes and in the errors of quotes without an offer. */
export const publicCarrierMessage = (message: CarrierMessage): PublicCarrierMessage => ({
  carrier_code: message.carrierCode,
  carrier_account_id: message.carrierAccountId,
  service_code: message.serviceCode,
  code: message.code,
  message: message.message,
  retryable: message.retryable,
  pointer: message.pointer,
})
