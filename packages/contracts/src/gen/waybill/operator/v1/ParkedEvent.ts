// Original file: protos/waybill/operator/v1/operator.proto

import type { Long } from '@grpc/proto-loader';

export interface ParkedEvent {
  'environment_id'?: (string);
  'event_id'?: (string);
  'consumer'?: (string);
  'type'?: (string);
  'subject_type'?: (string);
  'subject_id'?: (string);
  /**
   * 0 means none.
   */
  'sequence'?: (number | string | Long);
  /**
   * gap or error
   */
  'reason'?: (string);
  'error'?: (string);
  'attempts'?: (number);
  'due_at'?: (string);
  'first_failed_at'?: (string);
  /**
   * JSON; set by GetParked only.
   */
  'event'?: (Buffer | Uint8Array | string);
}

export interface ParkedEvent__Output {
  'environment_id': (string);
  'event_id': (string);
  'consumer': (string);
  'type': (string);
  'subject_type': (string);
  'subject_id': (string);
  /**
   * 0 means none.
   */
  'sequence': (number);
  /**
   * gap or error
   */
  'reason': (string);
  'error': (string);
  'attempts': (number);
  'due_at': (string);
  'first_failed_at': (string);
  /**
   * JSON; set by GetParked only.
   */
  'event': (Buffer);
}
