// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface DriverRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'driver_id'?: (string);
  /**
   * Document of an update or a position.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface DriverRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'driver_id': (string);
  /**
   * Document of an update or a position.
   */
  'document': (Buffer);
}
