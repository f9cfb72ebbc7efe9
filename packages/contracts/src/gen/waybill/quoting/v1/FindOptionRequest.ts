// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface FindOptionRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'quote_option_id'?: (string);
}

export interface FindOptionRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'quote_option_id': (string);
}
