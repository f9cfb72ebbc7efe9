/** The public values of each carrier at which merchants have accounts, by carrier code. */
import { expect } from 'vitest'

export interface Row {
  /** ShipEngine has no webhooks in its sandbox. Default: test. */
  mode?: 'live'
  service: string
  /** The vendor's words for credentials that it refuses. */
  refusal: object
  offer: object
  /** A field of the drop-off without which no offer is made, and the code of the message. */
  missing: readonly [field: 'province' | 'phone', code: string]
  /** Charges for a cancellation right after the booking. */
  charges?: object[]
}

export const rows: Readonly<Record<string, Row>> = {
  doordash_drive: {
    service: 'doordash_drive_courier',
    refusal: { code: 'authentication_error', message: 'The token could not be authenticated.' },
    offer: {
      total_amount: '9.75',
      price_lines: [
        { type: 'distance_based_fee', amount: '8.75' },
        { type: 'service_fee', amount: '1.00' },
      ],
    },
    missing: ['province', 'province_required'],
    // The courier confirms at once.
    charges: [{ type: 'cancellation_fee', amount: '9.75', currency: 'USD' }],
  },
  easypost: {
    service: 'usps.priority',
    refusal: { code: 'APIKEY.INACTIVE', message: expect.stringContaining('no longer active'), http_status: 401 },
    offer: { carried_by: 'USPS', total_amount: '7.58', transit_days: 2 },
    missing: ['province', 'missing_field'],
  },
  shipengine: {
    mode: 'live',
    service: 'usps.ground_advantage',
    refusal: { code: 'unauthorized', message: 'The API key is invalid.', http_status: 401 },
    offer: { carried_by: 'USPS', total_amount: '5.93' },
    missing: ['province', 'missing_field'],
  },
  shippo: {
    service: 'usps.ground_advantage',
    refusal: { code: 'carrier_error', message: 'Invalid token.', http_status: 401 },
    offer: { carried_by: 'USPS', total_amount: '5.93' },
    missing: ['province', 'missing_field'],
  },
  uber_direct: {
    service: 'uber_direct_courier',
    refusal: { code: 'unauthorized', message: 'The request was not authorized.' },
    offer: { total_amount: '6.00' },
    missing: ['phone', 'phone_required'],
    charges: [],
  },
  ups: {
    service: 'ups_ground',
    refusal: { code: '250002', message: 'Invalid Authentication Information.' },
    offer: { service_name: 'UPS Ground', tax_amount: expect.any(String), eta_precision: 'day' },
    missing: ['province', 'missing_field'],
  },
}
