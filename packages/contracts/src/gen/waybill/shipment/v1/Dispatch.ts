// Original file: protos/waybill/shipment/v1/shipment.proto


/**
 * Limits of the search for a courier. Empty texts and lists and zeros: no limit.
 */
export interface Dispatch {
  /**
   * Decimal text.
   */
  'max_total_amount'?: (string);
  'currency'?: (string);
  'carrier_codes'?: (string)[];
  'service_codes'?: (string)[];
  /**
   * ISO 8601 UTC.
   */
  'deliver_by'?: (string);
  'max_attempts'?: (number);
  'window_minutes'?: (number);
  'pickup_late_after_minutes'?: (number);
  'carried_by'?: (string)[];
}

/**
 * Limits of the search for a courier. Empty texts and lists and zeros: no limit.
 */
export interface Dispatch__Output {
  /**
   * Decimal text.
   */
  'max_total_amount': (string);
  'currency': (string);
  'carrier_codes': (string)[];
  'service_codes': (string)[];
  /**
   * ISO 8601 UTC.
   */
  'deliver_by': (string);
  'max_attempts': (number);
  'window_minutes': (number);
  'pickup_late_after_minutes': (number);
  'carried_by': (string)[];
}
