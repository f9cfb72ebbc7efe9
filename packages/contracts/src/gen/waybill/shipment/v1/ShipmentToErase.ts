// Original file: protos/waybill/shipment/v1/shipment.proto


export interface ShipmentToErase {
  'shipment_id'?: (string);
  'merchant_order_ref'?: (string);
  'status'?: (string);
  'created_at'?: (string);
  /**
   * Empty if not erased.
   */
  'erased_at'?: (string);
  /**
   * Why it cannot be erased now; empty if it can.
   */
  'refusal'?: (string);
}

export interface ShipmentToErase__Output {
  'shipment_id': (string);
  'merchant_order_ref': (string);
  'status': (string);
  'created_at': (string);
  /**
   * Empty if not erased.
   */
  'erased_at': (string);
  /**
   * Why it cannot be erased now; empty if it can.
   */
  'refusal': (string);
}
