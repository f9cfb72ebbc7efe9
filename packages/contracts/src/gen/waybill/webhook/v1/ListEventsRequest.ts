// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from '../../../waybill/common/v1/Page.ts';

export interface ListEventsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'page'?: (_waybill_common_v1_Page | null);
  /**
   * Filters; empty matches everything. type is an event type or wildcard; times are RFC 3339.
   */
  'type'?: (string);
  'subject_id'?: (string);
  'created_from'?: (string);
  'created_to'?: (string);
  /**
   * Oldest first; every page, including the last one, has a cursor to continue from.
   */
  'ascending'?: (boolean);
}

export interface ListEventsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'page': (_waybill_common_v1_Page__Output | null);
  /**
   * Filters; empty matches everything. type is an event type or wildcard; times are RFC 3339.
   */
  'type': (string);
  'subject_id': (string);
  'created_from': (string);
  'created_to': (string);
  /**
   * Oldest first; every page, including the last one, has a cursor to continue from.
   */
  'ascending': (boolean);
}
