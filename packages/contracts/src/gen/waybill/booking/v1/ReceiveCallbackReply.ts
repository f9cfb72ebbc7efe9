// Original file: protos/waybill/booking/v1/booking.proto


export interface ReceiveCallbackReply {
  'accepted_facts'?: (number);
}

export interface ReceiveCallbackReply__Output {
  'accepted_facts': (number);
}
