// Original file: protos/waybill/shipment/v1/shipment.proto


export interface _waybill_shipment_v1_ListClaimsReply_HeldClaim {
  'environment_id'?: (string);
  'shipment_id'?: (string);
  'claim_id'?: (string);
  /**
   * book, dispatch, cancel, cancel_booking, update or expire.
   */
  'kind'?: (string);
  /**
   * ISO 8601 UTC.
   */
  'held_since'?: (string);
}

export interface _waybill_shipment_v1_ListClaimsReply_HeldClaim__Output {
  'environment_id': (string);
  'shipment_id': (string);
  'claim_id': (string);
  /**
   * book, dispatch, cancel, cancel_booking, update or expire.
   */
  'kind': (string);
  /**
   * ISO 8601 UTC.
   */
  'held_since': (string);
}

export interface ListClaimsReply {
  'claims'?: (_waybill_shipment_v1_ListClaimsReply_HeldClaim)[];
  /**
   * Empty on the last page.
   */
  'next_cursor'?: (string);
}

export interface ListClaimsReply__Output {
  'claims': (_waybill_shipment_v1_ListClaimsReply_HeldClaim__Output)[];
  /**
   * Empty on the last page.
   */
  'next_cursor': (string);
}
