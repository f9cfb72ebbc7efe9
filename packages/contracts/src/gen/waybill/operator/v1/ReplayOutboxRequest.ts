// Original file: protos/waybill/operator/v1/operator.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ReplayOutboxRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * One event; empty means the events of the period.
   */
  'event_id'?: (string);
  'since'?: (string);
  'until'?: (string);
}

export interface ReplayOutboxRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * One event; empty means the events of the period.
   */
  'event_id': (string);
  'since': (string);
  'until': (string);
}
