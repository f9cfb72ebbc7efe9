// Original file: protos/waybill/booking/v1/booking.proto

import type { Resolution as _waybill_booking_v1_Resolution, Resolution__Output as _waybill_booking_v1_Resolution__Output } from '../../../waybill/booking/v1/Resolution.ts';

export interface DoubtfulBooking {
  'environment_id'?: (string);
  'booking_id'?: (string);
  'shipment_id'?: (string);
  'carrier_code'?: (string);
  /**
   * Our reference at the carrier, also the idempotency key of the request.
   */
  'attempt_id'?: (string);
  'sent_at'?: (string);
  /**
   * same_key, lookup_by_reference, prepared_id or none; empty if the carrier is not connected.
   */
  'recovery'?: (string);
  /**
   * The job that a callback named, or empty.
   */
  'reported_job_id'?: (string);
  /**
   * JSON of the last failure at the carrier, or empty.
   */
  'failure'?: (string);
  /**
   * Attempts to determine the outcome.
   */
  'tries'?: (number);
  'resolution'?: (_waybill_booking_v1_Resolution | null);
}

export interface DoubtfulBooking__Output {
  'environment_id': (string);
  'booking_id': (string);
  'shipment_id': (string);
  'carrier_code': (string);
  /**
   * Our reference at the carrier, also the idempotency key of the request.
   */
  'attempt_id': (string);
  'sent_at': (string);
  /**
   * same_key, lookup_by_reference, prepared_id or none; empty if the carrier is not connected.
   */
  'recovery': (string);
  /**
   * The job that a callback named, or empty.
   */
  'reported_job_id': (string);
  /**
   * JSON of the last failure at the carrier, or empty.
   */
  'failure': (string);
  /**
   * Attempts to determine the outcome.
   */
  'tries': (number);
  'resolution': (_waybill_booking_v1_Resolution__Output | null);
}
