// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface FollowRequest {
  /**
   * Contains only the request id if a tracking token authorizes the caller.
   */
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  'tracking_token'?: (string);
  /**
   * The last timeline entry seen; empty starts at the beginning.
   */
  'last_event_id'?: (string);
  'shipment'?: "shipment_id"|"tracking_token";
}

export interface FollowRequest__Output {
  /**
   * Contains only the request id if a tracking token authorizes the caller.
   */
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id'?: (string);
  'tracking_token'?: (string);
  /**
   * The last timeline entry seen; empty starts at the beginning.
   */
  'last_event_id': (string);
  'shipment'?: "shipment_id"|"tracking_token";
}
