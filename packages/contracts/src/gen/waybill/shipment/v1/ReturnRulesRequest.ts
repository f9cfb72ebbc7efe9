// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ReturnRulesRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * Document of an update.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface ReturnRulesRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * Document of an update.
   */
  'document': (Buffer);
}
