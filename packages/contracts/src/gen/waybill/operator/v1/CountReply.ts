// Original file: protos/waybill/operator/v1/operator.proto


export interface CountReply {
  'count'?: (number);
}

export interface CountReply__Output {
  'count': (number);
}
