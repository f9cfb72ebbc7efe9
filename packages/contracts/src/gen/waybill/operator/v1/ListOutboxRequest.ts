// Original file: protos/waybill/operator/v1/operator.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListOutboxRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * Creation time, ISO 8601; empty means unbounded.
   */
  'since'?: (string);
  'until'?: (string);
  /**
   * Filters; empty matches everything.
   */
  'type'?: (string);
  'subject_id'?: (string);
  /**
   * 0 means 100.
   */
  'limit'?: (number);
}

export interface ListOutboxRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * Creation time, ISO 8601; empty means unbounded.
   */
  'since': (string);
  'until': (string);
  /**
   * Filters; empty matches everything.
   */
  'type': (string);
  'subject_id': (string);
  /**
   * 0 means 100.
   */
  'limit': (number);
}
