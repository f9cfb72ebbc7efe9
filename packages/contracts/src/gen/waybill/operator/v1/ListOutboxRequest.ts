// Original file: protos/waybill/operator/v1/operator.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListOutboxRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * Of when they were written, ISO 8601; empty: unbounded.
   */
  'since'?: (string);
  'until'?: (string);
  /**
   * Empty: any.
   */
  'type'?: (string);
  'subject_id'?: (string);
  /**
   * 0: 100.
   */
  'limit'?: (number);
}

export interface ListOutboxRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * Of when they were written, ISO 8601; empty: unbounded.
   */
  'since': (string);
  'until': (string);
  /**
   * Empty: any.
   */
  'type': (string);
  'subject_id': (string);
  /**
   * 0: 100.
   */
  'limit': (number);
}
