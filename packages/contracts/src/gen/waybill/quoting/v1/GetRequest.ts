// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface GetRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'quote_id'?: (string);
}

export interface GetRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'quote_id': (string);
}
