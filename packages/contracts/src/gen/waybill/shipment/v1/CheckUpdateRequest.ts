// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface CheckUpdateRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  /**
   * The merchant's JSON.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface CheckUpdateRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  /**
   * The merchant's JSON.
   */
  'document': (Buffer);
}
