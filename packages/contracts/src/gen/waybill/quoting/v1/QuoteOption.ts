// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Long } from '@grpc/proto-loader';

export interface QuoteOption {
  'quote_option_id'?: (string);
  'carrier_code'?: (string);
  'service_code'?: (string);
  'carrier_account_id'?: (string);
  'currency'?: (string);
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
}

export interface QuoteOption__Output {
  'quote_option_id': (string);
  'carrier_code': (string);
  'service_code': (string);
  'carrier_account_id': (string);
  'currency': (string);
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
}
