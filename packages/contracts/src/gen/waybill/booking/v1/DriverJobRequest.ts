// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface DriverJobRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'driver_id'?: (string);
  'job_id'?: (string);
  /**
   * Document of a report.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface DriverJobRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'driver_id': (string);
  'job_id': (string);
  /**
   * Document of a report.
   */
  'document': (Buffer);
}
