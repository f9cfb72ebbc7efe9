// Original file: protos/waybill/operator/v1/operator.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListStuckRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * Age from which something counts; 0 means the limit of its kind.
   */
  'after_seconds'?: (number);
}

export interface ListStuckRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * Age from which something counts; 0 means the limit of its kind.
   */
  'after_seconds': (number);
}
