// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListOpenLabelsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * Day of the collection, YYYY-MM-DD; empty means today.
   */
  'ship_date'?: (string);
}

export interface ListOpenLabelsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * Day of the collection, YYYY-MM-DD; empty means today.
   */
  'ship_date': (string);
}
