// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ReturnRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * The shipment whose goods come back.
   */
  'shipment_id'?: (string);
  'document'?: (Buffer | Uint8Array | string);
}

export interface ReturnRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * The shipment whose goods come back.
   */
  'shipment_id': (string);
  'document': (Buffer);
}
