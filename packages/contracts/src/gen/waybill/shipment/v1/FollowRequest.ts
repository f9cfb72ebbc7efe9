// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface FollowRequest {
  /**
   * Empty but for the request id when the tracking token stands for the caller.
   */
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  'tracking_token'?: (string);
  /**
   * The entry of the timeline that was seen last, or empty: from the beginning.
   */
  'last_event_id'?: (string);
  'shipment'?: "shipment_id"|"tracking_token";
}

export interface FollowRequest__Output {
  /**
   * Empty but for the request id when the tracking token stands for the caller.
   */
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id'?: (string);
  'tracking_token'?: (string);
  /**
   * The entry of the timeline that was seen last, or empty: from the beginning.
   */
  'last_event_id': (string);
  'shipment'?: "shipment_id"|"tracking_token";
}
