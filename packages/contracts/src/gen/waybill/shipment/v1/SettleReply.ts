// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Shipment as _waybill_shipment_v1_Shipment, Shipment__Output as _waybill_shipment_v1_Shipment__Output } from '../../../waybill/shipment/v1/Shipment.ts';

export interface SettleReply {
  /**
   * True if a cancellation was requested during the operation: the outcome is rejected and the claim stays. The holder
   * cancels the carrier's job and settles as cancelled with the reason below.
   */
  'cancel_requested'?: (boolean);
  'reason_code'?: (string);
  'reason_note'?: (string);
  'shipment'?: (_waybill_shipment_v1_Shipment | null);
}

export interface SettleReply__Output {
  /**
   * True if a cancellation was requested during the operation: the outcome is rejected and the claim stays. The holder
   * cancels the carrier's job and settles as cancelled with the reason below.
   */
  'cancel_requested': (boolean);
  'reason_code': (string);
  'reason_note': (string);
  'shipment': (_waybill_shipment_v1_Shipment__Output | null);
}
