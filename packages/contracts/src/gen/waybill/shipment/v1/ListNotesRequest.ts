// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from '../../../waybill/common/v1/Page.ts';

export interface ListNotesRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  'page'?: (_waybill_common_v1_Page | null);
}

export interface ListNotesRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  'page': (_waybill_common_v1_Page__Output | null);
}
