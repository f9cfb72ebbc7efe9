// Original file: protos/waybill/common/v1/gathered.proto

import type { GatheredCall as _waybill_common_v1_GatheredCall, GatheredCall__Output as _waybill_common_v1_GatheredCall__Output } from '../../../waybill/common/v1/GatheredCall.ts';

export interface CallBatch {
  /**
   * Path of a unary method: "/waybill.shipment.v1.ShipmentService/Create".
   */
  'path'?: (string);
  'calls'?: (_waybill_common_v1_GatheredCall)[];
}

export interface CallBatch__Output {
  /**
   * Path of a unary method: "/waybill.shipment.v1.ShipmentService/Create".
   */
  'path': (string);
  'calls': (_waybill_common_v1_GatheredCall__Output)[];
}
