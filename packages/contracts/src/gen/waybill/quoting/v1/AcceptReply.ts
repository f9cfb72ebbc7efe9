// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Quote as _waybill_quoting_v1_Quote, Quote__Output as _waybill_quoting_v1_Quote__Output } from '../../../waybill/quoting/v1/Quote.ts';

export interface AcceptReply {
  'quote'?: (_waybill_quoting_v1_Quote | null);
}

export interface AcceptReply__Output {
  'quote': (_waybill_quoting_v1_Quote__Output | null);
}
