// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from '../../../waybill/common/v1/Page.ts';

export interface ListBatchItemsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'batch_id'?: (string);
  'page'?: (_waybill_common_v1_Page | null);
  /**
   * pending, booked or failed; empty means all.
   */
  'status'?: (string);
}

export interface ListBatchItemsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'batch_id': (string);
  'page': (_waybill_common_v1_Page__Output | null);
  /**
   * pending, booked or failed; empty means all.
   */
  'status': (string);
}
