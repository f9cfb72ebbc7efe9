// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface QuoteForDispatchRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  'quote_id'?: (string);
}

export interface QuoteForDispatchRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  'quote_id': (string);
}
