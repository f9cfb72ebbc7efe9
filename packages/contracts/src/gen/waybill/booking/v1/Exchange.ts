// Original file: protos/waybill/booking/v1/booking.proto


export interface Exchange {
  'started_at'?: (string);
  'operation'?: (string);
  'direction'?: (string);
  'method'?: (string);
  'path'?: (string);
  'request_text'?: (string);
  /**
   * 0 if there was no response.
   */
  'http_status'?: (number);
  'response_text'?: (string);
  'fault'?: (string);
  'duration_ms'?: (number);
}

export interface Exchange__Output {
  'started_at': (string);
  'operation': (string);
  'direction': (string);
  'method': (string);
  'path': (string);
  'request_text': (string);
  /**
   * 0 if there was no response.
   */
  'http_status': (number);
  'response_text': (string);
  'fault': (string);
  'duration_ms': (number);
}
