// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface RateCardRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'rate_card_id'?: (string);
  /**
   * Document of an update.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface RateCardRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'rate_card_id': (string);
  /**
   * Document of an update.
   */
  'document': (Buffer);
}
