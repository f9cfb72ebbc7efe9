// Original file: protos/waybill/operator/v1/operator.proto


export interface HeldRows {
  'table'?: (string);
  'rows'?: (number);
}

export interface HeldRows__Output {
  'table': (string);
  'rows': (number);
}
