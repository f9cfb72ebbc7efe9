// Original file: protos/waybill/shipment/v1/shipment.proto

import type { ClaimOutcome as _waybill_shipment_v1_ClaimOutcome, ClaimOutcome__Output as _waybill_shipment_v1_ClaimOutcome__Output } from '../../../waybill/shipment/v1/ClaimOutcome.ts';
import type { Shipment as _waybill_shipment_v1_Shipment, Shipment__Output as _waybill_shipment_v1_Shipment__Output } from '../../../waybill/shipment/v1/Shipment.ts';

export interface ClaimReply {
  'outcome'?: (_waybill_shipment_v1_ClaimOutcome);
  /**
   * The shipment as checked, or after APPLIED as changed.
   */
  'shipment'?: (_waybill_shipment_v1_Shipment | null);
  /**
   * UPDATE, HELD: the shipment as it will be after Settle.
   */
  'desired'?: (_waybill_shipment_v1_Shipment | null);
  'holder_claim_id'?: (string);
}

export interface ClaimReply__Output {
  'outcome': (_waybill_shipment_v1_ClaimOutcome__Output);
  /**
   * The shipment as checked, or after APPLIED as changed.
   */
  'shipment': (_waybill_shipment_v1_Shipment__Output | null);
  /**
   * UPDATE, HELD: the shipment as it will be after Settle.
   */
  'desired': (_waybill_shipment_v1_Shipment__Output | null);
  'holder_claim_id': (string);
}
