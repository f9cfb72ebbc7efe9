// Original file: protos/waybill/quoting/v1/quoting.proto


export interface CarrierMessage {
  'carrier_code'?: (string);
  'code'?: (string);
  'message'?: (string);
  'retryable'?: (boolean);
  /**
   * No service_code means every service of the carrier.
   */
  'carrier_account_id'?: (string);
  'service_code'?: (string);
  /**
   * JSON pointer to the field of the shipment that the merchant can mend; empty: none.
   */
  'pointer'?: (string);
}

export interface CarrierMessage__Output {
  'carrier_code': (string);
  'code': (string);
  'message': (string);
  'retryable': (boolean);
  /**
   * No service_code means every service of the carrier.
   */
  'carrier_account_id': (string);
  'service_code': (string);
  /**
   * JSON pointer to the field of the shipment that the merchant can mend; empty: none.
   */
  'pointer': (string);
}
