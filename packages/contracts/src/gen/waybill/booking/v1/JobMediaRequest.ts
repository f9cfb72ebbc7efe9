// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface JobMediaRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'driver_id'?: (string);
  'job_id'?: (string);
  /**
   * photo or signature.
   */
  'kind'?: (string);
  'content'?: (Buffer | Uint8Array | string);
}

export interface JobMediaRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'driver_id': (string);
  'job_id': (string);
  /**
   * photo or signature.
   */
  'kind': (string);
  'content': (Buffer);
}
