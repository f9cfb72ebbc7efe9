// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface CarrierAccountRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'carrier_account_id'?: (string);
  /**
   * Document of an update.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface CarrierAccountRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'carrier_account_id': (string);
  /**
   * Document of an update.
   */
  'document': (Buffer);
}
