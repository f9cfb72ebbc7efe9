// Original file: protos/waybill/operator/v1/operator.proto

import type { OutboxEvent as _waybill_operator_v1_OutboxEvent, OutboxEvent__Output as _waybill_operator_v1_OutboxEvent__Output } from '../../../waybill/operator/v1/OutboxEvent.ts';

export interface ListOutboxReply {
  'events'?: (_waybill_operator_v1_OutboxEvent)[];
}

export interface ListOutboxReply__Output {
  'events': (_waybill_operator_v1_OutboxEvent__Output)[];
}
