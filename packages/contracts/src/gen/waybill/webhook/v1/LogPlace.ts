// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A place in the log of an environment.
 */
export interface LogPlace {
  /**
   * Position of the last event that was read; 0 before the first one.
   */
  'position'?: (number | string | Long);
  /**
   * The events after the place are not older. RFC 3339.
   */
  'at'?: (string);
}

/**
 * A place in the log of an environment.
 */
export interface LogPlace__Output {
  /**
   * Position of the last event that was read; 0 before the first one.
   */
  'position': (number);
  /**
   * The events after the place are not older. RFC 3339.
   */
  'at': (string);
}
