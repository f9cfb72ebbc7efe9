// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface FindOrRegisterRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'quote_id'?: (string);
  /**
   * The body of POST /api/v1/quotes.
   */
  'document'?: (Buffer | Uint8Array | string);
  /**
   * Registers nothing: without a match, replies with the shipment that would be registered, whose sequence is 0.
   */
  'only_find'?: (boolean);
  /**
   * The id of a shipment that is registered; empty: a new one.
   */
  'new_shipment_id'?: (string);
}

export interface FindOrRegisterRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'quote_id': (string);
  /**
   * The body of POST /api/v1/quotes.
   */
  'document': (Buffer);
  /**
   * Registers nothing: without a match, replies with the shipment that would be registered, whose sequence is 0.
   */
  'only_find': (boolean);
  /**
   * The id of a shipment that is registered; empty: a new one.
   */
  'new_shipment_id': (string);
}
