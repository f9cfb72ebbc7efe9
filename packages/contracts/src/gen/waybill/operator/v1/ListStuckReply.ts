// Original file: protos/waybill/operator/v1/operator.proto

import type { StuckKind as _waybill_operator_v1_StuckKind, StuckKind__Output as _waybill_operator_v1_StuckKind__Output } from '../../../waybill/operator/v1/StuckKind.ts';

export interface ListStuckReply {
  /**
   * Every kind that the service knows.
   */
  'kinds'?: (_waybill_operator_v1_StuckKind)[];
}

export interface ListStuckReply__Output {
  /**
   * Every kind that the service knows.
   */
  'kinds': (_waybill_operator_v1_StuckKind__Output)[];
}
