// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface FindToEraseRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  'merchant_order_ref'?: (string);
  /**
   * In any usual notation.
   */
  'phone'?: (string);
  'email'?: (string);
  /**
   * Where the previous page ended; empty starts with the newest shipment.
   */
  'cursor'?: (string);
  'by'?: "shipment_id"|"merchant_order_ref"|"phone"|"email";
}

export interface FindToEraseRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id'?: (string);
  'merchant_order_ref'?: (string);
  /**
   * In any usual notation.
   */
  'phone'?: (string);
  'email'?: (string);
  /**
   * Where the previous page ended; empty starts with the newest shipment.
   */
  'cursor': (string);
  'by'?: "shipment_id"|"merchant_order_ref"|"phone"|"email";
}
