// Original file: protos/waybill/operator/v1/operator.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListParkedRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * 0 means 100.
   */
  'limit'?: (number);
}

export interface ListParkedRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * 0 means 100.
   */
  'limit': (number);
}
