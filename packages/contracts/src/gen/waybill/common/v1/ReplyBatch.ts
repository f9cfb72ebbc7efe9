// Original file: protos/waybill/common/v1/gathered.proto

import type { GatheredReply as _waybill_common_v1_GatheredReply, GatheredReply__Output as _waybill_common_v1_GatheredReply__Output } from '../../../waybill/common/v1/GatheredReply.ts';

export interface ReplyBatch {
  'replies'?: (_waybill_common_v1_GatheredReply)[];
}

export interface ReplyBatch__Output {
  'replies': (_waybill_common_v1_GatheredReply__Output)[];
}
