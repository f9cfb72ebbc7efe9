// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Long } from '@grpc/proto-loader';

export interface PriceLine {
  'type'?: (string);
  'amount_minor'?: (number | string | Long);
}

export interface PriceLine__Output {
  'type': (string);
  'amount_minor': (number);
}
