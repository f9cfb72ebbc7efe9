// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListOfShipmentsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_ids'?: (string)[];
}

export interface ListOfShipmentsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_ids': (string)[];
}
