// Original file: protos/waybill/quoting/v1/quoting.proto


export interface CarrierMessage {
  'carrier_code'?: (string);
  'code'?: (string);
  'message'?: (string);
  'retryable'?: (boolean);
}

export interface CarrierMessage__Output {
  'carrier_code': (string);
  'code': (string);
  'message': (string);
  'retryable': (boolean);
}
