// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from '../../../waybill/common/v1/Page.ts';

export interface ListDeliveriesRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'page'?: (_waybill_common_v1_Page | null);
  'subscription_id'?: (string);
  /**
   * Filters; empty matches everything.
   */
  'status'?: (string);
  'event'?: (string);
  /**
   * At most 100.
   */
  'event_ids'?: (string)[];
}

export interface ListDeliveriesRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'page': (_waybill_common_v1_Page__Output | null);
  'subscription_id': (string);
  /**
   * Filters; empty matches everything.
   */
  'status': (string);
  'event': (string);
  /**
   * At most 100.
   */
  'event_ids': (string)[];
}
