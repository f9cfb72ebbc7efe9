// Original file: protos/waybill/operator/v1/operator.proto

import type { Long } from '@grpc/proto-loader';

export interface OutboxEvent {
  'position'?: (number | string | Long);
  'environment_id'?: (string);
  'event_id'?: (string);
  'type'?: (string);
  'subject_type'?: (string);
  'subject_id'?: (string);
  /**
   * 0 means none.
   */
  'sequence'?: (number | string | Long);
  'created_at'?: (string);
  /**
   * Empty while the event waits to be published.
   */
  'published_at'?: (string);
}

export interface OutboxEvent__Output {
  'position': (number);
  'environment_id': (string);
  'event_id': (string);
  'type': (string);
  'subject_type': (string);
  'subject_id': (string);
  /**
   * 0 means none.
   */
  'sequence': (number);
  'created_at': (string);
  /**
   * Empty while the event waits to be published.
   */
  'published_at': (string);
}
