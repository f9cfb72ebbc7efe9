// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from '../../../waybill/common/v1/Page.ts';

export interface ListManifestsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'page'?: (_waybill_common_v1_Page | null);
  /**
   * creating, created or failed; empty means all.
   */
  'status'?: (string);
  /**
   * Those of this booking; empty means all.
   */
  'booking_id'?: (string);
}

export interface ListManifestsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'page': (_waybill_common_v1_Page__Output | null);
  /**
   * creating, created or failed; empty means all.
   */
  'status': (string);
  /**
   * Those of this booking; empty means all.
   */
  'booking_id': (string);
}
