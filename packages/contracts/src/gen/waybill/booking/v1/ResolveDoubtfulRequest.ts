// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ResolveDoubtfulRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'booking_id'?: (string);
  /**
   * Job id at the carrier; empty if there is no job.
   */
  'carrier_job_id'?: (string);
  /**
   * Who confirmed the outcome and how; stored.
   */
  'note'?: (string);
}

export interface ResolveDoubtfulRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'booking_id': (string);
  /**
   * Job id at the carrier; empty if there is no job.
   */
  'carrier_job_id': (string);
  /**
   * Who confirmed the outcome and how; stored.
   */
  'note': (string);
}
