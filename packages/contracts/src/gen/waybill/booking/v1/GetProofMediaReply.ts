// Original file: protos/waybill/booking/v1/booking.proto


export interface GetProofMediaReply {
  'content_type'?: (string);
  'content'?: (Buffer | Uint8Array | string);
}

export interface GetProofMediaReply__Output {
  'content_type': (string);
  'content': (Buffer);
}
