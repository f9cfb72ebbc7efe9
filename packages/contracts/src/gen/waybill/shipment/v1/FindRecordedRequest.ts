// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface FindRecordedRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  'booking_id'?: (string);
  /**
   * Keys of the reports, as in the events of the booking.
   */
  'fact_keys'?: (string)[];
}

export interface FindRecordedRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  'booking_id': (string);
  /**
   * Keys of the reports, as in the events of the booking.
   */
  'fact_keys': (string)[];
}
