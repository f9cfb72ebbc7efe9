// Original file: protos/waybill/quoting/v1/quoting.proto

import type { PriceLine as _waybill_quoting_v1_PriceLine, PriceLine__Output as _waybill_quoting_v1_PriceLine__Output } from '../../../waybill/quoting/v1/PriceLine.ts';
import type { Long } from '@grpc/proto-loader';

export interface QuoteOption {
  'quote_option_id'?: (string);
  'carrier_code'?: (string);
  'service_code'?: (string);
  'carrier_account_id'?: (string);
  'currency'?: (string);
  /**
   * Both amounts count 10^-exponent of one unit of currency.
   */
  'amount_minor'?: (number | string | Long);
  'tax_minor'?: (number | string | Long);
  /**
   * ISO 8601 UTC.
   */
  'eta_from'?: (string);
  'eta_to'?: (string);
  'max_weight_grams'?: (number | string | Long);
  'expires_at'?: (string);
  /**
   * The carrier's id of the rate, or empty.
   */
  'carrier_rate_id'?: (string);
  'exponent'?: (number);
  'carrier_name'?: (string);
  'service_name'?: (string);
  'transit_days'?: (number);
  /**
   * The parts of the amount before tax, or none.
   */
  'price_lines'?: (_waybill_quoting_v1_PriceLine)[];
  'features'?: (string)[];
  /**
   * Who carries the parcels, if the carrier is an aggregator: `USPS`. Empty: the carrier itself.
   */
  'carried_by'?: (string);
  /**
   * `time`, `day` or `table`; empty: `time`.
   */
  'eta_precision'?: (string);
}

export interface QuoteOption__Output {
  'quote_option_id': (string);
  'carrier_code': (string);
  'service_code': (string);
  'carrier_account_id': (string);
  'currency': (string);
  /**
   * Both amounts count 10^-exponent of one unit of currency.
   */
  'amount_minor': (number);
  'tax_minor': (number);
  /**
   * ISO 8601 UTC.
   */
  'eta_from': (string);
  'eta_to': (string);
  'max_weight_grams': (number);
  'expires_at': (string);
  /**
   * The carrier's id of the rate, or empty.
   */
  'carrier_rate_id': (string);
  'exponent': (number);
  'carrier_name': (string);
  'service_name': (string);
  'transit_days': (number);
  /**
   * The parts of the amount before tax, or none.
   */
  'price_lines': (_waybill_quoting_v1_PriceLine__Output)[];
  'features': (string)[];
  /**
   * Who carries the parcels, if the carrier is an aggregator: `USPS`. Empty: the carrier itself.
   */
  'carried_by': (string);
  /**
   * `time`, `day` or `table`; empty: `time`.
   */
  'eta_precision': (string);
}
