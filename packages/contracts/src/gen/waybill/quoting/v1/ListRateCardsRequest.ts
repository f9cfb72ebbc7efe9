// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from '../../../waybill/common/v1/Page.ts';

export interface ListRateCardsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'page'?: (_waybill_common_v1_Page | null);
}

export interface ListRateCardsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'page': (_waybill_common_v1_Page__Output | null);
}
