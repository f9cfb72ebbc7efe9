// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface GetEventRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'event_id'?: (string);
}

export interface GetEventRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'event_id': (string);
}
