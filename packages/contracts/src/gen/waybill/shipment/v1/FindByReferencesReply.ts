// Original file: protos/waybill/shipment/v1/shipment.proto


export interface _waybill_shipment_v1_FindByReferencesReply_Found {
  'merchant_order_ref'?: (string);
  'shipment_id'?: (string);
}

export interface _waybill_shipment_v1_FindByReferencesReply_Found__Output {
  'merchant_order_ref': (string);
  'shipment_id': (string);
}

export interface FindByReferencesReply {
  /**
   * Without the references that no shipment has.
   */
  'found'?: (_waybill_shipment_v1_FindByReferencesReply_Found)[];
}

export interface FindByReferencesReply__Output {
  /**
   * Without the references that no shipment has.
   */
  'found': (_waybill_shipment_v1_FindByReferencesReply_Found__Output)[];
}
