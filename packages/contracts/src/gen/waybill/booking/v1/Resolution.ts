// Original file: protos/waybill/booking/v1/booking.proto


export interface Resolution {
  'booking_id'?: (string);
  'attempt_id'?: (string);
  /**
   * booked, not_booked
   */
  'outcome'?: (string);
  'carrier_job_id'?: (string);
  'note'?: (string);
  'resolved_at'?: (string);
}

export interface Resolution__Output {
  'booking_id': (string);
  'attempt_id': (string);
  /**
   * booked, not_booked
   */
  'outcome': (string);
  'carrier_job_id': (string);
  'note': (string);
  'resolved_at': (string);
}
