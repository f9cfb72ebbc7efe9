// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListDoubtfulRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * 0 means 100.
   */
  'limit'?: (number);
}

export interface ListDoubtfulRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * 0 means 100.
   */
  'limit': (number);
}
