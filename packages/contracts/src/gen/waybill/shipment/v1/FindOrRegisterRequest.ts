// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface FindOrRegisterRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'quote_id'?: (string);
  /**
   * The body of POST /api/v1/quotes.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface FindOrRegisterRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'quote_id': (string);
  /**
   * The body of POST /api/v1/quotes.
   */
  'document': (Buffer);
}
