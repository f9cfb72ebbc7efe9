// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from '../../../waybill/common/v1/Page.ts';

export interface ListRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'page'?: (_waybill_common_v1_Page | null);
  /**
   * Filters; empty matches everything.
   */
  'shipment_id'?: (string);
  'status'?: (string);
  /**
   * Whether an unknown shipment_id is an error instead of an empty list.
   */
  'shipment_must_exist'?: (boolean);
  /**
   * ISO 8601; requested_at >= requested_from and < requested_to. Empty: no limit.
   */
  'requested_from'?: (string);
  'requested_to'?: (string);
}

export interface ListRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'page': (_waybill_common_v1_Page__Output | null);
  /**
   * Filters; empty matches everything.
   */
  'shipment_id': (string);
  'status': (string);
  /**
   * Whether an unknown shipment_id is an error instead of an empty list.
   */
  'shipment_must_exist': (boolean);
  /**
   * ISO 8601; requested_at >= requested_from and < requested_to. Empty: no limit.
   */
  'requested_from': (string);
  'requested_to': (string);
}
