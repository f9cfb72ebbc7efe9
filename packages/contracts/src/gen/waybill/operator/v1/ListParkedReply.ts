// Original file: protos/waybill/operator/v1/operator.proto

import type { ParkedEvent as _waybill_operator_v1_ParkedEvent, ParkedEvent__Output as _waybill_operator_v1_ParkedEvent__Output } from '../../../waybill/operator/v1/ParkedEvent.ts';

export interface ListParkedReply {
  'events'?: (_waybill_operator_v1_ParkedEvent)[];
}

export interface ListParkedReply__Output {
  'events': (_waybill_operator_v1_ParkedEvent__Output)[];
}
