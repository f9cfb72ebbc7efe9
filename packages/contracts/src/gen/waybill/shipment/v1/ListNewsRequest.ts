// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The position of one follower.
 */
export interface _waybill_shipment_v1_ListNewsRequest_Place {
  'environment_id'?: (string);
  'shipment_id'?: (string);
  'position'?: (number | string | Long);
}

/**
 * The position of one follower.
 */
export interface _waybill_shipment_v1_ListNewsRequest_Place__Output {
  'environment_id': (string);
  'shipment_id': (string);
  'position': (number);
}

export interface ListNewsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'places'?: (_waybill_shipment_v1_ListNewsRequest_Place)[];
}

export interface ListNewsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'places': (_waybill_shipment_v1_ListNewsRequest_Place__Output)[];
}
