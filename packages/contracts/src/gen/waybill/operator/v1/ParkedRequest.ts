// Original file: protos/waybill/operator/v1/operator.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ParkedRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * Empty means all of them, in ReplayParked only.
   */
  'event_id'?: (string);
}

export interface ParkedRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * Empty means all of them, in ReplayParked only.
   */
  'event_id': (string);
}
