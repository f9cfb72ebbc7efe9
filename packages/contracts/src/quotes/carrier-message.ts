/** Messages of a quote about carriers and services without an offer, with their mapping to the public shape. */
import { z } from 'zod'

/** Meaning of each code of a message. Carriers have their own codes, and later versions add others. */
export const carrierMessageCodes = {
  too_heavy: 'A parcel, or all of them together, weighs more than the service takes.',
  too_long: 'A parcel is longer than the service takes.',
  too_large: 'A parcel is larger than the service takes.',
  too_many_parcels: 'There are more parcels than the service takes.',
  no_parcels: 'There is no parcel to price.',
  no_coverage: 'The service does not collect or deliver at these places.',
  too_far: 'The drop-off is farther from the pickup than the service goes.',
  no_coordinates: 'The distance decides, and an address has no `latitude` and `longitude`.',
  not_in_time: 'The service cannot collect or deliver at that time.',
  no_courier: 'No courier is free now.',
  no_offer: 'The carrier made no offer and gave no reason, or none that can be booked here.',
  no_rates_returned: 'The aggregator answered without rates and without a reason. A later request may get some.',
  offer_expired: 'The offer expired while other carriers were asked.',
  refused: 'The carrier refuses the shipment. The simulated ones do so for `SIM-NOT-SERVED`.',
  carrier_unavailable: 'The carrier cannot be reached, or answers that it is out of order.',
  timeout: 'The carrier did not answer in time.',
  aborted: 'The request was given up before the carrier had answered.',
  rate_limited: 'The carrier takes no more requests for the moment.',
  malformed_answer: 'The answer of the carrier cannot be read.',
  carrier_error: 'The carrier reports an error without a code; the message has its words.',
  account_failing: 'The carrier does not accept the credentials of the account. Correct and verify them.',
  carrier_not_connected: 'Your account with the aggregator has no carriers. Connect one there.',
  origin_not_served: 'The account is for pickups elsewhere: see its `origin`.',
  simulated_carrier: 'The carrier is simulated, and the environment is live.',
  customs_not_supported: 'The carrier takes no shipments through customs from here, or not on these terms.',
  missing_field: 'The carrier needs a field of the shipment that is empty.',
  invalid_field: 'The carrier cannot read the value of a field.',
  field_too_long: 'A field has more characters than the carrier takes.',
  phone_required: 'The carrier needs a phone number, and the address has none.',
  phone_invalid: 'The carrier cannot dial the phone number of the address.',
  phone_missing: 'The address has no phone number, without which some carriers make no offer.',
  province_required: 'The carrier needs the province of the address.',
  option_not_supported: 'The carrier or service cannot do what one of `service_options` asks for.',
  option_not_in_price:
    'Not a reason: the carrier charges for one of `service_options` beside the price, and says how much with the booking.',
  option_unconfirmed: 'Not a reason: the carrier does not confirm one of `service_options`, and may leave it out.',
  text_shortened: 'Not a reason: a text is longer than the carrier or its label takes. The rest of it is left out.',
  text_unprintable: 'Not a reason: the label has no font for the script of a text, and prints squares.',
  residential_assumed:
    'Not a reason: the price takes the drop-off for a home or a business, since its `residential` is not known.',
  customs_left_out: 'Not a reason: the carrier has no field for a part of `customs`, and does not get it.',
  customs_missing:
    'Not a reason: customs on this lane ask for a field that is empty. The message has rule, date and source.',
  customs_estimate: 'Not a reason: duties that the lane costs, estimated by a rule as in `customs_missing`.',
  customs_doubtful: 'Not a reason: customs on this lane may not take the value of a field, as in `customs_missing`.',
  carrier_notice: 'Not a reason: what a carrier with offers says beside them.',
} as const
export type CarrierMessageCode = keyof typeof carrierMessageCodes

/** Why a carrier, or one of its services, made no offer; with a code that is no reason, what it says beside its offers. */
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

/** A text: carriers have their own codes. */
const carrierMessageCodeSchema = z.string().meta({ id: 'CarrierMessageCode' })

export const publicCarrierMessageSchema = z
  .object({
    carrier_code: z.string(),
    carrier_account_id: z.string(),
    service_code: z.string().nullable().describe('The service; null: every service of the carrier.'),
    code: carrierMessageCodeSchema.describe(
      'Why there is no offer. If a field of the shipment is the reason, `pointer` names it.',
    ),
    message: z.string(),
    retryable: z
      .boolean()
      .describe(
        '`true`: the carrier may make an offer for the same route and parcels later; request a quote again. `false`: it will not; change route, parcels or time, or use other carriers.',
      ),
    pointer: z
      .string()
      .nullable()
      .describe(
        'JSON pointer to the missing or wrong field of the shipment, such as `/dropoff_address/phone`. Null: none.',
      ),
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
