// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ReceiveCallbackRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'carrier_account_id'?: (string);
  /**
   * Lower-case names.
   */
  'headers'?: ({[key: string]: string});
  'body'?: (Buffer | Uint8Array | string);
  /**
   * The query parameter of that name, or empty.
   */
  'token'?: (string);
}

export interface ReceiveCallbackRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'carrier_account_id': (string);
  /**
   * Lower-case names.
   */
  'headers': ({[key: string]: string});
  'body': (Buffer);
  /**
   * The query parameter of that name, or empty.
   */
  'token': (string);
}
