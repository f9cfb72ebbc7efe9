// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface GetCostsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * Dates; empty: the usual period. The weeks that contain them count.
   */
  'from'?: (string);
  'to'?: (string);
  /**
   * Some of week, carrier and service; empty: all.
   */
  'group_by'?: (string)[];
}

export interface GetCostsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * Dates; empty: the usual period. The weeks that contain them count.
   */
  'from': (string);
  'to': (string);
  /**
   * Some of week, carrier and service; empty: all.
   */
  'group_by': (string)[];
}
