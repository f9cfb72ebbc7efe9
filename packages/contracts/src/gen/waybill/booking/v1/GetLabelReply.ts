// Original file: protos/waybill/booking/v1/booking.proto


export interface GetLabelReply {
  'content_type'?: (string);
  'content'?: (Buffer | Uint8Array | string);
}

export interface GetLabelReply__Output {
  'content_type': (string);
  'content': (Buffer);
}
