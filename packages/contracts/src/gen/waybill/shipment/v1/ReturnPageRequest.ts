// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ReturnPageRequest {
  /**
   * Contains only the request id.
   */
  'context'?: (_waybill_common_v1_Context | null);
  'tracking_token'?: (string);
  /**
   * The recipient's choice as JSON; empty when the page is opened.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface ReturnPageRequest__Output {
  /**
   * Contains only the request id.
   */
  'context': (_waybill_common_v1_Context__Output | null);
  'tracking_token': (string);
  /**
   * The recipient's choice as JSON; empty when the page is opened.
   */
  'document': (Buffer);
}
