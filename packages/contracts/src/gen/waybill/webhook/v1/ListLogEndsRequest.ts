// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListLogEndsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'environment_ids'?: (string)[];
}

export interface ListLogEndsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'environment_ids': (string)[];
}
