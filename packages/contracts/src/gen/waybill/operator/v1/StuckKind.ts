// Original file: protos/waybill/operator/v1/operator.proto

import type { StuckThing as _waybill_operator_v1_StuckThing, StuckThing__Output as _waybill_operator_v1_StuckThing__Output } from '../../../waybill/operator/v1/StuckThing.ts';

export interface StuckKind {
  'kind'?: (string);
  'count'?: (number);
  /**
   * The 100 oldest.
   */
  'things'?: (_waybill_operator_v1_StuckThing)[];
  /**
   * Why the service cannot tell; empty if it can.
   */
  'error'?: (string);
}

export interface StuckKind__Output {
  'kind': (string);
  'count': (number);
  /**
   * The 100 oldest.
   */
  'things': (_waybill_operator_v1_StuckThing__Output)[];
  /**
   * Why the service cannot tell; empty if it can.
   */
  'error': (string);
}
