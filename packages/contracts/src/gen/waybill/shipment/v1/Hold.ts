// Original file: protos/waybill/shipment/v1/shipment.proto


/**
 * Keeps a shipment from being booked.
 */
export interface Hold {
  'reason'?: (string);
  /**
   * ISO 8601 UTC.
   */
  'held_at'?: (string);
  /**
   * The member or the key, usr_… or key_….
   */
  'held_by'?: (string);
}

/**
 * Keeps a shipment from being booked.
 */
export interface Hold__Output {
  'reason': (string);
  /**
   * ISO 8601 UTC.
   */
  'held_at': (string);
  /**
   * The member or the key, usr_… or key_….
   */
  'held_by': (string);
}
