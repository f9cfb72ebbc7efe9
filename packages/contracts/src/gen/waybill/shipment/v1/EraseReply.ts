// Original file: protos/waybill/shipment/v1/shipment.proto


export interface EraseReply {
  'shipment_id'?: (string);
  'erased_at'?: (string);
}

export interface EraseReply__Output {
  'shipment_id': (string);
  'erased_at': (string);
}
