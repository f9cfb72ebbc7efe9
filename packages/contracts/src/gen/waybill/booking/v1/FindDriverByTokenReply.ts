// Original file: protos/waybill/booking/v1/booking.proto


/**
 * Empty: there is no active driver with the token.
 */
export interface FindDriverByTokenReply {
  'environment_id'?: (string);
  'driver_id'?: (string);
}

/**
 * Empty: there is no active driver with the token.
 */
export interface FindDriverByTokenReply__Output {
  'environment_id': (string);
  'driver_id': (string);
}
